import type { Metafield } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { restoredFields } from './restored-fields.ts'

const field = (id: string, key: string, more: Partial<Metafield> = {}): Metafield => ({
  id,
  key,
  title: key.toUpperCase(),
  type: 'text',
  ...more,
})

const before = [field('1', 'a'), field('2', 'b')]
const after = [field('1', 'a', { type: 'number' }), field('2', 'b')]

test('restores a changed field, and keeps later changes to other fields', () => {
  const since = [...after.slice(0, 1), field('2', 'b', { required: true }), field('3', 'c')]
  expect(restoredFields(before, after, since)).toEqual({
    restored: [field('1', 'a'), field('2', 'b', { required: true }), field('3', 'c')],
  })
})

test('omits a field that was removed since, and one that the change had added', () => {
  const added = [...after, field('4', 'd')]
  expect(
    restoredFields(
      before,
      added,
      [added[0], added[2]].flatMap((one) => one ?? []),
    ),
  ).toEqual({
    restored: [field('1', 'a')],
  })
})

test('names a field that was changed again or removed, or whose key is taken', () => {
  const second = [field('1', 'a', { type: 'date' }), field('2', 'b')]
  expect(restoredFields(before, after, second)).toEqual({ changed: 'A' })
  expect(restoredFields(before, after, [field('2', 'b')])).toEqual({ changed: 'A' })
  const renamed = [field('1', 'x'), field('2', 'b')]
  expect(restoredFields(before, renamed, [...renamed, field('3', 'a')])).toEqual({ changed: 'A' })
})
