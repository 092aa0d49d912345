import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { ChangedMedia } from '../change-sets/changed-media.ts'
import type { FailedItem } from '../../bulk/failures.ts'
import type { Reason } from '../change-sets/store.ts'
import type { CheckedServices } from '../objects/store/write-objects.ts'
import { changedFields } from './media-fields.ts'
import { usedNames } from './media-uses.ts'
import { publishedUseRefusals } from './published-use.ts'
import { readMedia, type StoredMedia } from './store.ts'
import { type MediaChange, writeMedia } from './write-media.ts'

/**
 * Restores the media of some items to their state before the change set, unless a field that the change set changed has
 * been changed again since. Other fields do not matter.
 * @param keepsUsed whether to keep media that objects use, instead of moving it to the trash
 */
export async function undoMedia(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  items: readonly ChangedMedia[],
  reason: Reason,
  keepsUsed = false,
): Promise<{ restored: number; skipped: FailedItem[]; changeSetId: string | null }> {
  const ids = items.map(({ media_id }) => media_id)
  const media = await readMedia(write.db, access, ids)
  const files = items.filter(changesFile).flatMap(({ media_id }) => media.get(media_id) ?? [])
  const refusals = await publishedUseRefusals(services, write.db, access, files)
  const added = items.filter(({ before }) => before['deleted'] === true)
  const names = added.flatMap(({ media_id }) => media.get(media_id)?.name ?? [])
  const used = keepsUsed ? await usedNames(services, write.db, access, names) : undefined
  const skipped: FailedItem[] = []
  const changes: MediaChange[] = []
  for (const item of items) {
    const before = media.get(item.media_id)
    const refusal =
      refusalOf(item, before) ??
      (before && item.before['deleted'] === true && used?.has(before.name) ? IN_USE : undefined) ??
      (before && changesFile(item) ? refusals.get(before.name) : undefined)
    if (before && refusal === undefined) changes.push({ before, after: item.before })
    else {
      const title = before?.label ?? item.title
      skipped.push({ object_id: item.media_id, title, reason: refusal ?? GONE })
    }
  }
  const { changeSetId, written } = await writeMedia(services, write, access, changes, reason)
  return { restored: written, skipped, changeSetId }
}

/** Whether undoing the item changes the file of a media or moves it to the trash. */
const changesFile = ({ before }: ChangedMedia): boolean =>
  'file' in before || before['deleted'] === true

const IN_USE = 'Objects use it.'
const GONE = 'It has since been deleted for good.'

function refusalOf({ after }: ChangedMedia, media: StoredMedia | undefined): string | undefined {
  if (!media) return GONE
  if (media.deleted_at !== null && after['deleted'] !== true) return 'It is in the trash.'
  const isChanged = Object.keys(changedFields(media, after)).length > 0
  return isChanged ? 'It has changed since.' : undefined
}
