import { describe, expect, test } from 'vitest'

import { createPace } from './pace.ts'

/** Runs chunks at a fixed cost per object. @returns the size that the pace settles on */
function sizeAt(pace: ReturnType<typeof createPace>, msEach: number, chunks = 30): number {
  for (let chunk = 0; chunk < chunks; chunk += 1) pace.took(pace.size, pace.size * msEach)
  return pace.size
}

describe('the pace of a job', () => {
  test('settles on chunks that take the intended time', () => {
    const pace = createPace(25, 100, 0.2)
    expect(sizeAt(pace, 0.1)).toBeCloseTo(250, -2)
    expect(sizeAt(pace, 0.5)).toBeCloseTo(50, -1)
  })

  test('reduces its chunks at once, and enlarges them little by little', () => {
    const pace = createPace(25, 400, 0.0625)
    pace.took(400, 200)
    expect(pace.size).toBe(50)
    pace.took(50, 1)
    expect(pace.size).toBeLessThanOrEqual(100)
  })

  test('stays within its bounds, and ignores empty chunks', () => {
    const pace = createPace(25, 100, 0.2)
    pace.took(0, 50)
    expect(pace.size).toBe(100)
    expect(sizeAt(pace, 0)).toBe(1000)
    expect(sizeAt(pace, 1000)).toBe(25)
  })

  test('estimates the time of further objects from the measured chunks', () => {
    const pace = createPace(25, 100, 0.5)
    expect(pace.estimate(1000)).toBe(500)
    sizeAt(pace, 0.25)
    expect(pace.estimate(1000)).toBeGreaterThanOrEqual(250)
    expect(pace.estimate(1000)).toBeLessThan(300)
  })
})
