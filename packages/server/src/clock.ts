/** The source of the current time, which tests can set. UNIX ms. */
export interface Clock {
  now(): number
  /** ISO-8601 UTC with milliseconds. */
  iso(): string
}

/**
 * Returns a stopped clock, so that all rows of one change have the same time.
 * @param at ISO-8601 UTC with milliseconds
 */
export function stoppedClock(at: string): Clock {
  const time = Date.parse(at)
  return { now: () => time, iso: () => at }
}

/** Returns a clock that runs from `startAt`, or the system clock without it. */
export function createClock(startAt?: number): Clock {
  const offset = startAt === undefined ? 0 : startAt - Date.now()
  const now = () => Date.now() + offset
  return { now, iso: () => new Date(now()).toISOString() }
}
