import type { BulkResult } from '@typecase/contract/objects'

import { createFacets } from './facets.ts'
import type { ObjectState, StoredObject } from '../state.ts'
import { changedFields } from '../state-diff.ts'
import type { TypeModel } from '../type-model.ts'

/** What a plan tells at most: enough to look through, however large the scope. */
const IDS = 100
const REASONS = 100
const SAMPLE = 200

type Skipped = NonNullable<BulkResult['skipped']>[number]

/** Reasons name values and titles: there may be as many as objects. */
const OTHER = 'For other reasons.'

/** Counts what a plan finds, within fixed memory. */
export function createTally() {
  const skipped = new Map<string, Skipped>()
  const sample: NonNullable<BulkResult['sample']> = []
  const facets = createFacets()
  let [matched, modified, unchanged] = [0, 0, 0]
  const counts = () => ({ matched, modified, unchanged, facets: facets.close() })
  const reasons = () => [...skipped.values()].toSorted((a, b) => b.count - a.count)

  return {
    /** @param isThere whether there is such an object */
    skip(id: string, reason: string, isThere = false): void {
      if (isThere) matched += 1
      const key = skipped.has(reason) || skipped.size < REASONS ? reason : OTHER
      const known = skipped.get(key) ?? { reason: key, count: 0, ids: [] }
      known.count += 1
      if (known.ids.length < IDS) known.ids.push(id)
      skipped.set(key, known)
    },

    leave(): void {
      matched += 1
      unchanged += 1
    },

    change(object: StoredObject, after: ObjectState, model: TypeModel | undefined): void {
      const { id, state } = object
      matched += 1
      modified += 1
      facets.object(object, model)
      if (sample.length >= SAMPLE) return
      for (const change of changedFields(state, after)) {
        if (sample.length < SAMPLE) sample.push({ object_id: id, title: state.title, ...change })
      }
    },

    add(object: StoredObject, copy: ObjectState, model: TypeModel | undefined): void {
      const { id, state } = object
      matched += 1
      modified += 1
      facets.object(object, model)
      if (sample.length >= SAMPLE) return
      sample.push({
        object_id: id,
        title: state.title,
        field: 'object',
        before: null,
        after: copy.title,
      })
    },

    /** What was found so far; the ids are told at the end. */
    soFar: () => ({ ...counts(), skipped: reasons().map((reason) => ({ ...reason, ids: [] })) }),
    close: () => ({ ...counts(), skipped: reasons(), sample }),
    sample,
  }
}
