import { type } from 'arktype'

import { bucketParams } from './content.ts'
import { endpoint } from './endpoint.ts'

/** A change to the published version of an object. */
export type LiveChange = 'published' | 'changed' | 'unpublished' | 'deleted' | 'restored'

/** An object whose published version changed. */
export interface LiveObject {
  id: string
  type: string
  /** Slug of the published version, or of the last one that was published. */
  slug: string
  /** The slug before this change, if it was different. */
  former_slug?: string
  locale: string | null
  change: LiveChange
}

/** The data of a `change` event. */
export interface LiveEvent {
  /** The version of the bucket after the change. */
  version: number
  /** The changed objects. Null: too many to list, so all objects of `types` may have changed. */
  objects: LiveObject[] | null
  /** The types of the changed objects. Null: anything may have changed. */
  types: string[] | null
}

export const liveObjects = endpoint({
  id: 'content.objects.live',
  method: 'GET',
  path: '/objects/live',
  base: 'content',
  auth: 'read',
  summary:
    'Streams server-sent events: a `change` whenever published objects change, with their ids, types and slugs.',
  params: bucketParams,
  query: () => type({ 'read_key?': 'string <= 200', 'write_key?': 'string <= 200' }),
  response: () => type('string'),
  isEventStream: true,
})
