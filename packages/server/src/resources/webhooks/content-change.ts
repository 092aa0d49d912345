import type { WebhookEvent } from '@typecase/contract/webhooks'

import type { MediaFields } from '../media/media-fields.ts'
import type { StoredMedia } from '../media/store.ts'
import {
  type ObjectState,
  type ObjectVersion,
  publicVersion,
  type StoredObject,
} from '../objects/model/state.ts'

/** A change of content that may fire webhooks. */
export interface ContentChange {
  /** The events of the change. Publishing an edited draft is two events. */
  readonly events: readonly WebhookEvent[]
  readonly id: string
  /** The type of the object; undefined for media. */
  readonly type?: string
  /** The object's `rev` after the change; undefined for media. */
  readonly rev?: number
  readonly title: string
  /** Returns the payload to send if the object or media no longer exists. */
  itemOf(event: WebhookEvent): object
}

const fields = ['slug', 'title', 'content', 'locale', 'thumbnail', 'metadata'] as const

const isSameText = (a: ObjectVersion, b: ObjectVersion) =>
  fields.every((column) => a[column] === b[column])

/**
 * Classifies a change of an object. Restoring it from the trash counts as creation, since receivers were sent its
 * deletion.
 * @param before null for a new object
 */
export function changeOfObject(
  { id, type, rev, state }: StoredObject,
  before: ObjectState | null,
): ContentChange {
  return {
    events: eventsOf(before, state),
    id,
    type,
    rev,
    title: state.title,
    itemOf(event) {
      const version = event === 'published' ? publicVersion(state) : undefined
      const { slug, title, locale } = version ?? state
      return { id, type, slug, title, locale, status: version ? 'published' : state.status }
    },
  }
}

function eventsOf(before: ObjectState | null, after: ObjectState): WebhookEvent[] {
  const wasThere = before?.deleted_at === null
  const isThere = after.deleted_at === null
  if (!isThere) return wasThere ? ['deleted'] : []
  const was = before && wasThere ? publicVersion(before) : null
  const is = publicVersion(after)
  const events: WebhookEvent[] = []
  if (is && !(was && isSameText(was, is))) events.push('published')
  if (was && !is) events.push('unpublished')
  if (!before || !wasThere) return ['created', ...events]
  // Setting or clearing a scheduled publication changes no text, so it counts as an edit only if nothing else happened.
  const isEdited = !isSameText(before, after) || events.length === 0
  return isEdited ? ['edited', ...events] : events
}

type NamesOfMedia = Pick<StoredMedia, 'id' | 'name' | 'original_name' | 'type' | 'title' | 'folder'>

const mediaNames = ({ id, name, original_name, type, title, folder }: NamesOfMedia) => ({
  id,
  name,
  original_name,
  type,
  title,
  folder,
})

/** Classifies a change of a media. @param changed its new values */
export function changeOfMedia(before: StoredMedia, { deleted }: MediaFields): ContentChange {
  const event = deleted === true ? 'deleted' : deleted === false ? 'created' : 'edited'
  const itemOf = () => mediaNames(before)
  return { events: [event], id: before.id, title: before.label, itemOf }
}

export const newMedia = (media: NamesOfMedia): ContentChange => ({
  events: ['created'],
  id: media.id,
  title: media.title || media.original_name,
  itemOf: () => mediaNames(media),
})
