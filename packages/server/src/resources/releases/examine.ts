import type { Reader } from '../../database/database.ts'
import type { FailedItem } from '../../bulk/failures.ts'
import { someOf } from '../../jobs/pace.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import {
  MISSING,
  contextIn,
  withinRole,
  refusalBefore,
} from '../objects/changes/bulk/change-objects.ts'
import { kindOf } from '../objects/changes/bulk/kinds.ts'
import { problemsInTitles } from '../objects/changes/bulk/reason-in-titles.ts'
import {
  hasUnique,
  takenValues,
  type UniqueChange,
  uniqueChange,
} from '../objects/model/values/unique-values.ts'
import { readObjectsOfTypes } from '../objects/store/store.ts'
import { findHoldersIn } from '../objects/queries/unique-holders.ts'
import { type CheckedServices, isSame } from '../objects/store/write-objects.ts'
import { idsOfRelease, type StoredRelease, titlesInRelease } from './store.ts'

/** The effect of publishing a release. */
export interface ReleaseEffect {
  /** Objects that would become public, or whose draft would. */
  readonly changing: readonly string[]
  /** Objects that are already public and unchanged. */
  readonly unchanged: number
  /** Objects that block the whole release. */
  readonly problems: readonly FailedItem[]
}

/** Initial estimate of the time per object, ms. */
const MS_EACH = 0.1

const IN_TRASH = 'It is in the trash.'

/**
 * Checks whether all objects of a release can be published, by the rules for single objects. Unique values are looked
 * up once for all of them, because the objects of a release count as published together.
 * @param pause lets other work run; called after every few objects
 */
export async function examineRelease(
  services: CheckedServices,
  db: Reader,
  access: BucketAccess,
  release: StoredRelease,
  signal?: AbortSignal,
  pause: () => Promise<void> = async () => {},
): Promise<ReleaseEffect> {
  const kind = kindOf({ kind: 'publish', params: null })
  const step = kind.step(null)
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const findHolders = findHoldersIn(services, db, access)
  // The steps look up no unique values; all of these are looked up together at the end.
  const context = { ...contextIn(services, db, access), findHolders: async () => new Map() }
  const reasons = new Map<string, FailedItem>()
  const refuse = (object_id: string, title: string, reason: string) =>
    reasons.set(object_id, { object_id, title, reason })
  const unique = new Map<UniqueChange, string>()
  const changing: string[] = []
  const ids = await idsOfRelease(db, access, release.id)
  let unchanged = 0
  for await (const some of someOf(ids, signal, MS_EACH)) {
    const { objects, models } = await readObjectsOfTypes(db, access, some, 'any')
    const missingIds = some.filter((id) => !objects.has(id))
    const titles =
      missingIds.length > 0 ? await titlesInRelease(db, access, release.id, missingIds) : undefined
    for (const id of missingIds) refuse(id, titles?.get(id) ?? '', MISSING)
    for (const id of some) {
      const object = objects.get(id)
      if (!object) continue
      const { state, type } = object
      const refusal = state.deleted_at === null ? refusalBefore(access, kind, object) : IN_TRASH
      const model = models.get(type)
      const result =
        refusal === undefined ? await step(object, model, stamp, context) : { reason: refusal }
      const after = result && withinRole(access, object, result)
      if (after && 'reason' in after) refuse(id, state.title, after.reason)
      else if (!after || 'copy' in after || isSame(state, after)) unchanged += 1
      else {
        changing.push(id)
        if (hasUnique(model)) unique.set(uniqueChange(model, id, state, after), state.title)
      }
    }
    await pause()
  }
  for (const [change, details] of await takenValues(findHolders, [...unique.keys()])) {
    const { id, model } = change
    refuse(id ?? '', unique.get(change) ?? '', problemsInTitles(details, model))
  }
  return { changing, unchanged, problems: ids.flatMap((id) => reasons.get(id) ?? []) }
}
