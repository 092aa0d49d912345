import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import type { Job } from './jobs.ts'
import { bucketSlug } from './slugs.ts'

/** What the event stream of a bucket carries; `event:` is the kind and `data:` its JSON. */
export type BucketEvent =
  | { kind: 'version'; version: number }
  | { kind: 'job'; job: Job }
  /** What the reader may do here has changed: read the bucket again. A reader who may no longer listen is let go. */
  | { kind: 'access'; user_ids: string[] }
  | { kind: 'ping'; at: number }

export const bucketEvents = endpoint({
  id: 'events.stream',
  method: 'GET',
  path: '/events',
  auth: 'user',
  summary:
    'Server-sent events of a bucket: its version after each write, and the progress of jobs.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type('string'),
})
