import type { ChangeSet } from '@typecase/contract/change-sets'

import type { Reader } from '../../database/database.ts'
import type { App } from '../../app.ts'
import type { FailedItem } from '../../bulk/failures.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { moveUses } from '../import-export/move-uses.ts'
import type { MovedMedia, MediaAddress } from '../import-export/moved-media.ts'
import { readMedia } from '../media/store.ts'
import { undoMedia } from '../media/undo-media.ts'
import { planRestore, type RestorePlan } from '../objects/changes/restore-states.ts'
import type { CheckedServices } from '../objects/store/write-objects.ts'
import { releaseUndone } from '../releases/after-undo.ts'
import { type ChangedMedia, readChangedMedia } from './changed-media.ts'
import { type ChangeSetItem, markUndone, readItems, type Reason } from './store.ts'
import { formersOf, type Undone, undoItems } from './undo.ts'
import { importBehind } from './undo-import.ts'

interface Some {
  /** Maximum number of items to undo, starting with the last. */
  limit: number
  /** The position of the item that was undone last. */
  below?: number | undefined
  /** The items that the same write has skipped so far. */
  skipped?: readonly FailedItem[]
}

/** Number of objects that are undone between two pauses. */
export const SOME = 100

/** Plans the undo of all objects of a change set in one write. */
export function planUndo(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  undone: ChangeSet,
): Promise<RestorePlan> {
  async function* pages() {
    for (let below: number | undefined; ;) {
      const items = await readItems(write.db, access, undone.id, SOME, below)
      if (items.length === 0) return
      yield (await formersOf(write, access, items)).formers
      below = items.at(-1)?.place
      await write.pause()
    }
  }
  return planRestore(services, write, access, pages())
}

/**
 * Undoes some items of a change set of any kind. When media get a previous address back, the objects that refer to them
 * are updated, even if they were edited since.
 * @param plan the plan of a write that undoes all items, chunk by chunk
 * @returns the result, including the items skipped so far, and the position of the last item; undefined if no items
 * were left
 * @throws Failure `conflict` if the change set has already been undone
 */
export async function undoSome(
  services: CheckedServices & Pick<App, 'settings'>,
  write: Write,
  access: BucketAccess,
  undone: ChangeSet,
  { limit, below, skipped: before = [] }: Some,
  reason: Reason,
  plan?: RestorePlan,
): Promise<(Undone & { last: number }) | undefined> {
  const { db } = write
  const [items, media] = await lastItems(db, access, undone, limit, below)
  const last = Math.min(...[...items, ...media].map(({ place }) => place))
  if (last === Infinity) return undefined
  const none: Undone = { restored: 0, skipped: [], changeSetId: null }
  const ofObjects =
    items.length > 0 ? await undoItems(services, write, access, items, reason, plan) : none
  const goingOn = { ...reason, changeSetId: ofObjects.changeSetId ?? reason.changeSetId ?? null }
  const isOfImport = media.length > 0 && (await importBehind(db, access, undone)) !== undefined
  const ofMedia =
    media.length > 0 ? await undoMedia(services, write, access, media, goingOn, isOfImport) : none
  const changeSetId = ofMedia.changeSetId ?? ofObjects.changeSetId
  const isFirst = changeSetId !== null && changeSetId !== reason.changeSetId
  if (isFirst) {
    if (!(await markUndone(db, access, undone.id, changeSetId))) throw undoneBefore()
    await releaseUndone(db, access, undone.id, changeSetId, services.clock.iso())
  }
  const skipped = [...before, ...ofObjects.skipped, ...ofMedia.skipped]
  const restored = ofObjects.restored + ofMedia.restored
  const goesOn = changeSetId ?? reason.changeSetId
  if (!goesOn) return { restored, skipped, changeSetId, last }
  const moved = await movedMedia(db, access, media)
  const others = skipped.map(({ object_id }) => object_id)
  const why = { ...reason, changeSetId: goesOn }
  const uses = await moveUses(services, write, access, moved, why, others)
  return {
    restored: restored + uses.joined,
    skipped: skipped.filter(({ object_id }) => !uses.ids.has(object_id)),
    changeSetId,
    last,
  }
}

/** Finds media that objects may still refer to by another address than the current one. */
async function movedMedia(
  db: Reader,
  access: BucketAccess,
  items: readonly ChangedMedia[],
): Promise<MovedMedia[]> {
  const places = items.flatMap(({ media_id: id, before, after }) =>
    // `fieldsIn` created this value, so the cast is safe.
    [before, after].flatMap(({ address }) =>
      address ? [{ id, from: address as MediaAddress }] : [],
    ),
  )
  if (places.length === 0) return []
  const media = await readMedia(db, access, [...new Set(places.map(({ id }) => id))])
  return places.flatMap(({ id, from }) => {
    const to = media.get(id)
    return to && to.name !== from.name ? [{ from, to }] : []
  })
}

/** Reads the last objects and media of a change set below a position, up to a common limit. */
async function lastItems(
  db: Reader,
  access: BucketAccess,
  { id, subject }: ChangeSet,
  limit: number,
  below: number | undefined,
): Promise<[ChangeSetItem[], ChangedMedia[]]> {
  const items = subject === 'media' ? [] : await readItems(db, access, id, limit, below)
  const media = subject ? await readChangedMedia(db, access, id, limit, below) : []
  const places = [...items, ...media].map(({ place }) => place).toSorted((a, b) => b - a)
  const last = places[limit - 1] ?? 0
  return [items.filter(({ place }) => place >= last), media.filter(({ place }) => place >= last)]
}

export const undoneBefore = () => conflict('This is already undone.')
