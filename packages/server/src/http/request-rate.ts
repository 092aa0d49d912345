import type { Clock } from '../clock.ts'
import { rateLimited } from './failure.ts'
import { ipKey, widerNetworks } from './limits-keys.ts'

export interface RateOptions {
  /** Average requests per second. */
  readonly perSecond: number
  /** Requests at once after a pause. */
  readonly burst: number
}

/** Counts a request of a key. @throws Failure `limited` when there are too many, with the time to wait */
export type RequestRate = (key: string) => void

/**
 * Counts a request of an address.
 * @param scope a further part of the key
 * @throws Failure `limited`, as in `RequestRate`
 */
export type AddressRate = (ip: string, scope?: string) => void

/** Keys per generation. */
const MAX_KEYS = 10_000

/** Factors by which wider networks may exceed the rate of an address, widest first: a /32, a /48. */
const NETWORK_FACTORS = [16, 4] as const

interface Allowance {
  remaining: number
  at: number
}

/** The remaining requests of each key, in memory. */
class Allowances {
  readonly #clock: Clock
  readonly #options: RateOptions
  /** Two generations: when the newer one is full, the older one is dropped. */
  #recent = new Map<string, Allowance>()
  #older = new Map<string, Allowance>()

  constructor(clock: Clock, options: RateOptions) {
    this.#clock = clock
    this.#options = options
  }

  /** @throws Failure `limited` when a key has no requests left */
  assertAllowed(key: string): void {
    const remaining = this.#left(key)
    if (remaining >= 1) return
    throw rateLimited(Math.ceil((1 - remaining) / this.#options.perSecond), 'Too many requests.')
  }

  /** Subtracts a request. One that exceeds the rate restarts the wait. */
  take(key: string): void {
    const remaining = Math.max(0, this.#left(key) - 1)
    if (this.#recent.size >= MAX_KEYS && !this.#recent.has(key)) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, { remaining, at: this.#clock.now() })
  }

  #left(key: string): number {
    const { perSecond, burst } = this.#options
    const allowance = this.#recent.get(key) ?? this.#older.get(key)
    if (!allowance) return burst
    const seconds = Math.max(0, this.#clock.now() - allowance.at) / 1000
    return Math.min(burst, allowance.remaining + seconds * perSecond)
  }
}

/**
 * Limits the request rate of each key, in memory, which costs less than any request. `limits.ts` has the counts that
 * must survive a restart, such as wrong passwords.
 * @see https://en.wikipedia.org/wiki/Token_bucket
 */
export function createRequestRate(clock: Clock, options: RateOptions): RequestRate {
  const allowances = new Allowances(clock, options)
  return (key) => {
    try {
      allowances.assertAllowed(key)
    } finally {
      allowances.take(key)
    }
  }
}

/**
 * Limits the rate of an address and of its networks: otherwise the owner of a network could use a new address for each
 * request and evict the counters of all others. A refused request does not count towards wider networks.
 */
export function createAddressRate(clock: Clock, options: RateOptions): AddressRate {
  const ofAddress = createRequestRate(clock, options)
  const ofNetworks = NETWORK_FACTORS.map((factor) => {
    const burst = Math.max(options.burst, Math.min(options.burst * factor, MAX_KEYS / 2))
    return new Allowances(clock, { perSecond: options.perSecond * factor, burst })
  })
  return (ip, scope = '') => {
    const networks = widerNetworks(ip).map((network) => `${scope} ${network}`)
    for (const [n, key] of networks.entries()) ofNetworks[n]?.assertAllowed(key)
    ofAddress(`${scope} ${ipKey(ip)}`)
    for (const [n, key] of networks.entries()) ofNetworks[n]?.take(key)
  }
}
