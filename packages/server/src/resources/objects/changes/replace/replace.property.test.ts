import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { findMatches } from './find-matches.ts'
import { exclusionsOf, replaceIn } from './replace-in.ts'
import { field, modelOf, objectOf } from './sample-object.fixture.ts'
import { compileSearch } from './search.ts'

const runs = Number(process.env['REPLACE_RUNS'] ?? 600)

const model = modelOf(
  field('text', 'text'),
  field('list', 'check-boxes'),
  field('data', 'json'),
  field('raw', 'json'),
  field('rows', 'repeater', { repeater_fields: [field('text', 'markdown')] }),
)

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'A',
      'b',
      'c',
      'é',
      'É',
      ' ',
      '.',
      '"',
      '\\',
      '\n',
      '🖼',
      '$',
      '&',
      '_',
      '1',
    ),
    {
      maxLength: 8,
    },
  )
  .map((list) => list.join(''))

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  record: fc.dictionary(fc.constantFrom('a', 'b', 'ab', '"a', 'é'), tie('value'), { maxKeys: 3 }),
}))

const values = fc.record({
  text,
  list: fc.uniqueArray(text, { maxLength: 3 }),
  data: fc.oneof(json.list, json.record),
  raw: fc
    .tuple(json.value, fc.constantFrom(0, 2, '\t'))
    .map(([value, space]) => JSON.stringify(value, null, space)),
  rows: fc.array(fc.record({ text, n: fc.integer() }), { maxLength: 3 }),
})

const find = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'A', 'é', '"', '\\', ' ', 'ab', '🖼', '.') },
  text.filter((one) => one !== ''),
)
const options = fc.record({ case: fc.boolean(), whole_word: fc.boolean() })

const escaped = (find: string) => find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Returns a native regular expression, which may use look-around in contrast to the engine. */
function patternOf(find: string, match: { case: boolean; whole_word: boolean }): RegExp {
  const inWord = '[\\p{L}\\p{N}\\p{M}_]'
  const edge = `(?:(?<!${inWord})|(?!${inWord}))`
  const body = escaped(find)
  return new RegExp(match.whole_word ? `${edge}${body}${edge}` : body, match.case ? 'gu' : 'giu')
}

/** Replaces text everywhere in a value, in the simplest way. */
function everywhere(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item: unknown) => everywhere(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, everywhere(item, change)]),
  )
}

function oracle(stored: Record<string, unknown>, change: (text: string) => string): unknown {
  const { list, raw, ...rest } = stored
  const chosen = everywhere(list, change) as string[]
  const changed = JSON.stringify(chosen) === JSON.stringify(list) ? list : [...new Set(chosen)]
  return {
    ...(everywhere(rest, change) as object),
    list: changed,
    raw: everywhere(JSON.parse(raw as string), change),
  }
}

test(`values are as if replaced one by one, in ${runs} random cases`, { timeout: 0 }, () => {
  let changed = 0
  fc.assert(
    fc.property(values, find, text, options, (stored, find, replace, match) => {
      const object = objectOf(stored, { title: 'x', slug: 'x' })
      const search = compileSearch({ find, replace, match, fields: ['metadata'] })
      const pattern = patternOf(find, match)
      const result = replaceIn(object, model, search)
      if (result && 'reason' in result) throw new Error(result.reason)
      const after = JSON.parse(result?.state.metadata ?? object.state.metadata) as Record<
        string,
        unknown
      >
      const { raw, ...rest } = after
      expect({ ...rest, raw: JSON.parse(raw as string) as unknown }).toEqual(
        oracle(stored, (text) => text.replaceAll(pattern, () => replace)),
      )
      if (result) changed += 1

      // Everything between the strings of a JSON text stays verbatim.
      const bare = (json: string) =>
        json.replaceAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g, (all, colon?: string) => (colon ? all : '""'))
      expect(bare(raw as string)).toBe(bare(stored.raw))
    }),
    { numRuns: runs },
  )
  expect(changed).toBeGreaterThan(runs / 8)
})

test(
  `a pattern matches like a regular expression of JavaScript, in ${runs} random cases`,
  { timeout: 0 },
  () => {
    const atom = fc.oneof(
      fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', 'é', '\\d', '\\.', '🖼', '\\p{L}'),
    )
    const pattern = fc
      .array(fc.tuple(atom, fc.constantFrom('', '', '*', '+', '?', '+?', '|')), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => `(${parts.flat().join('').replace(/\|$/, '')})`)
    let changed = 0
    fc.assert(
      fc.property(text, pattern, fc.boolean(), (stored, find, isExact) => {
        const match = { regex: true, case: isExact }
        const search = compileSearch({ find, replace: '[$1]$$', match, fields: ['title'] })
        const result = replaceIn(objectOf({}, { title: stored }), model, search)
        const expected = stored.replaceAll(
          new RegExp(find, isExact ? 'gu' : 'giu'),
          (all) => all && `[${all}]$`,
        )
        expect(result && 'state' in result ? result.state.title : stored).toBe(expected)
        if (expected !== stored) changed += 1
      }),
      { numRuns: runs },
    )
    expect(changed).toBeGreaterThan(runs / 4)
  },
)

test(
  `matches have distinct ids and stay if they are excluded, in ${runs} random cases`,
  { timeout: 0 },
  () => {
    fc.assert(
      fc.property(
        values,
        find,
        options,
        fc.infiniteStream(fc.boolean()),
        (stored, find, match, picks) => {
          const object = objectOf(stored)
          const search = compileSearch({ find, replace: 'zzz', match })
          const { matches, total } = findMatches(object, model, search)
          const ids = matches.map(({ match_id }) => match_id)
          expect(new Set(ids).size).toBe(total)
          expect(replaceIn(object, model, search, { exclude: exclusionsOf(ids) })).toBeUndefined()

          const excluded = ids.filter(() => picks.next().value)
          const result = replaceIn(object, model, search, { exclude: exclusionsOf(excluded) })
          if (excluded.length === total) return
          if (!result || 'reason' in result)
            throw new Error(result?.reason ?? 'Nothing was replaced.')
          expect(result.replaced).toBe(total - excluded.length)
          // After the replacement, whole words may touch an inserted text and so no longer match.
          if (match.whole_word) return
          const after = { ...object, state: result.state }
          const fields = matches.some(({ field }) => field.startsWith('metadata.list'))
          if (!fields) expect(findMatches(after, model, search).total).toBe(excluded.length)
        },
      ),
      { numRuns: runs },
    )
  },
)
