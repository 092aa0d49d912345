import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import type { Job } from './jobs.ts'
import type { Present } from './presence.ts'
import { bucketSlug } from './slugs.ts'

/** A comment was added, edited, deleted, resolved or reacted to. */
export interface CommentEvent {
  kind: 'comment'
  change: 'add' | 'update' | 'delete' | 'resolve' | 'react'
  comment_id: string
  thread_id: string
  object_id: string
  /** The author of the change. */
  user_id: string | null
  /** Users whom the change newly mentions. */
  mentions: string[]
}

/** An event of a bucket's stream; `event:` is the kind and `data:` its JSON. */
export type BucketEvent =
  | { kind: 'version'; version: number }
  | { kind: 'job'; job: Job }
  | CommentEvent
  /** Everyone who has an object open, sent after one of them arrives, moves to another field, or leaves. */
  | { kind: 'presence'; object_id: string; people: Present[] }
  /**
   * The permissions of these users have changed, so they have to read the bucket again. Users without access are
   * disconnected.
   */
  | { kind: 'access'; user_ids: string[] }
  | { kind: 'ping'; at: number }

export const bucketEvents = endpoint({
  id: 'events.stream',
  method: 'GET',
  path: '/events',
  auth: 'user',
  summary:
    'Streams the server-sent events of a bucket: its version after each write, the progress of jobs, comments, and who has an object open.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type('string'),
  isEventStream: true,
})
