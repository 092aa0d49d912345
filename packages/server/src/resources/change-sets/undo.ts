import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Former, type RestorePlan, restoreStates } from '../objects/changes/restore-states.ts'
import type { StoredObject } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import type { CheckedServices } from '../objects/store/write-objects.ts'
import type { FailedItem } from '../../bulk/failures.ts'
import type { ChangeSetItem, Reason } from './store.ts'

/** The reasons for skipping an object. */
const reasons = {
  deleted: 'It has since been deleted for good.',
  changed: 'It has changed since.',
  moved: 'It has been moved again since.',
} as const

export interface Undone {
  restored: number
  skipped: FailedItem[]
  changeSetId: string | null
}

/**
 * Restores objects to their state before a change set, unless they changed since or cannot be restored. Objects that
 * the change set created move to the trash; objects that it deleted are restored.
 * @param plan the plan of a write that undoes more items than these
 */
export async function undoItems(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  items: readonly ChangeSetItem[],
  reason: Reason,
  plan?: RestorePlan,
): Promise<Undone> {
  const { objects, formers, refused } = await formersOf(write, access, items)
  const done = await restoreStates(services, write, access, formers, reason, plan)
  const skipped = items.flatMap(({ object_id, title }): FailedItem[] => {
    const refusal = refused.get(object_id) ?? done.refused.get(object_id)
    if (refusal === undefined) return []
    return [{ object_id, title: objects.get(object_id)?.state.title ?? title, reason: refusal }]
  })
  return { restored: done.restored, skipped, changeSetId: done.changeSetId }
}

/** Determines the previous states to restore for some items, and the reasons for skipped items by object id. */
export async function formersOf(
  { db }: Write,
  access: BucketAccess,
  items: readonly ChangeSetItem[],
) {
  const ids = items.map((item) => item.object_id)
  const objects = await readObjects(db, access, ids, 'any')
  const refusals = new Map<string, string>()
  const formers = items.flatMap((item): Former[] => {
    const object = objects.get(item.object_id)
    const refusal = object ? refusalOf(item, object) : reasons.deleted
    if (refusal !== undefined) refusals.set(item.object_id, refusal)
    if (!object || refusal !== undefined) return []
    const { before: state, rev_before: state_rev, rank_before: rank } = item
    return [rank === null ? { object, state, state_rev } : { object, rank }]
  })
  return { objects, formers, refused: refusals }
}

function refusalOf(item: ChangeSetItem, { rank, state_rev }: StoredObject): string | undefined {
  if (item.rank_before !== null) return rank === item.rank_after ? undefined : reasons.moved
  return state_rev === item.rev_after ? undefined : reasons.changed
}

/** Returns the title of an undo: `Undo: Publish 3 objects`. Undoing an undo is a redo. */
export function undoTitle(title: string): string {
  const [, word, rest = title] = /^(Undo|Redo): (.*)$/s.exec(title) ?? []
  return `${word === 'Undo' ? 'Redo' : 'Undo'}: ${rest}`
}
