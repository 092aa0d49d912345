import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import { nextSlice, sliceIsOver } from '../../../columns/sorting.ts'
import type { Write } from '../../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../../buckets/bucket-access.ts'
import { bucketChanged, withoutVersions } from '../../buckets/bucket-changed.ts'
import { keepFields } from '../../change-sets/fields-of-type.ts'
import { openChangeSet, type Reason, setCount } from '../../change-sets/store.ts'
import type { Failed } from '../../../bulk/failures.ts'
import type { ObjectState, StoredObject } from '../../objects/model/state.ts'
import { openBatch, type Services } from '../../objects/store/write-objects.ts'
import { objectsOfType } from './objects-of-type.ts'

/** An object's next state, and messages about values that could not be converted. */
export interface Turned {
  after: ObjectState
  /** Given where `after` is a state that the object had before: the rev that first had it. */
  state_rev?: number
  problems: readonly string[]
  /** Whether it holds values of the fields: it counts then, also where their new form is stored in the same way. */
  hasValues: boolean
}

/** One object's turn; `page` is asked once for the objects that come next. */
export type Turn = (page: readonly StoredObject[]) => Promise<(object: StoredObject) => Turned>

/** The result of a migration or its undo. */
export interface Migrated extends WrittenAtOnce {
  changeSetId: string
}

/** The result of a write that readers see as a whole. */
export interface WrittenAtOnce {
  /** Null where it changed nothing. */
  changeSetId: string | null
  matched: number
  modified: number
  failed: Failed[]
}

export interface Watching {
  /** Aborted to roll the work back. */
  signal?: AbortSignal
  /** Called after each page; nothing is visible to others before the end. */
  onPage?(done: number): void
}

/**
 * Turns all objects of a type, whose fields have just been changed, within the same write: readers see the old model with
 * the old values until its end, and the new with the new from then on. The change set remembers both.
 * @param turn undefined where the new fields ask nothing of the values
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
): Promise<Migrated> {
  const { db } = write
  const version = await bumpVersion(write, access)
  const { changeSetId } = await openChangeSet(services.clock, write, access, version, reason)
  // The change set exists without any object as well; each written object counts.
  await setCount(db, access, changeSetId, { ...reason, changeSetId }, -1)
  await keepFields(db, access, changeSetId, { typeId, ...fields })
  const quiet = withoutVersions(services)
  const failed: Failed[] = []
  let [matched, modified] = [0, 0]
  for await (const page of turn ? objectsOfType(db, access, slug, signal) : []) {
    const turned = await turn?.(page)
    if (!turned) break
    // A batch remembers its writes: one for each page keeps memory small, and the new version is announced once, at the
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
