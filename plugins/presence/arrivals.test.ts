import { expect, test } from 'vitest'

import { arrivals } from './arrivals.ts'

const tab = (user_id: string, field: string | null = null) => ({ user_id, tab_id: 'tab', field })
const name = (id: string): string => id

test('an announcement names each person who opened or closed the object, once', () => {
  expect(arrivals([], [tab('Ada'), tab('Ada', 'title')], null, name)).toBe(
    'Ada also opened this object.',
  )
  expect(arrivals([tab('Ada'), tab('Grace')], [tab('Grace')], null, name)).toBe(
    'Ada closed this object.',
  )
})

test('an announcement names a person who enters the user’s field, and no one in other fields', () => {
  const before = [tab('Ada', 'title'), tab('Grace')]
  expect(arrivals(before, [tab('Ada', 'slug'), tab('Grace', 'content')], 'title', name)).toBe('')
  expect(arrivals(before, [tab('Ada', 'title'), tab('Grace', 'title')], 'title', name)).toBe(
    'Grace is in the same field now.',
  )
  expect(arrivals([], [tab('Ada', 'title')], 'title', name)).toBe('Ada also opened this object.')
})
