import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { broughtBack } from '../objects/bring-back.ts'
import type { Failed } from './failures.ts'
import { problemsInTitles } from '../objects/bulk/reason-in-titles.ts'
import { takenValues, uniqueChange } from '../objects/metafield-values/unique-values.ts'
import { rankAgain, rememberAt } from '../objects/ranks.ts'
import { type StoredObject, type Stamp, trashed } from '../objects/state.ts'
import { readObject, readObjectsOfTypes } from '../objects/store.ts'
import type { TypeModel } from '../objects/type-model.ts'
import { findHoldersIn } from '../objects/unique-holders.ts'
import { type Batch, type CheckedServices, openBatch } from '../objects/write-objects.ts'
import type { ChangeSetItem, Reason } from './store.ts'

/** Why an object is left alone. */
const reasons = {
  gone: 'It was deleted for good since.',
  changed: 'It was changed since.',
  moved: 'It was moved again since.',
} as const

export interface Undone {
  restored: number
  skipped: Failed[]
  changeSetId: string | null
}

/**
 * Gives the objects of some items the state that they had before their change set, unless someone changed them since, or
 * another object has a value by now that has to be unique. What the set made goes to the trash; what it deleted comes back.
 */
export async function undoItems(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  items: readonly ChangeSetItem[],
  reason: Reason,
): Promise<Undone> {
  const ids = items.map((item) => item.object_id)
  const { objects, models } = await readObjectsOfTypes(write.db, access, ids, 'any')
  const stamp: Stamp = { now: services.clock.iso(), userId: access.userId }
  const taken = await takenByOthers(services, write, access, items, objects, models, stamp)
  const batch = openBatch(services, write, access, reason)
  const skipped: Failed[] = []
  let restored = 0
  for (const item of items) {
    const object = objects.get(item.object_id)
    const refusal = object ? (refusalOf(item, object) ?? taken.get(item.object_id)) : reasons.gone
    if (!object || refusal) {
      const title = object?.state.title ?? item.title
      skipped.push({ object_id: item.object_id, title, reason: refusal ?? reasons.gone })
      continue
    }
    await undoItem(services, write, access, batch, item, object, stamp)
    restored += 1
  }
  const { changeSetId } = await batch.close()
  return { restored, skipped, changeSetId }
}

const isMove = (item: ChangeSetItem) => item.rank_before !== null

function refusalOf(item: ChangeSetItem, { rank, state_rev }: StoredObject): string | undefined {
  if (isMove(item)) return rank === item.rank_after ? undefined : reasons.moved
  return state_rev === item.rev_after ? undefined : reasons.changed
}

/** Why objects cannot have their former values back, by id. Those that come back together make way for each other. */
async function takenByOthers(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  items: readonly ChangeSetItem[],
  objects: ReadonlyMap<string, StoredObject>,
  models: ReadonlyMap<string, TypeModel>,
  stamp: Stamp,
): Promise<ReadonlyMap<string, string>> {
  const changes = items.flatMap((item) => {
    const object = objects.get(item.object_id)
    if (!object || isMove(item) || refusalOf(item, object)) return []
    const { id, type, state } = object
    const after = item.before ?? trashed(state, stamp)
    return [uniqueChange(models.get(type), id, state, after)]
  })
  const taken = await takenValues(findHoldersIn(services, write.db, access), changes)
  return new Map(
    [...taken].map(([{ id, model }, details]) => [id ?? '', problemsInTitles(details, model)]),
  )
}

async function undoItem(
  { clock }: CheckedServices,
  write: Write,
  access: BucketAccess,
  batch: Batch,
  { before, rev_before, rank_before }: ChangeSetItem,
  object: StoredObject,
  stamp: Stamp,
): Promise<void> {
  if (rank_before !== null) {
    const rank = await rankAgain(write, access, object, rank_before)
    if (rank !== rank_before) await rememberAt(write.db, access, object, rank_before, rank)
    // Making room may have moved the object itself.
    await batch.move(await readObject(write.db, access, object.id, 'any'), rank)
    return
  }
  const mark = rev_before === null ? {} : { state_rev: rev_before }
  if (!before) await batch.put({ before: object, after: trashed(object.state, stamp) })
  else if (before.deleted_at !== null) {
    await batch.put({ before: object, after: trashed(before, stamp), ...mark })
  } else {
    const { state, isExact } = await broughtBack(
      write.db,
      access,
      object,
      before,
      stamp,
      clock.now(),
    )
    await batch.put({ before: object, after: state, ...(isExact && mark) })
  }
}

/** `Undo: Publish 3 objects`; undoing that is redoing. */
export function undoTitle(title: string): string {
  const [, word, rest = title] = /^(Undo|Redo): (.*)$/s.exec(title) ?? []
  return `${word === 'Undo' ? 'Redo' : 'Undo'}: ${rest}`
}
