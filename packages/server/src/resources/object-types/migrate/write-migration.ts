import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import { nextSlice, sliceIsOver } from '../../../columns/sorting.ts'
import type { Write } from '../../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../../buckets/bucket-access.ts'
import { bucketChanged, withoutVersions } from '../../buckets/bucket-changed.ts'
import { keepFields } from '../../change-sets/fields-of-type.ts'
import { openChangeSet, type Reason, setCount } from '../../change-sets/store.ts'
import type { FailedItem } from '../../../bulk/failures.ts'
import type { ObjectState, StoredObject } from '../../objects/model/state.ts'
import { openBatch, type Services } from '../../objects/store/write-objects.ts'
import { objectsOfType } from './objects-of-type.ts'

/** An object's next state, and messages about values that could not be converted. */
export interface MigratedObject {
  after: ObjectState
  /** Set if `after` is an earlier state of the object: the rev in which that state was stored. */
  state_rev?: number
  problems: readonly string[]
  /**
   * Whether the object holds values of the migrated fields. If so, it counts as modified even if the stored form is the
   * same.
   */
  hasValues: boolean
}

/** Prepares the migration of a page of objects. @returns a function that migrates one of them */
export type Turn = (
  page: readonly StoredObject[],
) => Promise<(object: StoredObject) => MigratedObject>

/** The result of a migration or its undo. */
export interface MigrationResult extends WrittenAtOnce {
  changeSetId: string
}

/** The result of a write that becomes visible to readers as a whole. */
export interface WrittenAtOnce {
  /** Null if nothing changed. */
  changeSetId: string | null
  matched: number
  modified: number
  failed: FailedItem[]
}

export interface Watching {
  /** Aborting it rolls the work back. */
  signal?: AbortSignal
  /** Called after each page. Others see nothing until the write commits. */
  onPage?(done: number): void
}

/**
 * Migrates all objects of a type within the write that has just changed its fields: until it commits, readers see the
 * old fields with the old values, and afterwards the new ones. The change set records both.
 * @param turn undefined if the values need no migration
 */
export async function writeMigration(
  services: Services,
  write: Write,
  access: BucketAccess,
  { id: typeId, slug }: Pick<ObjectType, 'id' | 'slug'>,
  fields: { before: readonly Metafield[]; after: readonly Metafield[] },
  reason: Reason,
  turn: Turn | undefined,
  { signal, onPage }: Watching = {},
): Promise<MigrationResult> {
  const { db } = write
  const version = await bumpVersion(write, access)
  const { changeSetId } = await openChangeSet(services.clock, write, access, version, reason)
  // A new change set counts one object. This one starts at zero, since it may change none, and each written object
  // counts.
  await setCount(db, access, changeSetId, { ...reason, changeSetId }, -1)
  await keepFields(db, access, changeSetId, { typeId, ...fields })
  const quiet = withoutVersions(services)
  const failed: FailedItem[] = []
  let [matched, modified] = [0, 0]
  for await (const page of turn ? objectsOfType(db, access, slug, signal) : []) {
    const turned = await turn?.(page)
    if (!turned) break
    // A batch keeps its writes in memory, so each page gets its own. The new version is announced only once, at the
    // end.
    const batch = openBatch(quiet, write, access, { ...reason, changeSetId })
    let same = 0
    for (const object of page) {
      while (sliceIsOver()) await nextSlice()
      const { problems, hasValues, ...change } = turned(object)
      if (problems.length > 0) {
        const words = problems.join('; ')
        failed.push({ object_id: object.id, title: object.state.title, reason: words })
      }
      const stored = await batch.put({ before: object, ...change })
      if (!stored && hasValues) same += 1
    }
    matched += page.length
    modified += (await batch.close()).objects.length + same
    await setCount(db, access, changeSetId, { ...reason, changeSetId }, same)
    onPage?.(matched)
    await write.pause()
  }
  await bucketChanged(services, write, access, () => ({ objects: null, types: [slug] }))
  return { changeSetId, matched, modified, failed }
}
