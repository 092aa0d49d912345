import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type { InstalledExtension } from '@typecase/contract/extensions'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Offer } from '../marketplace/store.ts'
import { compareVersions } from '../marketplace/version.ts'
import './tables.ts'

export type InstalledRow = Selectable<Tables['installed_extensions']>

/** Parses the approved manifest. */
export const manifestOf = ({ manifest }: InstalledRow): ExtensionManifest =>
  // Only `saveInstalled` writes this column, so the cast is safe.
  JSON.parse(manifest) as ExtensionManifest

/** Converts an installed extension to its public form. @param offers extensions that the reader may install */
export function toInstalled(row: InstalledRow, offers: readonly Offer[]): InstalledExtension {
  const manifest = manifestOf(row)
  const offer = offers.find(
    (one) => one.manifest.id === manifest.id && one.workspaceId === row.workspace_id,
  )
  const isNewer = offer && compareVersions(offer.manifest.version, manifest.version) > 0
  return {
    manifest,
    is_enabled: row.is_enabled === 1,
    url: `/ext/${row.sha256}/`,
    newer: isNewer ? offer.manifest : null,
    installed_by: row.installed_by,
    installed_at: row.installed_at,
    rev: row.rev,
  }
}

const inBucket = (db: Reader, { bucketId }: BucketAccess) =>
  db.selectFrom('installed_extensions').where('bucket_id', '=', bucketId)

/** Lists the extensions of a bucket, by title. */
export async function listInstalled(
  db: Reader,
  access: BucketAccess,
  offers: readonly Offer[],
): Promise<InstalledExtension[]> {
  const rows = await inBucket(db, access).selectAll().execute()
  return rows
    .map((row) => toInstalled(row, offers))
    .sort(
      (a, b) =>
        a.manifest.title.localeCompare(b.manifest.title, 'en') ||
        (a.manifest.id < b.manifest.id ? -1 : 1),
    )
}

export const countInstalled = (db: Reader, access: BucketAccess): Promise<number> =>
  countOf(inBucket(db, access))

export const findInstalled = (
  db: Reader,
  access: BucketAccess,
  extensionId: string,
): Promise<InstalledRow | undefined> =>
  inBucket(db, access).selectAll().where('extension_id', '=', extensionId).executeTakeFirst()

/** Installs a version, or replaces the previous one, which stays enabled or disabled. */
export async function saveInstalled(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  { manifest, sha256, workspaceId }: Offer,
): Promise<void> {
  const changed = {
    manifest: JSON.stringify(manifest),
    permissions: JSON.stringify(manifest.permissions),
    sha256,
    installed_by: userId,
    installed_at: clock.iso(),
  }
  await db
    .insertInto('installed_extensions')
    .values({
      bucket_id: bucketId,
      extension_id: manifest.id,
      workspace_id: workspaceId,
      ...changed,
    })
    .onConflict((to) =>
      to
        .columns(['bucket_id', 'extension_id'])
        .doUpdateSet((eb) => ({ ...changed, rev: eb('installed_extensions.rev', '+', 1) })),
    )
    .execute()
}

export async function switchInstalled(
  db: Reader,
  { bucketId }: BucketAccess,
  extensionId: string,
  isEnabled: boolean,
): Promise<void> {
  await db
    .updateTable('installed_extensions')
    .set((eb) => ({ is_enabled: Number(isEnabled), rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', bucketId)
    .where('extension_id', '=', extensionId)
    .execute()
}

export async function removeInstalled(
  db: Reader,
  { bucketId }: BucketAccess,
  extensionId: string,
): Promise<void> {
  await db
    .deleteFrom('installed_extensions')
    .where('bucket_id', '=', bucketId)
    .where('extension_id', '=', extensionId)
    .execute()
}

/** The values of an extension in a bucket, and how often they were changed. */
export interface StoredSettings {
  values: Record<string, unknown>
  rev: number
}

/** Reads the values of an extension; empty with rev 0 if it has stored none. */
export async function readValues(
  db: Reader,
  { bucketId }: BucketAccess,
  extensionId: string,
): Promise<StoredSettings> {
  const row = await db
    .selectFrom('extension_values')
    .select(['data', 'rev'])
    .where('bucket_id', '=', bucketId)
    .where('extension_id', '=', extensionId)
    .executeTakeFirst()
  // Only `saveValues` writes this column, so the cast is safe.
  return row
    ? { values: JSON.parse(row.data) as StoredSettings['values'], rev: row.rev }
    : { values: {}, rev: 0 }
}

/** Replaces the values of an extension. */
export async function saveValues(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  extensionId: string,
  { values, rev }: StoredSettings,
): Promise<void> {
  const changed = { data: JSON.stringify(values), modified_at: clock.iso(), rev }
  await db
    .insertInto('extension_values')
    .values({ bucket_id: bucketId, extension_id: extensionId, ...changed })
    .onConflict((to) => to.columns(['bucket_id', 'extension_id']).doUpdateSet(changed))
    .execute()
}
