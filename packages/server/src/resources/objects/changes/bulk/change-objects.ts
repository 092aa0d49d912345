import type { BulkResult } from '@typecase/contract/objects'

import type { Outcome } from '../../../../bulk/change-many.ts'
import { nextSlice, sliceIsOver } from '../../../../columns/sorting.ts'
import type { Reader } from '../../../../database/database.ts'
import type { Write } from '../../../../database/write-queue.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import type { FailedItem } from '../../../../bulk/failures.ts'
import type { Reason } from '../../../change-sets/store.ts'
import type { BulkChange, BulkKind, StepResult, StepContext } from './change.ts'
import {
  withRequestedSlug,
  followedBefore,
  followingVersions,
  withFollowedSlug,
} from './shared-slugs.ts'
import { kindOf } from './kinds.ts'
import { prefetchHolders } from './holder-prefetch.ts'
import { refusalOf, refusalOfState } from '../../model/contributor-rules.ts'
import type { Finding } from '../../queries/find-objects.ts'
import { nextRank } from '../../store/ranks.ts'
import { freeSlug } from '../../store/slugs.ts'
import {
  isSameVersion,
  type ObjectState,
  publicVersion,
  type StoredObject,
} from '../../model/state.ts'
import { readObjectsOfTypes } from '../../store/store.ts'
import { findHoldersIn } from '../../queries/unique-holders.ts'
import { newObject, openBatch, type CheckedServices } from '../../store/write-objects.ts'

/** The reason for an id without an object; an object of another bucket gives the same reason. */
export const MISSING = 'This object no longer exists.'

/** Creates the context in which steps look things up. */
export const contextIn = (finding: Finding, db: Reader, access: BucketAccess): StepContext => ({
  db,
  access,
  freeSlug: (scope, preferredSlug, objectId) =>
    freeSlug(db, access, scope, preferredSlug, objectId),
  findHolders: findHoldersIn(finding, db, access),
})

/**
 * Applies one change to objects within one write. An object that refuses it is skipped with a reason; an object that
 * already has the requested state only counts as matched.
 */
export async function changeObjects(
  services: CheckedServices,
  write: Write,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
  reason: Reason,
): Promise<Outcome> {
  const { objects, models } = await readObjectsOfTypes(write.db, access, ids)
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const kind = kindOf(change)
  const step = kind.step(change.params)
  const here = contextIn(services, write.db, access)
  const ahead = await prefetchHolders(kind, step, objects.values(), models, stamp, here)
  const context = { ...here, findHolders: ahead.findHolders }
  const batch = openBatch(services, write, access, reason)
  const failed: FailedItem[] = []
  const copies: NonNullable<BulkResult['copies']> = []
  const followed = await followedBefore(write.db, access, ids, reason)
  const writtenIds = new Set<string>()
  const counts = { public: 0, went_live: 0 }
  for (const id of ids) {
    while (sliceIsOver()) await nextSlice()
    const before = objects.get(id)
    if (!before) {
      failed.push({ object_id: id, title: '', reason: MISSING })
      continue
    }
    const refusal = refusalBefore(access, kind, before)
    const result =
      refusal === undefined
        ? await step(withRequestedSlug(before, followed), models.get(before.type), stamp, context)
        : { reason: refusal }
    if (!result) continue
    const after = withinRole(access, before, withFollowedSlug(before, followed.get(id), result))
    if ('reason' in after) {
      failed.push({ object_id: id, title: before.state.title, reason: after.reason })
    } else if ('copy' in after) {
      const rank = await nextRank(write.db, access, before.type)
      const put = await batch.put(newObject(services, access, before.type, rank, after.copy))
      if (put) copies.push({ object_id: id, copy_id: put.id, title: put.state.title })
      if (put) writtenIds.add(put.id)
    } else {
      const others = await followingVersions(write.db, access, before, after, stamp)
      if ('reason' in others) {
        failed.push({ object_id: id, title: before.state.title, reason: others.reason })
        continue
      }
      for (const change of [{ before, after }, ...others]) {
        const put = await batch.put(change)
        if (!put) continue
        ahead.follow(change.before, change.after)
        if (put.id === id) {
          writtenIds.add(id)
          if (publicVersion(change.before.state)) counts.public += 1
          if (isNewInPublic(change.before.state, change.after)) counts.went_live += 1
        } else if (objects.has(put.id)) {
          // When the loop reaches this object itself, it continues from this state.
          const { rev, state } = change.before
          followed.set(put.id, followed.get(put.id) ?? { rev, slug: state.slug })
          objects.set(put.id, put)
        }
      }
    }
  }
  const { changeSetId } = await batch.close()
  return {
    matched: objects.size,
    modified: writtenIds.size,
    failed,
    changeSetId,
    counts,
    ...(copies.length > 0 && { answer: { copies: copies.toReversed() } }),
  }
}

/** Whether visitors see a different version afterwards, or see the object for the first time. */
function isNewInPublic(before: ObjectState, after: ObjectState): boolean {
  if (after.deleted_at !== null) return false
  const [was, is] = [publicVersion(before), publicVersion(after)]
  return is !== null && (was === null || !isSameVersion(was, is))
}

/** Returns the reason why the role may not change an object at all. A copy counts as the user's own object. */
export const refusalBefore = (
  access: BucketAccess,
  { isAdding }: Pick<BulkKind, 'isAdding'>,
  { type, created_by }: StoredObject,
): string | undefined =>
  refusalOf(access, { type, created_by: isAdding ? access.userId : created_by })

/** Returns the result of a step, or the reason why the role does not permit it. */
export function withinRole(
  access: BucketAccess,
  object: StoredObject,
  result: NonNullable<StepResult>,
): NonNullable<StepResult> {
  if ('reason' in result) return result
  const reason =
    'copy' in result
      ? refusalOfState(access, { type: object.type, created_by: access.userId }, null, result.copy)
      : refusalOfState(access, object, object.state, result)
  return reason === undefined ? result : { reason }
}

/** Returns a call's title for people: `Publish “Welcome”`, `Delete 1,284 objects`. */
export function bulkTitle(change: BulkChange, count: number, only?: string): string {
  return kindOf(change).title(change.params, formatObjectCount(count, only))
}

/** Formats one object as its title, and several as their number. */
export function formatObjectCount(count: number, only?: string): string {
  if (count === 1 && only !== undefined) return `“${only}”`
  return count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`
}
