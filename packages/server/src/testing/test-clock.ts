import type { Clock } from '../clock.ts'

export interface TestClock extends Clock {
  /** Moves the time on. */
  advance(ms: number): void
}

/** A clock that only advances when a test moves it. */
export function createTestClock(startAt = Date.UTC(2026, 0, 1)): TestClock {
  let time = startAt
  return {
    now: () => time,
    iso: () => new Date(time).toISOString(),
    advance: (ms) => void (time += ms),
  }
}
