import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Former, type RestorePlan, restoreStates } from '../objects/changes/restore-states.ts'
import type { StoredObject } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import type { CheckedServices } from '../objects/store/write-objects.ts'
import type { Failed } from '../../bulk/failures.ts'
import type { ChangeSetItem, Reason } from './store.ts'

/** Why an object is left alone. */
const reasons = {
  gone: 'It has since been deleted for good.',
  changed: 'It has changed since.',
  moved: 'It has been moved again since.',
} as const

export interface Undone {
  restored: number
  skipped: Failed[]
  changeSetId: string | null
}

/**
 * Gives the objects of some items the state that they had before their change set, unless someone changed them since, or
 * they cannot have it again. What the set made goes to the trash; what it deleted comes back.
 * @param plan of a write that undoes more than these
 */
export async function undoItems(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  all: readonly ChangeSetItem[],
  reason: Reason,
  plan?: RestorePlan,
): Promise<Undone> {
  const { items, objects, formers, refused } = await formersOf(write, access, all)
  const done = await restoreStates(services, write, access, formers, reason, plan)
  const skipped = items.flatMap(({ object_id, title }): Failed[] => {
    const refusal = refused.get(object_id) ?? done.refused.get(object_id)
    if (refusal === undefined) return []
    return [{ object_id, title: objects.get(object_id)?.state.title ?? title, reason: refusal }]
  })
  return { restored: done.restored, skipped, changeSetId: done.changeSetId }
}

/** What the objects of some items are to have again, and why the others are left alone, by id. */
export async function formersOf(
  { db }: Write,
  access: BucketAccess,
  all: readonly ChangeSetItem[],
) {
  const items = asOnePerObject(all)
  const ids = items.map((item) => item.object_id)
  const objects = await readObjects(db, access, ids, 'any')
  const refused = new Map<string, string>()
  const formers = items.flatMap((item): Former[] => {
    const object = objects.get(item.object_id)
    const refusal = object ? refusalOf(item, object) : reasons.gone
    if (refusal !== undefined) refused.set(item.object_id, refusal)
    if (!object || refusal !== undefined) return []
    const { before: state, rev_before: state_rev, rank_before: rank } = item
    return [rank === null ? { object, state, state_rev } : { object, rank }]
  })
  return { items, objects, formers, refused }
}

/**
 * One change set may hold an object twice: by its own change, and by that of a version in another locale, whose slug it
 * shares. Items come last first: the object has to be as the first of them says, and gets back what the last of them says.
 */
function asOnePerObject(items: readonly ChangeSetItem[]): ChangeSetItem[] {
  const byObject = new Map<string, ChangeSetItem>()
  const moves: ChangeSetItem[] = []
  for (const item of items) {
    const later = byObject.get(item.object_id)
    if (item.rank_before !== null) moves.push(item)
    else if (!later) byObject.set(item.object_id, item)
    else {
      const { before, rev_before } = item
      byObject.set(item.object_id, { ...later, before, rev_before })
    }
  }
  return [...byObject.values(), ...moves]
}

function refusalOf(item: ChangeSetItem, { rank, state_rev }: StoredObject): string | undefined {
  if (item.rank_before !== null) return rank === item.rank_after ? undefined : reasons.moved
  return state_rev === item.rev_after ? undefined : reasons.changed
}

/** `Undo: Publish 3 objects`; undoing that is redoing. */
export function undoTitle(title: string): string {
  const [, word, rest = title] = /^(Undo|Redo): (.*)$/s.exec(title) ?? []
  return `${word === 'Undo' ? 'Redo' : 'Undo'}: ${rest}`
}
