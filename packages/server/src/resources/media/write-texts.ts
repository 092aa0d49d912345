import type { App } from '../../app.ts'
import { selectRows } from '../../database/run-sql.ts'
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
  const changeSetId = await openChangeSet(clock, write, access, reason)
  for (const { before, texts, changed } of real) {
    const after = { ...before.texts, ...texts }
    await selectRows(db, {
      text: 'UPDATE media SET title = ?, alt_text = ?, rev = rev + 1, modified_at = ?, modified_by = ?, version = ? WHERE id = ? AND bucket_id = ?',
      values: [
        after.title,
        after.alt_text,
        clock.iso(),
        access.userId,
        version,
        before.id,
        access.bucketId,
      ],
    })
    await keepChangedMedia(db, changeSetId, {
      media_id: before.id,
      title: before.label,
      before: only(before.texts, changed),
      after: only(after, changed),
    })
  }
  await setCount(db, changeSetId, reason, real.length)
  return { changeSetId, written: real.length }
}

const only = (texts: MediaTexts, fields: readonly (keyof MediaTexts)[]): Partial<MediaTexts> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]))
