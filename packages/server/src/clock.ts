/** The time, so that tests can set it. UNIX ms. */
export interface Clock {
  now(): number
  /** ISO-8601 UTC with milliseconds. */
  iso(): string
}

/** A clock that does not run: all rows of one change have the same time. @param at ISO-8601 UTC with milliseconds */
export function stoppedClock(at: string): Clock {
  const time = Date.parse(at)
  return { now: () => time, iso: () => at }
}

/** A clock that runs from `startAt`, or the real one. */
export function createClock(startAt?: number): Clock {
  const offset = startAt === undefined ? 0 : startAt - Date.now()
  const now = () => Date.now() + offset
  return { now, iso: () => new Date(now()).toISOString() }
}
