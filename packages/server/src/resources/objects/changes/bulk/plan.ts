import type { App } from '../../../../app.ts'
import type { Look, PlanRows } from '../../../../bulk/plan.ts'
import { nextSlice, sliceIsOver } from '../../../../columns/sorting.ts'
import { paceOf } from '../../../../jobs/run-chunks.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { MISSING, contextIn, refusalBefore, withinRole } from './change-objects.ts'
import {
  type BulkChange,
  type NextState,
  jobKindOf,
  type StepResult,
  type StepContext,
} from './change.ts'
import { createClaims } from './claims.ts'
import { kindOf } from './kinds.ts'
import { prefetchHolders } from './holder-prefetch.ts'
import { mainStatus, type StoredObject } from '../../model/state.ts'
import { readObjectsOfTypes } from '../../store/store.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { isSame } from '../../store/write-objects.ts'

/** The cost of a copy relative to a change: it adds a row and its index entries. */
const COPIES = 2

/** Collects the rows of a plan that people see. */
export interface ObjectRows<Row = unknown> extends PlanRows<Row> {
  /** Receives an object before its step. @returns whether the step may change the object */
  sees?(object: StoredObject, model: TypeModel | undefined): Promise<boolean>
  /** Receives an object that the step changes. @param slugs the slugs that the step received, in order */
  changes?(
    object: StoredObject,
    result: NextState,
    model: TypeModel | undefined,
    slugs: readonly string[],
  ): void
}

/** Returns initial estimates: milliseconds per object of a plan, and the time of a change. */
export const costsOf = (change: BulkChange) => ({
  msEach: 0.1,
  estimate: (count: number) =>
    paceOf(jobKindOf(change.kind), kindOf(change).isAdding ? COPIES : 1).estimate(count),
})

/**
 * Runs the steps of a change in the order of its objects. Each step sees the slugs and values that the steps before it
 * claimed.
 */
export function lookAtObjects(
  app: Pick<App, 'db' | 'clock' | 'columns'>,
  access: BucketAccess,
  change: BulkChange,
  rows: ObjectRows,
): Look {
  const { db, clock } = app
  const stamp = { now: clock.iso(), userId: access.userId }
  const kind = kindOf(change)
  const step = kind.step(change.params)
  const claims = createClaims()
  const slugs: string[] = []
  const here = contextIn(app, db.read, access)
  const context = notingSlugs(claims.contextOver(here), slugs)

  return async (ids) => {
    const { objects, models } = await readObjectsOfTypes(db.read, access, ids)
    const present = ids.flatMap((id) => objects.get(id) ?? [])
    const concerned = new Set<StoredObject>()
    for (const object of present) {
      while (sliceIsOver()) await nextSlice()
      if (!rows.sees || (await rows.sees(object, models.get(object.type)))) concerned.add(object)
    }
    const { findHolders } = await prefetchHolders(kind, step, concerned, models, stamp, here)
    return async (id) => {
      while (sliceIsOver()) await nextSlice()
      const object = objects.get(id)
      if (!object) return { id, reason: MISSING, isMissing: true }
      if (!concerned.has(object)) return 'stays'
      const refusal = refusalBefore(access, kind, object)
      if (refusal !== undefined) return { id, reason: refusal }
      const model = models.get(object.type)
      slugs.length = 0
      const stepped = await step(object, model, stamp, { ...context, findHolders })
      if (!stepped || isUnchanged(object, stepped)) return 'stays'
      const result = withinRole(access, object, stepped)
      if ('reason' in result) return { id, reason: result.reason }
      const taken = 'copy' in result ? undefined : claims.take(object, result, model)
      if (taken !== undefined) return { id, reason: taken }
      rows.changes?.(object, result, model, slugs)
      const isPublished = !('copy' in result) && mainStatus(object.state) === 'published'
      return isPublished ? 'changes-published' : 'changes'
    }
  }
}

const isUnchanged = ({ state }: StoredObject, result: Exclude<StepResult, undefined>): boolean =>
  !('reason' in result) && !('copy' in result) && isSame(state, result)

/** Returns a context that records the slugs it gives, so that a page of the plan shows the same ones. */
const notingSlugs = (context: StepContext, slugs: string[]): StepContext => ({
  ...context,
  async freeSlug(scope, preferredSlug, objectId) {
    const slug = await context.freeSlug(scope, preferredSlug, objectId)
    slugs.push(slug)
    return slug
  },
})
