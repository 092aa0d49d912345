// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { tidy } from '../../extensions/tidy-text/extension.ts'

const english = ['“', '”'] as const

test.each([
  ['He said "yes"... ', 'He said “yes”…'],
  ['("Quoted")', '(“Quoted”)'],
  ["It’s the keeper's  lamp , lit 1871-1902", 'It’s the keeper’s lamp, lit 1871–1902'],
  ['north - south', 'north – south'],
  ['See https://a.example/x--y..."z" now', 'See https://a.example/x--y..."z" now'],
])('%s', (before, after) => {
  expect(tidy(before, english, false)).toBe(after)
})

test('Markdown keeps its code, its indentation and the two spaces that break a line', () => {
  const text = '- one\n    - "two"  \n\n`a  "b"...`\n\n```\nx = "y"  ...\n```\n'
  expect(tidy(text, english, true)).toBe(text.replace('"two"', '“two”'))
})

test('quotation marks stay unchanged without a language', () => {
  expect(tidy('"in quotes"', undefined, false)).toBe('"in quotes"')
})

test('tidying a tidy text changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, isMarkdown) => {
      const once = tidy(text, english, isMarkdown)
      expect(tidy(once, english, isMarkdown)).toBe(once)
    }),
  )
})
