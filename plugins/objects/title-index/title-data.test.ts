import type { ObjectTitles } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import { applyTitles, fits, rowAt, subtitleTexts, type TitleData } from './title-data.ts'

const answer = (part: Partial<ObjectTitles>): ObjectTitles => ({
  version: 1,
  full: false,
  ids: [],
  titles: [],
  types: [],
  type_slugs: [],
  statuses: '',
  locales: [],
  subtitles: [],
  subtitle_of: [],
  subtitle_fields: {},
  deleted: [],
  ...part,
})

const whole = answer({
  version: 7,
  full: true,
  ids: ['a', 'b', 'c'],
  titles: ['Ophelia', 'Beata Beatrix', 'Ada'],
  types: [0, 0, 1],
  type_slugs: ['artworks', 'people'],
  statuses: 'pdb',
  locales: ['en', null, 'fr'],
})

const rowsOf = (data: TitleData) => data.ids.map((_id, row) => rowAt(data, row))

test('a full answer becomes the index', () => {
  const data = applyTitles(undefined, whole)
  expect(data.version).toBe(7)
  expect(rowsOf(data)).toEqual([
    { id: 'a', title: 'Ophelia', type: 'artworks', status: 'published', locale: 'en' },
    { id: 'b', title: 'Beata Beatrix', type: 'artworks', status: 'draft', locale: null },
    { id: 'c', title: 'Ada', type: 'people', status: 'draft over published', locale: 'fr' },
  ])
})

test('a difference replaces, adds and removes rows, with its own numbering of types', () => {
  const data = applyTitles(
    applyTitles(undefined, whole),
    answer({
      version: 9,
      ids: ['b', 'd'],
      titles: ['Beata', 'A post'],
      types: [1, 0],
      type_slugs: ['posts', 'artworks'],
      statuses: 'pd',
      locales: ['de', null],
      deleted: ['a', 'unknown'],
    }),
  )
  expect(data.version).toBe(9)
  expect(rowsOf(data)).toEqual([
    { id: 'c', title: 'Ada', type: 'people', status: 'draft over published', locale: 'fr' },
    { id: 'b', title: 'Beata', type: 'artworks', status: 'published', locale: 'de' },
    { id: 'd', title: 'A post', type: 'posts', status: 'draft', locale: null },
  ])
})

test('an empty difference keeps the columns, so that they need not be prepared again', () => {
  const data = applyTitles(undefined, whole)
  const next = applyTitles(data, answer({ version: 8 }))
  expect(next.version).toBe(8)
  expect(next.titles).toBe(data.titles)
})

test('a full answer replaces the previous index', () => {
  const data = applyTitles(applyTitles(undefined, whole), answer({ version: 10, full: true }))
  expect(data.ids).toEqual([])
  expect(rowAt(data, 0)).toBeUndefined()
})

const withSubtitles = answer({
  ...whole,
  subtitles: ['c,a', '1852'],
  subtitle_of: [1, 0, -1],
  subtitle_fields: { artworks: 'about' },
})

test('subtitles belong to their rows and are updated by a difference', () => {
  const data = applyTitles(
    applyTitles(undefined, withSubtitles),
    answer({
      version: 9,
      ids: ['a'],
      titles: ['Ophelia'],
      types: [0],
      type_slugs: ['artworks'],
      statuses: 'p',
      locales: [null],
      subtitles: ['1851', '1852'],
      subtitle_of: [0],
      subtitle_fields: { artworks: 'about' },
    }),
  )
  const texts = data.subtitleOf.map((at) => data.subtitles[at])
  expect(data.ids.map((id, row) => [id, texts[row]])).toEqual([
    ['b', 'c,a'],
    ['c', undefined],
    ['a', '1851'],
  ])
})

test('a subtitle that is a relation shows the titles of the related objects', () => {
  const data = applyTitles(undefined, withSubtitles)
  expect(subtitleTexts(data, () => false)).toEqual(['c,a', '1852'])
  expect(subtitleTexts(data, (type) => type === 'artworks')).toEqual(['Ada, Ophelia', ''])
})

test('a difference for other subtitle fields does not fit the index', () => {
  const data = applyTitles(undefined, withSubtitles)
  expect(fits(data, answer({ subtitle_fields: { artworks: 'about' } }))).toBe(true)
  expect(fits(data, answer({ subtitle_fields: {} }))).toBe(false)
  expect(fits(data, answer({ full: true }))).toBe(true)
})
