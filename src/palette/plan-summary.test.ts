import { expect, test } from 'vitest'

import { formatDuration, describeUndo } from './plan-summary.tsx'

test.each([
  [undefined, undefined],
  [200, 'less than a second'],
  [3_400, 'about 3 s'],
  [59_400, 'about 59 s'],
  [60_000, 'about a minute'],
  [600_000, 'about 10 minutes'],
])('formatDuration describes %s ms as %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})

test('describeUndo says whether a plan can be undone, and for how long', () => {
  expect(describeUndo({ isReversible: true, undoTime: '30 days' })).toBe(
    'Can be undone for 30 days',
  )
  expect(describeUndo({ isReversible: false })).toBe('Cannot be undone')
})
