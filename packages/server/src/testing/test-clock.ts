import type { Clock } from '../clock.ts'

export interface TestClock extends Clock {
  /** Advances the time. */
  advance(ms: number): void
}

/** Returns a clock that advances only when a test moves it. */
export function createTestClock(startAt = Date.UTC(2026, 0, 1)): TestClock {
  let time = startAt
  return {
    now: () => time,
    iso: () => new Date(time).toISOString(),
    advance: (ms) => void (time += ms),
  }
}
