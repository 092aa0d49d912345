import { expect, test } from 'vitest'

import { longRuns, testsWithLength } from './long-runs.ts'

test('each length that a test reads has a long value', () => {
  const read = [...testsWithLength().values()].flat()
  expect(read).toContain('KILL_RUNS')
  expect(read.filter((name) => !(name in longRuns))).toEqual([])
})
