import type { App } from '../../app.ts'
import './tables.ts'
import { prepared } from '../../database/prepared.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { keepChangedMedia } from '../change-sets/changed-media.ts'
import { openChangeSet, type Reason, setCount } from '../change-sets/store.ts'
import { mediaFields, type MediaTexts, type StoredMedia } from './store.ts'

/** A media that a write gives other texts. */
export interface MediaChange {
  before: StoredMedia
  /** Those that become others. */
  texts: Partial<MediaTexts>
}

/**
 * Gives media other texts, in one write and for one reason: it records a change set and raises the bucket's version once,
 * and does neither where nothing changes.
 */
export async function writeTexts(
  { clock, events }: Pick<App, 'clock' | 'events'>,
  write: Write,
  access: BucketAccess,
  changes: readonly MediaChange[],
  reason: Reason,
): Promise<{ changeSetId: string | null; written: number }> {
  const real = changes.flatMap(({ before, texts }) => {
    const changed = mediaFields.filter(
      (field) => texts[field] !== undefined && texts[field] !== before.texts[field],
    )
    return changed.length > 0 ? [{ before, texts, changed }] : []
  })
  if (real.length === 0) return { changeSetId: null, written: 0 }
  const { db } = write
  const version = await bucketChanged({ events }, write, access)
  const opened = await openChangeSet(clock, write, access, version, reason)
  const { changeSetId } = opened
  for (const [n, { before, texts, changed }] of real.entries()) {
    const after = { ...before.texts, ...texts }
    await updateTexts(db, {
      ...after,
      modified_at: clock.iso(),
      modified_by: access.userId,
      version,
      bucket_id: access.bucketId,
      id: before.id,
    })
    await keepChangedMedia(db, access, changeSetId, {
      place: opened.place + n,
      media_id: before.id,
      title: before.label,
      before: only(before.texts, changed),
      after: only(after, changed),
    })
  }
  await setCount(db, access, changeSetId, reason, real.length)
  return { changeSetId, written: real.length }
}

interface TextsWritten extends MediaTexts {
  modified_at: string
  modified_by: string | null
  version: number
  bucket_id: string
  id: string
}

const updateTexts = prepared((db, row: TextsWritten) =>
  db
    .updateTable('media')
    .set((eb) => ({
      title: row.title,
      alt_text: row.alt_text,
      rev: eb('rev', '+', 1),
      modified_at: row.modified_at,
      modified_by: row.modified_by,
      version: row.version,
    }))
    .where('bucket_id', '=', row.bucket_id)
    .where('id', '=', row.id),
)

const only = (texts: MediaTexts, fields: readonly (keyof MediaTexts)[]): Partial<MediaTexts> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]))
