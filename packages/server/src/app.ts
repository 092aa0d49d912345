import type { FastifyBaseLogger } from 'fastify'

import type { Ai } from './ai/ai.ts'
import type { Clock } from './clock.ts'
import type { ColumnIndexes } from './columns/column-indexes.ts'
import type { Database } from './database/database.ts'
import type { Vercel } from './hosting/vercel.ts'
import type { Images } from './images/images.ts'
import type { BucketEvents } from './resources/events/bucket-events.ts'
import type { Payments } from './payments/payments.ts'
import type { Presence } from './resources/presence/presence.ts'
import type { StartThread } from './jobs/thread.ts'
import type { JobRunner } from './jobs/job.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PlanCache } from './bulk/plan-cache.ts'
import type { Admission } from './http/admission.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { Limits } from './http/limits.ts'
import type { SafeFetch } from './http/safe-fetch.ts'
import type { SafePost } from './http/safe-post.ts'
import type { Traffic } from './http/traffic.ts'
import type { ProductExtensions } from './resources/marketplace/product-extensions.ts'
import type { Sealer } from './secrets/sealer.ts'
import type { Metering } from './resources/plans/metering.ts'
import type { BucketSnapshots } from './resources/buckets/bucket-snapshots.ts'
import type { KeyUses } from './resources/buckets/key-uses.ts'
import type { Sessions } from './resources/users/sessions.ts'
import type { FileStore } from './storage/file-store.ts'
import type { Settings } from './settings/settings.ts'

/** The services for handlers and jobs. One instance per server; tests create their own. */
export interface App {
  readonly settings: Settings
  readonly clock: Clock
  readonly db: Database
  readonly log: FastifyBaseLogger
  readonly sealer: Sealer
  readonly sessions: Sessions
  readonly limits: Limits
  readonly admission: Admission
  readonly columns: ColumnIndexes
  readonly planCache: PlanCache
  readonly responseCache: ResponseCache
  readonly buckets: BucketSnapshots
  /** Stores the bytes of media. */
  readonly store: FileStore
  readonly images: Images
  /** Fetches files from addresses that users enter. */
  readonly safeFetch: SafeFetch
  /** Posts to addresses that users enter. */
  readonly safePost: SafePost
  readonly ai: Ai
  readonly vercel: Vercel
  readonly payments: Payments
  readonly mailer: Mailer
  readonly events: BucketEvents
  readonly presence: Presence
  readonly jobs: JobRunner<App>
  readonly startThread: StartThread
  /** Sends the deliveries in the webhook outbox. */
  readonly webhooks: {
    /** Number of requests in progress. */
    readonly running: number
    /** Checks for due deliveries at once instead of at the next second. */
    wake(): void
  }
  readonly traffic: Traffic
  readonly metering: Metering
  readonly keyUses: KeyUses
  readonly productExtensions: ProductExtensions
  /** Authenticates calls that the server makes to itself for an assistant; generated at each start. */
  readonly internalSecret: string
}
