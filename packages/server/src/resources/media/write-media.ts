import type { App } from '../../app.ts'
import './tables.ts'
import { prepared } from '../../database/prepared.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { contentChanged } from '../buckets/bucket-changed.ts'
import { ANYTHING } from '../events/live-changes.ts'
import { keepChangedMedia } from '../change-sets/changed-media.ts'
import { openChangeSet, type Reason, setCount } from '../change-sets/store.ts'
import { type Additions, type LimitContext, takeWithinLimits } from '../plans/limits.ts'
import { webhookBatch } from '../webhooks/fire.ts'
import { changeOfMedia } from '../webhooks/content-change.ts'
import {
  changedFields,
  fieldsIn,
  fileOf,
  type MediaColumns,
  type MediaFields,
  withFields,
} from './media-fields.ts'
import type { StoredMedia } from './store.ts'

/** A media with the new values of the fields that a write changes. */
export interface MediaChange {
  before: StoredMedia
  after: MediaFields
}

/**
 * Changes media within one write and for one reason. If anything changes, it records a change set and raises the
 * bucket's version once.
 */
export async function writeMedia(
  services: Pick<App, 'clock' | 'events'> & LimitContext,
  write: Write,
  access: BucketAccess,
  changes: readonly MediaChange[],
  reason: Reason,
): Promise<{ changeSetId: string | null; written: number }> {
  const real = changes.flatMap(({ before, after }) => {
    const changed = changedFields(before, after)
    return Object.keys(changed).length > 0 ? [{ before, changed }] : []
  })
  if (real.length === 0) return { changeSetId: null, written: 0 }
  const { db } = write
  const { clock, events } = services
  await takeWithinLimits(services, write, access, roomFor(real, clock.iso()))
  // Objects of any type may show the files, with their alternative texts.
  const anyChange = () => ANYTHING
  const { version, firesWebhooks } = await contentChanged({ events }, write, access, anyChange)
  const firing = firesWebhooks ? webhookBatch(clock, write, access, 'media') : undefined
  const changeSet = await openChangeSet(clock, write, access, version, reason)
  const { changeSetId } = changeSet
  const stamp = { now: clock.iso(), userId: access.userId }
  for (const [n, { before, changed }] of real.entries()) {
    await updateMedia(db, {
      ...withFields(before, changed, stamp),
      modified_at: stamp.now,
      modified_by: stamp.userId,
      version,
      bucket_id: access.bucketId,
      id: before.id,
    })
    await keepChangedMedia(db, access, changeSetId, {
      place: changeSet.place + n,
      media_id: before.id,
      title: before.label,
      before: fieldsIn(before, Object.keys(changed)),
      after: changed,
    })
    firing?.add(changeOfMedia(before, changed))
  }
  await setCount(db, access, changeSetId, reason, real.length)
  await firing?.fire()
  return { changeSetId, written: real.length }
}

/** Returns the quota that the changes need: for restored media, and for files that grow. */
function roomFor(
  changes: readonly { before: StoredMedia; changed: MediaFields }[],
  now: string,
): Additions {
  const room = { media_files: 0, media_storage: 0 }
  for (const { before, changed } of changes) {
    const after = withFields(before, changed, { now, userId: null })
    for (const [media, sign] of [
      [after, 1],
      [before, -1],
    ] as const) {
      if (media.deleted_at !== null) continue
      room.media_files += sign
      room.media_storage += sign * (media.file_id === null ? 0 : media.size)
    }
  }
  return room
}

interface MediaWritten extends MediaColumns {
  modified_at: string
  modified_by: string | null
  version: number
  bucket_id: string
  id: string
}

const updateMedia = prepared((db, row: MediaWritten) =>
  db
    .updateTable('media')
    .set((eb) => ({
      title: row.title,
      alt_text: row.alt_text,
      folder: row.folder,
      metadata: row.metadata,
      deleted_at: row.deleted_at,
      deleted_by: row.deleted_by,
      ...fileOf(row),
      name: row.name,
      location: row.location,
      replaced: row.replaced,
      rev: eb('rev', '+', 1),
      modified_at: row.modified_at,
      modified_by: row.modified_by,
      version: row.version,
    }))
    .where('bucket_id', '=', row.bucket_id)
    .where('id', '=', row.id),
)
