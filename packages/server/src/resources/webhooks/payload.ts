import { pick, parseProps } from '@typecase/content-query/props'
import { MAX_PAYLOAD, type WebhookEvent } from '@typecase/contract/webhooks'

import type { App } from '../../app.ts'
import { mediaStore } from '../../content-api/media/media-store.ts'
import { toPublicObjects } from '../../content-api/objects/read-form.ts'
import { readerOf } from '../../content-api/objects/reader.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { mediaUrls } from '../media/media-url.ts'
import { toPublicMedia } from '../media/media-view.ts'
import { type ObjectVersion, publicVersion } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import { findRevisionAt } from '../revisions/store.ts'
import type { StoredWebhook } from './store.ts'

/** The subject of a delivery. */
export interface DeliverySubject {
  readonly id: string
  readonly event: WebhookEvent
  readonly itemId: string
  /** The object's `rev` at the event; undefined for media. */
  readonly rev: number | undefined
  /** The payload to send if the object or media no longer exists. */
  readonly item: object
  /** UNIX ms. */
  readonly triggeredAt: number
}

/**
 * Returns the JSON body of a delivery, with the object or media in its current state. For a publication, it has the
 * version that was published at that time.
 */
export async function bodyOf(
  app: App,
  access: BucketAccess,
  { resource, payload, props }: StoredWebhook,
  about: DeliverySubject,
): Promise<string> {
  const key = resource === 'objects' ? 'object' : 'media'
  const { id, event, itemId, item, rev, triggeredAt } = about
  const head = { id, resource, event, triggered_at: triggeredAt, ...(rev !== undefined && { rev }) }
  const onlyId = { data: { [key]: { id: itemId } } }
  if (!payload) return JSON.stringify({ ...head, ...onlyId })
  const isThere = event !== 'deleted'
  const publicItem = isThere ? await readPublicItem(app, access, resource, about) : undefined
  const requestedProps = parseProps(props === '' ? undefined : props)
  const data = { [key]: { id: itemId, ...pick({ ...(publicItem ?? item) }, requestedProps) } }
  const isMissing = isThere && !publicItem
  const body = JSON.stringify({ ...head, data, ...(isMissing && { is_gone: true }) })
  if (Buffer.byteLength(body) <= MAX_PAYLOAD) return body
  return JSON.stringify({ ...head, ...onlyId, payload_left_out: true })
}

/** Reads an object or media in the form of the content API; undefined if it no longer exists or is no longer public. */
async function readPublicItem(
  app: App,
  access: BucketAccess,
  resource: StoredWebhook['resource'],
  { event, itemId, rev }: DeliverySubject,
): Promise<object | undefined> {
  if (resource === 'media') {
    const [media] = await mediaStore(app, access).byIds([itemId])
    return media && toPublicMedia(media, await mediaUrls(app, access.bucketId))
  }
  const reader = await readerOf(app, access, { within: app.db.read })
  // A receiver of `published` must never get a draft, even if the object is no longer public.
  const version = event === 'published' ? 'published' : 'newest'
  const rows = await reader.objects.byIds([itemId], version, { content: true, metadata: true })
  const [row] = rows
  if (!row) return undefined
  const then = event === 'published' ? await publishedAt(app, access, itemId, rev) : undefined
  if (event === 'published' && !then) return undefined
  const reading = { version, props: 'all', depth: 0 } as const
  const [object] = await toPublicObjects([{ ...row, ...then }], reader, reading)
  return object
}

/** Reads the public version of an object at one of its revs; undefined if that revision no longer exists. */
async function publishedAt(
  { db }: App,
  access: BucketAccess,
  id: string,
  rev = 0,
): Promise<ObjectVersion | undefined> {
  const object = (await readObjects(db.read, access, [id])).get(id)
  const isNow = object?.rev === rev
  const state = isNow ? object.state : (await findRevisionAt(db.read, access, id, rev))?.state
  return (state && publicVersion(state)) ?? undefined
}
