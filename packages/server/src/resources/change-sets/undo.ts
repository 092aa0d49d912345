import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Former, restoreStates } from '../objects/restore-states.ts'
import type { StoredObject } from '../objects/state.ts'
import { readObjects } from '../objects/store.ts'
import type { CheckedServices } from '../objects/write-objects.ts'
import type { Failed } from '../../bulk/failures.ts'
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
 * they cannot have it again. What the set made goes to the trash; what it deleted comes back.
 */
export async function undoItems(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  given: readonly ChangeSetItem[],
  reason: Reason,
): Promise<Undone> {
  const items = asOnePerObject(given)
  const ids = items.map((item) => item.object_id)
  const objects = await readObjects(write.db, access, ids, 'any')
  const why = new Map<string, string>()
  const formers = items.flatMap((item): Former[] => {
    const object = objects.get(item.object_id)
    const refusal = object ? refusalOf(item, object) : reasons.gone
    if (refusal !== undefined) why.set(item.object_id, refusal)
    if (!object || refusal !== undefined) return []
    const { before: state, rev_before: state_rev, rank_before: rank } = item
    return [rank === null ? { object, state, state_rev } : { object, rank }]
  })
  const done = await restoreStates(services, write, access, formers, reason)
  for (const [id, refusal] of done.refused) why.set(id, refusal)
  const skipped = items.flatMap(({ object_id, title }): Failed[] => {
    const refusal = why.get(object_id)
    if (refusal === undefined) return []
    return [{ object_id, title: objects.get(object_id)?.state.title ?? title, reason: refusal }]
  })
  return { restored: done.restored, skipped, changeSetId: done.changeSetId }
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
