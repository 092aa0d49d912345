import type { ChangeSet } from '@typecase/contract/change-sets'

import type { Write } from '../../database/write-queue.ts'
import { conflict } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { undoMedia } from '../media/undo-media.ts'
import type { CheckedServices } from '../objects/write-objects.ts'
import { releaseUndone } from '../releases/after-undo.ts'
import { readChangedMedia } from './changed-media.ts'
import { markUndone, readItems, type Reason } from './store.ts'
import { type Undone, undoItems } from './undo.ts'

interface Some {
  /** As many, the last ones first. */
  limit: number
  /** The last one of those that were undone before. */
  below?: number | undefined
}

/**
 * Undoes some items of a change set, of whatever it changed.
 * @returns what came of it, and the place of the last of them; nothing when there was none left
 * @throws Failure `conflict` when the change set was undone before
 */
export async function undoSome(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  undone: ChangeSet,
  { limit, below }: Some,
  reason: Reason,
): Promise<(Undone & { last: number }) | undefined> {
  const { db } = write
  const done = undone.subject === 'media' ? await ofMedia() : await ofObjects()
  if (!done) return undefined
  const { changeSetId } = done
  const isFirst = changeSetId !== null && changeSetId !== reason.changeSetId
  if (!isFirst) return done
  if (!(await markUndone(db, access, undone.id, changeSetId))) throw undoneBefore()
  await releaseUndone(db, access, undone.id, changeSetId, services.clock.iso())
  return done

  async function ofMedia() {
    const items = await readChangedMedia(db, access, undone.id, limit, below)
    const last = items.at(-1)
    if (!last) return undefined
    return { ...(await undoMedia(services, write, access, items, reason)), last: last.place }
  }

  async function ofObjects() {
    const items = await readItems(db, access, undone.id, limit, below)
    const last = items.at(-1)
    if (!last) return undefined
    return { ...(await undoItems(services, write, access, items, reason)), last: last.place }
  }
}

export const undoneBefore = () => conflict('This was undone before.')
