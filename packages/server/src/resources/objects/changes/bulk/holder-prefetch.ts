import {
  claimOf,
  type FindHolders,
  type HeldValue,
  heldValues,
  type Holder,
  hasUnique,
} from '../../model/values/unique-values.ts'
import type { ObjectState, Stamp, StoredObject } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'
import type { BulkKind, Step, StepContext } from './change.ts'

/** The cached holders for the objects of one type. */
interface TypeHolders {
  claims: ReadonlySet<string>
  fields: HeldValue['field'][]
  holders: Map<string, readonly Holder[]>
}

export interface PrefetchedHolders {
  findHolders: FindHolders
  /** Updates the cached holders after a write to an object. */
  follow(before: StoredObject, after: ObjectState): void
}

/**
 * Looks up the holders of the unique values that some objects would get. One lookup for all of them takes about as long
 * as for a single one. To learn which values these are, the steps first run with a lookup that only records them.
 */
export async function prefetchHolders(
  { hasUniqueGuard = false }: BulkKind,
  step: Step,
  objects: Iterable<StoredObject>,
  models: ReadonlyMap<string, TypeModel>,
  stamp: Stamp,
  context: StepContext,
): Promise<PrefetchedHolders> {
  const prefetched = new Map<TypeModel, HeldValue[]>()
  const noting: StepContext = {
    ...context,
    async findHolders(model, values) {
      prefetched.set(model, [...(prefetched.get(model) ?? []), ...values])
      return new Map()
    },
  }
  for (const object of hasUniqueGuard ? objects : []) {
    const model = models.get(object.type)
    if (hasUnique(model)) await step(object, model, stamp, noting)
  }
  const byType = new Map<string, TypeHolders>()
  for (const [model, values] of prefetched) {
    byType.set(model.slug, {
      claims: new Set(values.map(claimOf)),
      fields: [...new Set(values.map(({ field }) => field))],
      holders: new Map(await context.findHolders(model, values)),
    })
  }
  return {
    async findHolders(model, values) {
      const ofType = byType.get(model.slug)
      const isPrefetched = ofType && values.every((value) => ofType.claims.has(claimOf(value)))
      return isPrefetched ? ofType.holders : context.findHolders(model, values)
    },
    follow({ id, type, state }, after) {
      const ofType = byType.get(type)
      if (!ofType) return
      const { claims, fields, holders } = ofType
      for (const claim of heldValues(fields, state).keys()) {
        const others = holders.get(claim)?.filter((one) => one.id !== id)
        if (others) holders.set(claim, others)
      }
      for (const [claim, { isPublic }] of heldValues(fields, after)) {
        if (!claims.has(claim)) continue
        const holder = { id, title: after.title, isPublic }
        holders.set(claim, [...(holders.get(claim) ?? []), holder])
      }
    },
  }
}
