import { compare } from '@typecase/content-query/ast'
import type { OutputOf } from '@typecase/contract/endpoint'
import type { missingObjects } from '@typecase/contract/object-references'

import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { type Finding, objectIndex } from '../find-objects.ts'
import { readObjects } from '../../store/store.ts'
import { TYPE } from './both-versions.ts'
import { referenceFields } from './reference-fields.ts'

/** Maximum number of missing objects in a response. */
const MAX_MISSING = 100

const BROKEN = compare(['$broken'], 'eq', true)
const ID = /^[0-9a-f]{24}$/

/** Finds missing objects that others refer to, those with the most references first. */
export async function findMissing(
  finding: Finding,
  access: BucketAccess,
  signal?: AbortSignal,
): Promise<OutputOf<typeof missingObjects>> {
  const { read } = finding.db
  const fields = await referenceFields(read, access)
  const values = [TYPE, ...fields.map(({ keys }) => keys)]
  const live = objectIndex(finding, access, 'newest')
  const { index, rows } = await live.match(BROKEN, { values, signal })
  const rowsByTarget = new Map<string, Set<number>>()
  for (const { type, keys } of fields) {
    const ofType = index
      .select(compare(TYPE, 'eq', type))
      .copy()
      .intersect(rows)
    for (const row of ofType.toRows()) {
      for (const target of index.valuesAt(keys, row)) {
        if (typeof target !== 'string' || !ID.test(target) || index.rowOf(target) >= 0) continue
        const referring = rowsByTarget.get(target) ?? new Set<number>()
        rowsByTarget.set(target, referring.add(row))
      }
    }
  }
  const counts = [...rowsByTarget].map(([id, { size }]) => ({ object_id: id, references: size }))
  const listed = counts.toSorted((a, b) => b.references - a.references).slice(0, MAX_MISSING)
  const ids = listed.map(({ object_id: id }) => id)
  const trashed = await readObjects(read, access, ids, 'trashed')
  return {
    missing: listed.map((one) => ({
      ...one,
      title: trashed.get(one.object_id)?.state.title ?? null,
    })),
    total: counts.length,
  }
}
