import { expect, test } from 'vitest'

import { addressIn, perspectiveParameters, readPerspective } from './perspective.ts'

test('readPerspective returns a stored perspective, and drafts for anything invalid', () => {
  const release = { kind: 'release', id: 'a', title: 'Winter' } as const
  expect(readPerspective(release)).toEqual(release)
  expect(readPerspective({ kind: 'published' })).toEqual({ kind: 'published' })
  for (const stored of [undefined, null, 'published', [], { kind: 'release' }, { kind: 'date' }])
    expect(readPerspective(stored)).toEqual({ kind: 'drafts' })
})

test('a date that has passed falls back to drafts', () => {
  const date = { kind: 'date', at: 1000 } as const
  expect(readPerspective(date, 999)).toEqual(date)
  expect(readPerspective(date, 1000)).toEqual({ kind: 'drafts' })
})

test('a perspective adds its parameters to reads and to the address of a page', () => {
  const date = { kind: 'date', at: 0 } as const
  expect(perspectiveParameters(date)).toEqual({ at: '1970-01-01T00:00:00.000Z' })
  expect(perspectiveParameters({ kind: 'drafts' })).toEqual({})
  const page = 'https://example.com/preview/articles/fog?locale=en'
  expect(addressIn({ kind: 'release', id: 'a', title: 'A' }, page)).toBe(`${page}&release=a`)
  expect(addressIn({ kind: 'published' }, page)).toBe(`${page}&status=published`)
  expect(addressIn({ kind: 'drafts' }, page)).toBe(page)
})
