import type { Clock } from '../clock.ts'
import { limited } from './failure.ts'

export interface RateOptions {
  /** Requests a second, on average. */
  readonly perSecond: number
  /** Requests at once after a while without any. */
  readonly burst: number
}

/** Counts a request of a key. @throws Failure `limited` when there were too many, with when to come again */
export type RequestRate = (key: string) => void

/** Keys that are remembered at least. */
const REMEMBERED = 10_000

interface Allowance {
  left: number
  at: number
}

/**
 * Limits how often each key may come, in memory: it costs less than any request that it lets through. What has to
 * outlive a restart, such as wrong passwords, is counted in `limits.ts`.
 * @see https://en.wikipedia.org/wiki/Token_bucket
 */
export function createRequestRate(clock: Clock, { perSecond, burst }: RateOptions): RequestRate {
  /** Of two generations: when the newer one is full, the older one is let go. */
  let recent = new Map<string, Allowance>()
  let older = new Map<string, Allowance>()

  return (key) => {
    const now = clock.now()
    const known = recent.get(key) ?? older.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, known.left + (Math.max(0, now - known.at) / 1000) * perSecond)
    if (recent.size >= REMEMBERED && !recent.has(key)) {
      older = recent
      recent = new Map()
    }
    recent.set(key, { left: Math.max(0, left - 1), at: now })
    if (left < 1) throw limited(Math.ceil((1 - left) / perSecond), 'Too many requests.')
  }
}
