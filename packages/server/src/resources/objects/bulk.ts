import type { BulkResult } from '@typecase/contract/objects'

import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Reason } from '../change-sets/store.ts'
import { parseValues } from './metadata.ts'
import { missingValues } from './metafield-values/missing-values.ts'
import {
  newestVersion,
  type ObjectState,
  published,
  type StoredObject,
  type Stamp,
  trashed,
  unpublished,
} from './state.ts'
import { readObjects } from './store.ts'
import { type TypeModel, typeModelsOf } from './type-model.ts'
import { openBatch, type Services } from './write-objects.ts'

/** What can be done to many objects alike. */
export type BulkVerb = 'publish' | 'unpublish' | 'delete'

/** The new state of an object, or why it cannot have one. */
type Step = (
  object: StoredObject,
  model: TypeModel | undefined,
  stamp: Stamp,
) => ObjectState | { reason: string }

const steps: Record<BulkVerb, Step> = {
  publish({ state }, model, stamp) {
    const missing = missingValues(model?.fields ?? [], parseValues(state.metadata), '')
    if (missing.length > 0) return { reason: missing.map(({ message }) => message).join('; ') }
    return published(state, newestVersion(state), stamp)
  },
  unpublish: ({ state }, _model, stamp) => unpublished(state, stamp),
  delete: ({ state }, _model, stamp) => trashed(state, stamp),
}

export type Failed = NonNullable<BulkResult['failed']>[number]

export interface BulkOutcome {
  /** Objects that are there. */
  matched: number
  modified: number
  failed: Failed[]
  changeSetId: string | null
}

/** Why an id of a call leads to nothing: other buckets' objects look the same. */
export const MISSING = 'There is no such object any more.'

/**
 * Does one thing to the objects named, within one write. An object that it cannot be done to is left out with the
 * reason; one that is so already counts as matched only.
 */
export async function changeObjects(
  services: Services,
  write: Write,
  access: BucketAccess,
  verb: BulkVerb,
  ids: readonly string[],
  reason: Reason,
): Promise<BulkOutcome> {
  const objects = await readObjects(write.db, access, ids)
  const types = [...objects.values()].map(({ type }) => type)
  const models = await typeModelsOf(write.db, access, types)
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const batch = openBatch(services, write, access, reason)
  const failed: Failed[] = []
  for (const id of ids) {
    const before = objects.get(id)
    if (!before) {
      failed.push({ object_id: id, title: '', reason: MISSING })
      continue
    }
    const after = steps[verb](before, models.get(before.type), stamp)
    if ('reason' in after) {
      failed.push({ object_id: id, title: before.state.title, reason: after.reason })
    } else await batch.put({ before, after })
  }
  const { changeSetId, objects: written } = await batch.close()
  return { matched: objects.size, modified: written.length, failed, changeSetId }
}

const words: Record<BulkVerb, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete',
}

/** What a call does, for people: `Publish “Welcome”`, `Delete 1,284 objects`. */
export function bulkTitle(verb: BulkVerb, count: number, only?: string): string {
  return `${words[verb]} ${objectsInWords(count, only)}`
}

/** One object by its title, several by their number. */
export function objectsInWords(count: number, only?: string): string {
  if (count === 1 && only !== undefined) return `“${only}”`
  return count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`
}
