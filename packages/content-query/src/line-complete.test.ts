import { expect, test } from 'vitest'

import { complete, type Suggestion } from './line-complete.ts'
import { filterSchema } from './testing/filter-arbitraries.ts'

/** Returns the suggestions at the `|` of a line. */
function at(line: string): Suggestion[] {
  return complete(line.replace('|', ''), line.indexOf('|'), filterSchema)
}
const texts = (line: string) => at(line).map(({ text }) => text)

/** Returns the line with the first suggestion applied. */
function taken(line: string): string {
  const [first] = at(line)
  const whole = line.replace('|', '')
  return first ? whole.slice(0, first.start) + first.text + whole.slice(first.end) : whole
}

test('a label of several words is completed from its first word', () => {
  expect(taken('on vi|')).toBe('on_view ')
  expect(taken('lady On Vi|')).toBe('lady on_view ')
})

test('suggests fields at the start of a filter', () => {
  expect(texts('|')).toContain('medium ')
  expect(texts('|')).not.toContain('seo ')
  expect(texts('status is draft |')).toContain('title ')
  expect(texts('status is draft and |')).toContain('title ')
  expect(texts('tit|')).toEqual(['title ', 'metadata.title ', 'seo.title '])
  expect(taken('status is draft me|')).toBe('status is draft medium ')
  expect(taken('me|dium is a')).toBe('medium  is a')
})

test('suggests fields of related objects once their relation is typed', () => {
  expect(texts('art|')).toEqual(['artist '])
  expect(texts('artist.co|')).toEqual(['artist.content ', 'artist.country '])
  expect(texts('artist.city.|')).toEqual(['artist.city.founded '])
  expect(at('artist.city.f|')[0]?.label).toBe('Artist › City › Founded')
  expect(taken('year > 5 artist.city.f|')).toBe('year > 5 artist.city.founded ')
})

test('suggests the operators that apply to a field after it', () => {
  expect(texts('on_view |')).toEqual(['is ', 'is not '])
  expect(texts('tags |')).toEqual(['in (', 'not in (', 'all (', 'not all ('])
  expect(texts('year gr|')).toEqual(['> ', '>= '])
  expect(taken('title does n|')).toBe('title does not contain ')
  expect(taken('title con|')).toBe('title contains ')
  expect(texts('title lik|')).toEqual([])
})

test('suggests values, and the longer operator while it is still possible', () => {
  expect(texts('status is |')).toEqual(['draft', 'published', 'empty', 'is not '])
  expect(texts('status is dr|')).toEqual(['draft'])
  expect(taken('status is n|')).toBe('status is not ')
  expect(texts('status is not |')).toEqual(['draft', 'published', 'empty'])
  expect(texts('on_view is |')).toEqual(['true', 'false', 'empty', 'is not '])
  expect(taken('colour is re|')).toBe('colour is r')
  expect(texts('title contains |')).toEqual([])
})

test('suggests values inside a list', () => {
  expect(texts('tags in (|')).toEqual(['a', '"b c"'])
  expect(taken('tags in (a, b|')).toBe('tags in (a, "b c"')
  expect(taken('tags in (a, "b|')).toBe('tags in (a, "b c"')
  expect(texts('tags in (a) |')).toContain('title ')
})

test('suggestions at any caret position lie within the line', () => {
  const line = 'title is "a b" tags in (a, {"x":1} year>=1840 nothing "'
  for (let caret = 0; caret <= line.length; caret++) {
    for (const { start, end } of complete(line, caret, filterSchema)) {
      expect(start).toBeLessThanOrEqual(end)
      expect(end).toBeLessThanOrEqual(line.length)
    }
  }
})
