import { pick, parseProps } from '@typecase/content-query/props'
import { MOST_PAYLOAD, type WebhookEvent } from '@typecase/contract/webhooks'

import type { App } from '../../app.ts'
import { mediaStore } from '../../content-api/media/media-store.ts'
import { toPublicObjects } from '../../content-api/objects/read-form.ts'
import { readerOf } from '../../content-api/objects/reader.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { mediaUrls } from '../media/media-url.ts'
import { toPublicMedia } from '../media/media-view.ts'
import type { StoredWebhook } from './store.ts'

/** What a delivery is about. */
export interface Told {
  readonly id: string
  readonly event: WebhookEvent
  readonly itemId: string
  /** What is sent of it once it is not there any more. */
  readonly item: object
  /** UNIX ms. */
  readonly triggeredAt: number
}

/** The body of a delivery, JSON: with the object or media as it is now. */
export async function bodyOf(
  app: App,
  access: BucketAccess,
  { resource, payload, props }: StoredWebhook,
  { id, event, itemId, item, triggeredAt }: Told,
): Promise<string> {
  const key = resource === 'objects' ? 'object' : 'media'
  const about = { id, resource, event, triggered_at: triggeredAt }
  const onlyId = { data: { [key]: { id: itemId } } }
  if (!payload) return JSON.stringify({ ...about, ...onlyId })
  const isThere = event !== 'deleted'
  const found = isThere ? await shown(app, access, resource, event, itemId) : undefined
  const asked = parseProps(props === '' ? undefined : props)
  const data = { [key]: { id: itemId, ...pick({ ...(found ?? item) }, asked) } }
  const isGone = isThere && !found
  const body = JSON.stringify({ ...about, data, ...(isGone && { is_gone: true }) })
  if (Buffer.byteLength(body) <= MOST_PAYLOAD) return body
  return JSON.stringify({ ...about, ...onlyId, payload_left_out: true })
}

/** The object or media as the content API shows it; nothing where it is not there any more. */
async function shown(
  app: App,
  access: BucketAccess,
  resource: StoredWebhook['resource'],
  event: WebhookEvent,
  id: string,
): Promise<object | undefined> {
  if (resource === 'media') {
    const [media] = await mediaStore(app, access).byIds([id])
    return media && toPublicMedia(media, await mediaUrls(app, access.bucketId))
  }
  const reader = await readerOf(app, access, { within: app.db.read })
  // `published` sends the published version, even if there is a newer draft by now.
  const versions =
    event === 'published' ? (['published', 'newest'] as const) : (['newest'] as const)
  for (const version of versions) {
    const rows = await reader.objects.byIds([id], version, { content: true, metadata: true })
    const reading = { version, props: 'all', depth: 0 } as const
    const [object] = await toPublicObjects(rows, reader, reading)
    if (object) return object
  }
  return undefined
}
