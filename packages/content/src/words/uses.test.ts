import { expect, test } from 'vitest'

import { describeUses } from './uses.ts'

test.each([
  [3, 0, 0, undefined],
  [1, 1, 1, 'It is used by 1 other object.'],
  [1, 1, 39_391, 'It is used by 39,391 other objects.'],
  [3, 1, 2, '1 of these is used by 2 other objects.'],
  [1_284, 3, 120, '3 of these are used by 120 other objects.'],
  [3, 3, 120, 'All of them are used by 120 other objects.'],
])(
  'describeUses describes %i objects to delete, of which %i are used by %i',
  (modified, used, by, expected) => {
    expect(describeUses({ modified, references: { used, by } })).toBe(expected)
  },
)

test('describeUses returns nothing without references', () => {
  expect(describeUses({ modified: 3 })).toBeUndefined()
})
