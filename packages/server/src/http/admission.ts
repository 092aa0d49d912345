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

/** The share of the server one caller may use, so that others still get responses. */
export interface Admission {
  /** Requests of an address that come without a valid session or key. */
  readonly anonymousRate: AddressRate
  /** Work for them, by address: passwords are hashed, e-mails are sent. */
  readonly anonymousWork: FairQueue
  /** Requests of assistants, by session of their token. */
  readonly assistantRate: RequestRate
  /** Derived images that must be computed; cached ones do not count. By address. */
  readonly imageRate: AddressRate
  /** Files of extensions' frames, by address. */
  readonly extensionRate: AddressRate
  /** Files that are sent, by address, until the client has read them. */
  readonly fileReads: FairQueue
  /** Requests to the content API, by address and, as its scope, bucket and key. */
  readonly contentRate: AddressRate
  /** Content API requests that no cached response serves, until the client has read the response. */
  readonly contentReads: FairQueue
  /** Reads that may take long, by bucket. */
  readonly longReads: FairQueue
  /** Event streams that are about to be opened or refused, by session, or by key and address. */
  readonly streamOpenings: FairQueue
  /** Event streams that are open, by session or bucket key, and by address. */
  readonly streamsOfSession: FairQueue
  readonly streamsOfKey: FairQueue
  readonly streamsOfAddress: FairQueue
}

/** The number of the database's threads; one bucket leaves a slot to others. */
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
