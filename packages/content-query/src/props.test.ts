import { describe, expect, test } from 'vitest'

import { neededObjects, parseProps, pick, printProps } from './props.ts'
import { QueryError } from './query-error.ts'

const record = {
  id: '1',
  title: 'Rigi',
  metadata: {
    year: 1842,
    artist: { id: '2', title: 'Turner', metadata: { city: { id: '3', title: 'London' } } },
    images: [{ url: '/media/a', imgix_url: '/media/a' }, 'b'],
    place: 'id-of-a-place',
    none: null,
  },
}
const picked = (text: string | undefined) => pick(record, parseProps(text))

describe('a list of properties', () => {
  test.each([undefined, '', ' ', ',', 'all', 'id,all'])('%j picks everything', (text) => {
    expect(picked(text)).toBe(record)
  })

  test('picks fields and nested fields', () => {
    expect(picked('title,id')).toEqual({ id: '1', title: 'Rigi' })
    expect(picked('metadata')).toEqual({ metadata: record.metadata })
    expect(picked('metadata.year, metadata.artist.title')).toEqual({
      metadata: { year: 1842, artist: { title: 'Turner' } },
    })
    expect(picked('metadata.artist.metadata.city.title')).toEqual({
      metadata: { artist: { metadata: { city: { title: 'London' } } } },
    })
  })

  test('picks from each item of a list', () => {
    expect(picked('metadata.images.url')).toEqual({
      metadata: { images: [{ url: '/media/a' }, 'b'] },
    })
  })

  test('picks the wider of two overlapping properties, in any order', () => {
    expect(picked('metadata,metadata.year')).toEqual({ metadata: record.metadata })
    expect(picked('metadata.year,metadata')).toEqual({ metadata: record.metadata })
  })

  test('leaves out missing properties, and keeps values that are not objects', () => {
    expect(picked('nothing,metadata.nothing.at.all')).toEqual({ metadata: {} })
    expect(picked('metadata.place.title,metadata.none.title')).toEqual({
      metadata: { place: 'id-of-a-place', none: null },
    })
    expect(picked('toString,hasOwnProperty')).toEqual({})
  })
})

test.each([
  '__proto__',
  'metadata.constructor',
  'metadata.a.prototype',
  'a b',
  'a..b',
  '.a',
  'a.',
  "a'",
  '{ id }',
  'metadata.*',
  Array.from({ length: 101 }, (_, index) => `a${index}`).join(','),
  'a.'.repeat(10) + 'a',
  'a'.repeat(101),
])('refuses the properties %j', (text) => {
  expect(() => parseProps(text)).toThrow(QueryError)
})

test('lists the values that have to be objects for the properties', () => {
  const needed = (text: string) => neededObjects(parseProps(text))
  expect(needed('all')).toEqual([])
  expect(needed('id,metadata,title')).toEqual([])
  expect(needed('metadata.year')).toEqual([])
  expect(needed('metadata.artist.metadata.city.title,metadata.images.url')).toEqual([
    'metadata.artist',
    'metadata.artist.metadata.city',
    'metadata.images',
  ])
})

test('printing and parsing properties are inverse', () => {
  expect(printProps(parseProps('id, metadata.a.b,metadata.c'))).toBe('id,metadata.a.b,metadata.c')
  expect(printProps(parseProps(''))).toBe('all')
})
