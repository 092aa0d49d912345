import fc from 'fast-check'
import { expect, test } from 'vitest'

import { jsonErrorAt } from './json-position.ts'

test.each([
  ['{ "a": }', 1, 8],
  ['{\n  "a": 1,\n  b\n}', 3, 3],
  ['[1, 2,]', 1, 7],
  ['{"a": 1,}', 1, 9],
  ['{"a" 1}', 1, 6],
  ['{"a": "one\ntwo"}', 1, 7],
  ['[01]', 1, 3],
  ['{"a": 1', 1, 8],
  ['[1}', 1, 3],
  ['1 2', 1, 3],
  ['{"a": \'b\'}', 1, 7],
  ['', 1, 1],
])('finds where %j stops being JSON', (text, line, column) => {
  expect(jsonErrorAt(text)).toEqual({ line, column })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('accepts the same texts as JSON.parse', () => {
  const json = fc
    .tuple(fc.jsonValue(), fc.nat(4))
    .map(([value, indent]) => JSON.stringify(value, null, indent))
  const edit = fc.tuple(
    fc.nat(),
    fc.nat(2),
    fc.constantFrom('', ',', '}', ']', '"', ':', '0', '-', 'e', ' ', '\\', '{', '['),
  )
  fc.assert(
    fc.property(json, fc.array(edit, { maxLength: 2 }), (text, edits) => {
      const edited = edits.reduce((now, [seed, removed, added]) => {
        const at = seed % (now.length + 1)
        return now.slice(0, at) + added + now.slice(at + removed)
      }, text)
      expect(jsonErrorAt(edited) === undefined).toBe(isJson(edited))
    }),
    { numRuns: 2000 },
  )
})
