import type { ObjectType } from '@typecase/contract/object-types'

import type { Write } from '../../../database/write-queue.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { bucketChanged } from '../../buckets/bucket-changed.ts'
import { keepFailures } from '../../../bulk/failures.ts'
import type { StoredObject } from '../../objects/state.ts'
import type { Services } from '../../objects/write-objects.ts'
import { followType } from '../../teams/grants.ts'
import { followRenamedType } from '../../webhooks/store.ts'
import { moveObjectsToType } from '../objects-of-type.ts'
import { checkPlace } from '../place-of-type.ts'
import { type NewObjectType, renameReferences, saveObjectType } from '../store.ts'
import { migratedState } from './migrated-state.ts'
import { type Migration, migrationBetween, type OnValue } from './migration.ts'
import { migrationTitle } from './migration-title.ts'
import { createUniqueClaims, type UniqueClaims } from './unique-claims.ts'
import { type Migrated, type Turned, type Watching, writeMigration } from './write-migration.ts'

/**
 * Stores an object type anew within a write, and with it what follows for its objects: a new slug takes them along, and
 * values follow their fields to new keys and types.
 * @returns what was done to values; nothing where no key and no type changed
 * @throws Failure `conflict` for a slug that is taken, `invalid` for a folder that is none
 */
export async function changeType(
  services: Services,
  write: Write,
  access: BucketAccess,
  before: ObjectType,
  after: NewObjectType,
  { jobId, ...watching }: Watching & { jobId?: string } = {},
): Promise<Migrated | undefined> {
  const { db } = write
  await checkPlace(db, access, before, after)
  const version = await bucketChanged(services, write, access)
  const now = services.clock.iso()
  await saveObjectType(db, access, before.id, after, now)
  if (after.slug !== before.slug) {
    await moveObjectsToType(write, access, before.slug, after.slug, version)
    await renameReferences(db, access, before.slug, after.slug, now)
    await followType(db, access.bucketId, before.slug, after.slug)
    await followRenamedType(db, access.bucketId, before.slug, after.slug)
  }
  const migration = migrationBetween(before.metafields, after.metafields)
  if (!migration) return undefined
  const type = { id: before.id, slug: after.slug }
  const fields = { before: before.metafields, after: after.metafields }
  const title = migrationTitle(after.title, migration)
  const reason = { kind: 'migrate', title, ...(jobId && { jobId }) }
  const claims = createUniqueClaims(migration)
  const turn = (object: StoredObject) => turned(object, migration, claims)
  const outcome = await writeMigration(
    services,
    write,
    access,
    type,
    fields,
    reason,
    async () => turn,
    watching,
  )
  // Those of a job stand with the job.
  if (!jobId) await keepFailures(write, access.bucketId, outcome.changeSetId, outcome.failed)
  return outcome
}

/** An object in the new form, with the reasons of the values that it cannot take along. */
export function turned(object: StoredObject, migration: Migration, claims?: UniqueClaims): Turned {
  const problems = new Set<string>()
  const onValue: OnValue = ({ path }, reason) => {
    if (reason !== undefined) problems.add(`${path}: ${reason}`)
  }
  const after = migratedState(object.state, migration, onValue, claims?.of(object))
  return { after, problems: [...problems] }
}
