import { availableParallelism } from 'node:os'

import {
  ANONYMOUS_RATE,
  ASSISTANT_RATE,
  CONTENT_RATE,
  EXTENSION_RATE,
  IMAGE_RATE,
} from '../limits.ts'
import type { Clock } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import {
  type AddressRate,
  createAddressRate,
  createRequestRate,
  type RateOptions,
  type RequestRate,
} from './request-rate.ts'

/** Limits each caller's share of the server, so that others still get responses. */
export interface Admission {
  /** Rate of requests without a valid session or key, by address. */
  readonly anonymousRate: AddressRate
  /** Work for those requests, by address: hashing passwords and sending e-mails. */
  readonly anonymousWork: FairQueue
  /** Rate of assistants' requests, by session of their token. */
  readonly assistantRate: RequestRate
  /** Rate of image derivations, by address; cached images do not count. */
  readonly imageRate: AddressRate
  /** Rate of requests for files in extension frames, by address. */
  readonly extensionRate: AddressRate
  /** Files being sent, by address, until the client has read them. */
  readonly fileReads: FairQueue
  /** Rate of content API requests, by address; the scope is the bucket and the key. */
  readonly contentRate: AddressRate
  /** Content API requests that miss the cache, by holder of the key, until the client has read the response. */
  readonly contentReads: FairQueue
  /** Reads that may take long, by bucket. */
  readonly longReads: FairQueue
  /** Event streams about to be opened or refused, by session, or by key and address. */
  readonly streamOpenings: FairQueue
  /** Open event streams, by session or bucket key, and by address. */
  readonly streamsOfSession: FairQueue
  readonly streamsOfKey: FairQueue
  readonly streamsOfAddress: FairQueue
}

/** The number of database threads. One bucket may use all but one, which stays free for others. */
const LONG_READS = Math.max(3, Math.min(6, availableParallelism() + 1))
const streams = (runningPerLane: number) => ({
  running: 5000,
  runningPerLane,
  waitingPerLane: 0,
})

/** `RATE_LIMITS=off` lifts the limits on request rates. The limits on concurrent work stay. */
export function createAdmission({ RATE_LIMITS }: Settings, clock: Clock): Admission {
  const rate = (options: RateOptions): AddressRate =>
    RATE_LIMITS === 'off' ? () => {} : createAddressRate(clock, options)
  return {
    anonymousRate: rate(ANONYMOUS_RATE),
    assistantRate: RATE_LIMITS === 'off' ? () => {} : createRequestRate(clock, ASSISTANT_RATE),
    anonymousWork: createFairQueue({ running: 16, runningPerLane: 4, waitingPerLane: 100 }),
    imageRate: rate(IMAGE_RATE),
    extensionRate: rate(EXTENSION_RATE),
    fileReads: createFairQueue({ running: 2000, runningPerLane: 100, waitingPerLane: 1000 }),
    contentRate: rate(CONTENT_RATE),
    contentReads: createFairQueue({ running: 1000, runningPerLane: 8, waitingPerLane: 1000 }),
    longReads: createFairQueue({
      running: LONG_READS,
      runningPerLane: LONG_READS - 1,
      waitingPerLane: 200,
    }),
    streamOpenings: createFairQueue({ running: 1, runningPerLane: 1, waitingPerLane: 5000 }),
    streamsOfSession: createFairQueue(streams(30)),
    streamsOfKey: createFairQueue(streams(2000)),
    streamsOfAddress: createFairQueue(streams(300)),
  }
}
