import { expect, test } from 'vitest'

import { findMatches } from './find-matches.ts'
import { field, modelOf, objectOf } from './sample-object.fixture.ts'
import { compileSearch, type SearchRequest } from './search.ts'

const model = modelOf(
  field('text', 'textarea'),
  field('page', 'html-textarea'),
  field('data', 'json'),
)

const search = (request: Partial<SearchRequest>) =>
  compileSearch({ find: 'turner', replace: 'Rothko', ...request })

test('a match is shown with its context, before and after', () => {
  const object = objectOf({ text: `${'x'.repeat(100)} by Turner, ${'y'.repeat(100)}` })
  const { total, matches } = findMatches(object, model, search({}))
  expect(total).toBe(1)
  expect(matches[0]).toMatchObject({ field: 'metadata.text', label: 'Text' })
  const { before, after, start, end } = matches[0] ?? { before: '', after: '', start: 0, end: 0 }
  expect(before).toBe(`…${'x'.repeat(36)} by Turner, ${'y'.repeat(38)}…`)
  expect(after).toBe(`…${'x'.repeat(36)} by Rothko, ${'y'.repeat(38)}…`)
  expect(before.slice(start, end)).toBe('Turner')
  expect(after.slice(start, start + 6)).toBe('Rothko')
})

test('no surrogate pair is split, and long matches are shortened', () => {
  const object = objectOf({ text: `${'🖼'.repeat(50)}a${'x'.repeat(500)}b${'🖼'.repeat(50)}` })
  const { matches } = findMatches(object, model, search({ find: 'ax+b', match: { regex: true } }))
  const [{ before, start, end } = { before: '', start: 0, end: 0 }] = matches
  expect(before.isWellFormed()).toBe(true)
  expect(before.slice(start, end)).toBe(`a${'x'.repeat(159)}…`)
})

test('matches in HTML and JSON are shown as readable text', () => {
  const object = objectOf({
    page: '<p title="Turner">Turner &amp; <b>Co</b></p>',
    data: '{"turner": "a \\"Turner\\""}',
  })
  const { matches } = findMatches(object, model, search({}))
  expect(matches.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['metadata.page', 'Turner & ', 'Rothko & '],
    ['metadata.data', 'a "Turner"', 'a "Rothko"'],
  ])
})

test('a search in markup also matches tags and attributes', () => {
  const object = objectOf({ page: '<p title="Turner">Turner</p>' }, { content: '<Turner>' })
  const paths = findMatches(object, model, search({ in_markup: true })).matches.map(
    ({ field }) => field,
  )
  expect(paths).toEqual(['content', 'metadata.page', 'metadata.page'])
})

test('a search matches texts with quotes, HTML references and Windows line ends', () => {
  const quoted = objectOf({ text: 'say "a\\b"\tnow' }, { content: 'a&lt;b\r\nc' })
  const count = (find: string) => findMatches(quoted, model, search({ find })).total
  expect(count('"a\\b"\tnow')).toBe(1)
  expect(count('a<b\nc')).toBe(1)
  expect(count('nothing')).toBe(0)
})

test('all matches are counted, and only as many as the limit are described', () => {
  const object = objectOf({ text: 'turner '.repeat(50) }, { title: 'Turner' })
  const { total, matches } = findMatches(object, model, search({}), { limit: 3 })
  expect(total).toBe(51)
  expect(matches.map(({ field }) => field)).toEqual(['title', 'metadata.text', 'metadata.text'])
})

test('ids of matches are distinct, and stay the same until the text before them changes', () => {
  const ids = (text: string, find = 'turner') =>
    findMatches(
      objectOf({ text, page: '&fjlig;&fjlig; turner <i>turner</i>' }),
      model,
      search({ find }),
    ).matches.map(({ match_id }) => match_id)
  const first = ids('turner turner')
  expect(new Set(first).size).toBe(4)
  expect(first.every((id) => /^a{24}\.[0-9a-f]{16}$/.test(id))).toBe(true)
  expect(ids('turner turner')).toEqual(first)
  expect(ids('turner turner, and more')).toEqual(first)
  const [one, two, ...rest] = ids('x turner turner')
  expect([one, two].some((id) => id !== undefined && first.includes(id))).toBe(false)
  expect(rest).toEqual(first.slice(2))
  expect(new Set(ids('', 'f')).size).toBe(2)
})
