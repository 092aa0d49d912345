import type { ObjectType } from '@typecase/contract/object-types'

import type { Write } from '../../../database/write-queue.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { bucketChanged } from '../../buckets/bucket-changed.ts'
import { keepFailures } from '../../../bulk/failures.ts'
import type { Reason } from '../../change-sets/store.ts'
import type { StoredObject } from '../../objects/model/state.ts'
import type { Services } from '../../objects/store/write-objects.ts'
import { assertAddOn, turnsLocalizationOn } from '../../projects/add-ons.ts'
import { followType } from '../../teams/grants.ts'
import { renameTypeOfSites } from '../../buckets/preview-sites.ts'
import { followRenamedType } from '../../webhooks/store.ts'
import { moveObjectsToType } from '../objects-of-type.ts'
import { checkPosition } from '../type-position.ts'
import { type NewObjectType, renameReferences, saveObjectType } from '../store.ts'
import { migratedState } from './migrated-state.ts'
import { type Migration, migrationBetween, type OnValue } from './migration.ts'
import { migrationTitle } from './migration-title.ts'
import { createUniqueClaims, type UniqueClaims } from './unique-claims.ts'
import {
  type MigrationResult,
  type MigratedObject,
  type Watching,
  writeMigration,
} from './write-migration.ts'

/**
 * Stores a changed object type and applies the change to its objects: they move to a new slug, and their values move to
 * new keys and types of fields.
 * @returns the changes to values; undefined if no key and no type changed
 * @throws Failure `conflict` for a taken slug, `invalid` for an unknown folder, `forbidden` if localization is turned
 * on without the add-on
 */
export async function changeType(
  services: Services,
  write: Write,
  access: BucketAccess,
  before: ObjectType,
  after: NewObjectType,
  { jobId, ...watching }: Watching & { jobId?: string } = {},
): Promise<MigrationResult | undefined> {
  const { db } = write
  await checkPosition(db, access, before, after)
  if (turnsLocalizationOn(before, after))
    await assertAddOn({ ...services, db: { read: db } }, access, 'localization')
  // Readers receive the fields along with the objects, so their caches are outdated even if no value changes.
  const changed = { objects: null, types: [...new Set([before.slug, after.slug])] }
  const version = await bucketChanged(services, write, access, () => changed)
  const now = services.clock.iso()
  await saveObjectType(db, access, before.id, after, now)
  if (after.slug !== before.slug) {
    await moveObjectsToType(write, access, before.slug, after.slug, version)
    await renameReferences(db, access, before.slug, after.slug, now)
    await followType(db, access.bucketId, before.slug, after.slug)
    await followRenamedType(db, access.bucketId, before.slug, after.slug)
    await renameTypeOfSites(db, access.bucketId, before.slug, after.slug)
  }
  const migration = migrationBetween(before.metafields, after.metafields)
  if (!migration) return undefined
  const title = migrationTitle(after.title, migration)
  const reason = { kind: 'migrate', title, ...(jobId && { jobId }) }
  const outcome = await migrateObjects(services, write, access, before, after, reason, watching)
  // A job stores its failures itself.
  if (!jobId) await keepFailures(write, access.bucketId, outcome.changeSetId, outcome.failed)
  return outcome
}

/**
 * Migrates the values of a type's objects to its fields, which the write has just stored. The change set records both
 * the fields and the values.
 */
export function migrateObjects(
  services: Services,
  write: Write,
  access: BucketAccess,
  before: ObjectType,
  after: NewObjectType,
  reason: Reason,
  watching: Watching = {},
): Promise<MigrationResult> {
  const migration = migrationBetween(before.metafields, after.metafields)
  const claims = migration && createUniqueClaims(migration)
  const turn = migration && ((object: StoredObject) => migrateObject(object, migration, claims))
  return writeMigration(
    services,
    write,
    access,
    { id: before.id, slug: after.slug },
    { before: before.metafields, after: after.metafields },
    reason,
    turn && (async () => turn),
    watching,
  )
}

/** Returns an object migrated to the new fields, with the reasons for values that cannot be converted. */
export function migrateObject(
  object: StoredObject,
  migration: Migration,
  claims?: UniqueClaims,
): MigratedObject {
  const problems = new Set<string>()
  let hasValues = false
  const onValue: OnValue = ({ path }, reason) => {
    hasValues = true
    if (reason !== undefined) problems.add(`${path}: ${reason}`)
  }
  const after = migratedState(object.state, migration, onValue, claims?.of(object))
  return { after, problems: [...problems], hasValues }
}
