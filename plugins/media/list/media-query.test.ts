import { formatSize } from '@typecase/ui/format'
import { queryOf } from '@typecase/content/line-query'
import { expect, test } from 'vitest'

import { mediaQuery, mediaSchema, pageInput } from './media-query.ts'
import { formatMeasure, urlAtWidth } from './media-words.ts'

test('words are searched for literally in names, titles and alt texts', () => {
  const contains = { $regex: 'a\\.b \\(1\\)', $options: 'i' }
  expect(mediaQuery({ q: ' a.b (1) ' })).toEqual({
    $or: [{ original_name: contains }, { title: contains }, { alt_text: contains }],
  })
  // The router parses digits as a number.
  expect(mediaQuery({ q: 2024 })).toMatchObject({
    $or: [{ original_name: { $regex: '2024' } }, {}, {}],
  })
})

test('the filter line combines words, dimensions and size with the chosen filters', () => {
  const line = queryOf('storm width >= 1600 bytes < 5000000', mediaSchema, 'media')
  if (!line.ok) throw new Error(line.message)
  const storm = { $regex: 'storm', $options: 'i' }
  expect(mediaQuery({ query: line.query, kind: 'image' })).toEqual({
    $and: [
      {
        $and: [
          { $or: [{ original_name: storm }, { title: storm }, { alt_text: storm }] },
          { width: { $gte: 1600 } },
          { size: { $lt: 5_000_000 } },
        ],
      },
    ],
    type: { $regex: '^image/' },
  })
  expect(mediaQuery({ only: 'large' })).toEqual({ size: { $gt: 5_000_000 } })
})

test('kind, folder and a missing alt text are combined in one query', () => {
  expect(mediaQuery({ kind: 'image', folder: 'art', only: 'no-alt' })).toEqual({
    type: { $regex: '^image/' },
    folder: 'art',
    alt_text: '',
  })
  expect(mediaQuery({ folder: '' })).toEqual({ folder: null })
})

test('a page of all media has no query; unused media are a separate parameter', () => {
  const page = { limit: 96, skip: 192 }
  expect(pageInput('blog', {}, page)).toEqual({ query: { slug: 'blog', ...page } })
  expect(pageInput('blog', { sort: '-size' }, page).query).toMatchObject({ sort: '-size' })
  expect(pageInput('blog', { only: 'unused' }, page).query).toMatchObject({ used: false })
})

test('a file is described by its duration, dimensions or size', () => {
  const file = {
    width: null,
    height: null,
    duration: null,
    type: 'application/pdf',
    size: 1_900_000,
  }
  expect(formatMeasure(file)).toBe('1.9 MB')
  expect(formatMeasure({ ...file, width: 2400, height: 1800 })).toBe('2400 × 1800')
  expect(formatMeasure({ ...file, duration: 72.4 })).toBe('1:12')
  expect([0, 999, 1000, 23_400, 900_000_000].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '23 kB',
    '900 MB',
  ])
})

test('pictures are requested at the width at which they are shown, except vector graphics', () => {
  const imgix_url = '/media/x.png'
  expect(urlAtWidth({ imgix_url, type: 'image/png' }, 320)).toBe('/media/x.png?w=320&auto=format')
  expect(urlAtWidth({ imgix_url, type: 'image/svg+xml' }, 320)).toBe('/media/x.png')
})
