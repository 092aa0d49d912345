import { expect, test } from 'vitest'

import { longRuns, testsWithLength } from './long-runs.ts'

test('every length that a test reads has a value for long runs', () => {
  const read = [...testsWithLength().values()].flat()
  expect(read).toContain('KILL_RUNS')
  expect(read.filter((name) => !(name in longRuns))).toEqual([])
})
