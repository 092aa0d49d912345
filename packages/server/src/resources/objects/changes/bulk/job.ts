import type { BulkResult } from '@typecase/contract/objects'

import type { App } from '../../../../app.ts'
import { changeMany, registerWork, type Work } from '../../../../bulk/change-many.ts'
import { assertNoPage } from '../../../../bulk/make-plan.ts'
import type { Commit } from '../../../../http/handle.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { bulkTitle, changeObjects, contextIn } from './change-objects.ts'
import { type BulkChange, jobKindOf } from './change.ts'
import { bulkKinds, kindOf } from './kinds.ts'
import { idsInScope, modelsInScope, type ObjectScope } from '../../queries/scope.ts'
import type { Finding } from '../../queries/find-objects.ts'
import { readObjects, readObjectsOfTypes } from '../../store/store.ts'
import { loadUniqueValues } from '../../queries/unique-holders.ts'
import { assertWithinLimits, loadForLimits, type LimitContext } from '../../../plans/limits.ts'

/** Returns a kind of change as work on many objects. */
const workOf = (kind: string): Work<unknown> => ({
  kind: jobKindOf(kind),
  title: (params, count, only) => bulkTitle({ kind, params }, count, only),
  nameOf: async (db, access, id) => (await readObjects(db, access, [id])).get(id)?.state.title,
  async load(app, access, params, ids) {
    const { hasUniqueGuard, isAdding } = kindOf({ kind, params })
    if (isAdding) await loadForLimits(app, access)
    if (!hasUniqueGuard) return
    await loadUniqueValues(app, access, await modelsInScope(app, access, ids))
  },
  async prepare(app, access, params, ids) {
    const { isSlow, step } = kindOf({ kind, params })
    if (!isSlow) return
    const { objects, models } = await readObjectsOfTypes(app.db.read, access, ids)
    const context = contextIn(app, app.db.read, access)
    const stamp = { now: app.clock.iso(), userId: access.userId }
    for (const object of objects.values()) {
      if (isSlow(params, object))
        await step(params)(object, models.get(object.type), stamp, context)
    }
  },
  change: (app, write, access, params, ids, reason) =>
    changeObjects(app, write, access, { kind, params }, ids, reason),
})

export function registerBulkJobs(app: App): void {
  for (const kind of Object.keys(bulkKinds)) registerWork(app, workOf(kind))
}

/** A change of many objects that a call requests. */
export interface ChangeRequest {
  change: BulkChange
  scope: ObjectScope
  /** Whether to include the other locales of each object: those with the same type and slug. */
  allLocales?: boolean
  /** The ids of all objects, if known. */
  ids?: readonly string[]
}

/** Changes the objects that a call selects: immediately if they are few, or else by a job. */
export async function changeScope(
  app: App,
  access: BucketAccess,
  { change, scope, allLocales, ids: scopeIds }: ChangeRequest,
  commit: Commit,
): Promise<BulkResult> {
  assertNoPage(scope)
  const ids = scopeIds ?? (await idsInScope(app, access, scope, allLocales))
  await assertFits(app, access, change, ids)
  return changeIds(app, access, change, ids, commit)
}

/** Number of objects whose types are checked first. */
const FIRST_OBJECTS = 50

/**
 * @throws Failure `invalid` for a change that is invalid for all of these objects, `forbidden` if the plan has no room
 */
export async function assertFits(
  app: Finding & LimitContext,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
): Promise<void> {
  const { check, isAdding } = kindOf(change)
  if (isAdding) await assertWithinLimits(app, app.db.read, access, { objects: ids.length })
  if (!check) return
  const fits = async (some: readonly string[]) => {
    const models = await modelsInScope(app, access, some)
    await check(change.params, models, contextIn(app, app.db.read, access))
    return models.length > 0
  }
  // A call is valid if it fits one type. The types of all objects are only read if it fits none of the first few.
  const isSure =
    ids.length > FIRST_OBJECTS && (await fits(ids.slice(0, FIRST_OBJECTS)).catch(() => false))
  if (!isSure) await fits(ids)
}

/** Changes objects that `assertFits` has checked: immediately if they are few, or else by a job. */
export function changeIds(
  app: App,
  access: BucketAccess,
  change: BulkChange,
  requestedIds: readonly string[],
  commit: Commit,
): Promise<BulkResult> {
  const { kind, params } = change
  const ids = kindOf(change).isAdding ? requestedIds.toReversed() : requestedIds
  return changeMany(app, access, workOf(kind), params, ids, commit)
}
