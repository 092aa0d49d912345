import type { LiveObject } from '@typecase/contract/content-live'
import { expect, test } from 'vitest'

import { ANYTHING, mergeChanges } from './live-changes.ts'

const object = (id: string, more: Partial<LiveObject> = {}): LiveObject => ({
  id,
  type: 'posts',
  slug: id,
  locale: null,
  change: 'published',
  ...more,
})
const some = (count: number, slug = '') => ({
  objects: Array.from({ length: count }, (_, n) => object(`${n}`, { slug: `${slug}${n}` })),
  types: ['posts'],
})

test('merged changes keep the later change of an object', () => {
  const first = { objects: [object('a'), object('b')], types: ['posts'] }
  const second = { objects: [object('a', { change: 'deleted' })], types: ['posts', 'pages'] }
  const merged = mergeChanges(first, second)
  expect(merged.objects?.map(({ id, change }) => [id, change])).toEqual([
    ['a', 'deleted'],
    ['b', 'published'],
  ])
  expect(merged.types).toEqual(['posts', 'pages'])
})

test('an event with too many or too long objects names only their types', () => {
  expect(mergeChanges(some(20)).objects).toHaveLength(20)
  expect(mergeChanges(some(51))).toEqual({ objects: null, types: ['posts'] })
  expect(mergeChanges(some(20, 'ü'.repeat(100)))).toEqual({ objects: null, types: ['posts'] })
  expect(mergeChanges(some(1), { objects: null, types: ['pages'] })).toEqual({
    objects: null,
    types: ['posts', 'pages'],
  })
})

test('an event with too many types or an unknown change stands for any change', () => {
  const types = Array.from({ length: 51 }, (_, n) => `type-${n}`)
  expect(mergeChanges({ objects: [], types })).toEqual(ANYTHING)
  expect(mergeChanges(some(1), ANYTHING)).toEqual(ANYTHING)
})

test('an event is short enough for a PostgreSQL message', () => {
  const types = Array.from({ length: 50 }, (_, n) => `${'t'.repeat(40)}${n}`)
  const { objects } = some(50, 'slug')
  const merged = mergeChanges({ objects, types })
  expect(Buffer.byteLength(JSON.stringify(merged))).toBeLessThan(7000)
})
