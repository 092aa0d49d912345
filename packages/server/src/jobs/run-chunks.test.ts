import { expect, test } from 'vitest'

import { paceOf, writePace } from './run-chunks.ts'

test('the cost of objects is estimated by kind of job, or from all jobs before it is known', () => {
  const usual = writePace.estimate(1000)
  expect(paceOf('test.changes').estimate(1000)).toBe(usual)
  const copies = paceOf('test.copies', 2)
  expect(copies.estimate(1000)).toBe(usual * 2)

  copies.took(100, 5000)
  expect(copies.estimate(1000)).toBe(50_000)
  expect(paceOf('test.copies')).toBe(copies)
  expect(paceOf('test.changes').estimate(1000)).toBe(usual)
})
