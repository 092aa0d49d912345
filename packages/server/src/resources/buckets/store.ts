import type { Bucket, BucketSummary } from '@typecase/contract/buckets'
import type { AssistantSetting } from '@typecase/contract/roles'
import type { Selectable } from 'kysely'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { notFound } from '../../http/failure.ts'
import type { Sealer } from '../../secrets/sealer.ts'
import { listFolders } from '../object-type-folders/store.ts'
import { countObjects, type ObjectCounts } from '../object-types/object-counts.ts'
import { listObjectTypes } from '../object-types/store.ts'
import type { Finding } from '../objects/queries/find-objects.ts'
import type { BucketAccess } from './bucket-access.ts'
import { isReservedSlug } from './reserved-slugs.ts'
import { showFormerKeys } from './former-keys.ts'
import { readKeyUses } from './key-uses.ts'
import { newKeys } from './new-keys.ts'
import { firstFree } from './slug-from-title.ts'
import { parsePreviewSites } from './preview-sites.ts'
import type { BucketTable } from './tables.ts'
import '../projects/tables.ts'

/**
 * Reads a whole bucket. API keys are decrypted only for roles that work with them; for others they are empty.
 * @param counts the number of its objects by type; omitted for a new bucket
 */
export async function readBucket(
  db: Reader,
  { sealer, clock }: Pick<App, 'sealer' | 'clock'>,
  access: BucketAccess,
  counts?: ObjectCounts,
): Promise<Bucket> {
  const row = await db
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .selectAll('buckets')
    .select('projects.title as project_title')
    .where('buckets.id', '=', access.bucketId)
    .executeTakeFirst()
  if (!row) throw notFound('Bucket')
  const { client, grant } = access
  // The write key would let a read-only token write, and give an assistant more access than its user agreed to.
  const maySeeKeys = access.can('types:write') && client === null && grant.scope !== 'read'
  const importing = await importingBuckets(db, [row.id])
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    project: row.project_id,
    project_title: row.project_title,
    thumbnail: row.thumbnail,
    default: row.is_default === 1,
    importing: importing.has(row.id),
    version: row.version,
    role: access.role,
    ...optionsOf(access),
    api_access: maySeeKeys
      ? showKeys(sealer, row)
      : { read_key: '', preview_key: '', write_key: '' },
    ...(maySeeKeys && (await showUses(db, row, clock.now()))),
    read_key_reads_drafts: row.read_key_reads_drafts === 1,
    reads_without_key: row.reads_without_key === 1,
    media_is_private: row.media_is_private === 1,
    media_keeps_location: row.media_keeps_location === 1,
    autosaves_drafts: row.autosaves_drafts === 1,
    assistants: row.assistants,
    thin_revisions_after: row.thin_revisions_after,
    // Only the server writes these JSON columns, so the casts are safe.
    locales: JSON.parse(row.locales) as string[],
    preview_sites: parsePreviewSites(row.preview_sites),
    object_types: await listObjectTypes(db, access, counts),
    object_type_folders: await listFolders(db, access),
    media_folders: JSON.parse(row.media_folders) as unknown[],
    settings: JSON.parse(row.settings) as object,
    created_at: row.created_at,
    modified_at: row.modified_at,
    rev: row.rev,
  }
}

/** Reads the stored settings of a bucket. */
export async function readSettings(
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<Record<string, unknown>> {
  const { settings } = await db
    .selectFrom('buckets')
    .select('settings')
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  // Only the server writes this JSON object, so the cast is safe.
  return JSON.parse(settings) as Record<string, unknown>
}

function optionsOf({ grant }: BucketAccess): Pick<Bucket, 'role_options'> {
  const { role: _, ...options } = grant
  if (Object.keys(options).length === 0) return {}
  // The types differ only in that the fields of a grant are readonly, so the cast is safe.
  return { role_options: options as NonNullable<Bucket['role_options']> }
}

/** Reads when a bucket's current and replaced keys were last used. */
async function showUses(
  db: Reader,
  row: Selectable<BucketTable>,
  now: number,
): Promise<Pick<Bucket, 'keys_used_at' | 'former_keys'>> {
  const uses = await readKeyUses(db, row.id)
  return {
    keys_used_at: {
      read: uses.get(row.read_key_hash) ?? null,
      preview: uses.get(row.preview_key_hash) ?? null,
      write: uses.get(row.write_key_hash) ?? null,
    },
    ...showFormerKeys(row.former_keys, now, uses),
  }
}

/**
 * Decrypts the API keys of a bucket. They are empty if the server has lost the key that they were encrypted with, but
 * still work.
 */
function showKeys(
  sealer: Sealer,
  row: Pick<BucketTable, 'read_key_sealed' | 'preview_key_sealed' | 'write_key_sealed'>,
): Bucket['api_access'] {
  const keys = {
    read_key: sealer.openOrNull(row.read_key_sealed) ?? '',
    preview_key: sealer.openOrNull(row.preview_key_sealed) ?? '',
    write_key: sealer.openOrNull(row.write_key_sealed) ?? '',
  }
  if (!Object.values(keys).includes('')) return keys
  const lost =
    'The server lost the key that these were encrypted with. Sites that use them go on; to see keys again, replace ' +
    'them with `reset_api_access_keys`.'
  return { ...keys, lost }
}

/** Lists the buckets of projects as a project shows them, oldest first, without the number of their objects. */
export async function listBucketSummaries(
  db: Reader,
  projectIds: readonly string[],
): Promise<{ projectId: string; bucket: BucketSummary }[]> {
  if (projectIds.length === 0) return []
  const rows = await db
    .selectFrom('buckets')
    .select(['id', 'project_id', 'slug', 'title', 'is_default', 'created_at', 'modified_at'])
    .where('project_id', 'in', projectIds)
    .orderBy('id')
    .execute()
  const importing = await importingBuckets(
    db,
    rows.map((row) => row.id),
  )
  return rows.map(({ is_default, project_id, ...row }) => ({
    projectId: project_id,
    bucket: {
      ...row,
      default: is_default === 1,
      importing: importing.has(row.id),
      total_objects: 0,
    },
  }))
}

/** Adds the number of their objects to buckets. */
export const withTotals = (finding: Finding, buckets: readonly BucketSummary[]) =>
  Promise.all(
    buckets.map(async (bucket): Promise<BucketSummary> => {
      const counts = await countObjects(finding, { bucketId: bucket.id })
      return { ...bucket, total_objects: [...counts.values()].reduce((a, b) => a + b, 0) }
    }),
  )

/**
 * Returns the buckets with a queued or running import. It reads the jobs themselves, so a crash leaves no stale flag.
 */
async function importingBuckets(
  db: Reader,
  bucketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (bucketIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('jobs')
    .select('bucket_id')
    .distinct()
    .where('kind', 'in', ['import', 'restore-backup'])
    .where('status', 'in', ['queued', 'running'])
    .where('bucket_id', 'in', bucketIds)
    .execute()
  return new Set(rows.map((row) => row.bucket_id))
}

export interface NewBucket {
  id: string
  projectId: string
  slug: string
  title: string
  isDefault: boolean
}

/** Inserts an empty bucket with new API keys. */
export async function insertBucket(
  db: Reader,
  sealer: Sealer,
  { id, projectId, slug, title, isDefault }: NewBucket,
  now: string,
): Promise<void> {
  await db
    .insertInto('buckets')
    .values({
      id,
      project_id: projectId,
      slug,
      title,
      is_default: Number(isDefault),
      ...newKeys(sealer),
      created_at: now,
      modified_at: now,
      thumbnail: null,
      autosaves_drafts: 1,
    })
    .execute()
}

/**
 * Finds the first free slug of this form in the whole installation, since URLs of the content API do not contain the
 * project.
 */
export async function freeBucketSlug(db: Reader, slug: string): Promise<string> {
  const rows = await db
    .selectFrom('buckets')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  const taken = rows.map((row) => row.slug)
  return firstFree(slug, isReservedSlug(slug) ? [slug, ...taken] : taken)
}

/** Columns that `PATCH /buckets/update` can change. */
export interface BucketChange {
  title?: string | undefined
  slug?: string | undefined
  thumbnail?: string | null | undefined
  settings?: object | undefined
  read_key_reads_drafts?: number | undefined
  media_is_private?: number | undefined
  media_keeps_location?: number | undefined
  autosaves_drafts?: number | undefined
  assistants?: AssistantSetting | undefined
  thin_revisions_after?: number | null | undefined
  locales?: readonly string[] | undefined
  preview_sites?: string | undefined
}

/** Stores changes of a bucket and raises its `rev`. */
export async function saveBucket(
  db: Reader,
  { bucketId }: BucketAccess,
  { settings, locales, ...change }: BucketChange & Partial<ReturnType<typeof newKeys>>,
  now: string,
): Promise<void> {
  await db
    .updateTable('buckets')
    .set((eb) => ({
      ...change,
      ...(settings && { settings: JSON.stringify(settings) }),
      // Cached models of the types contain the locales.
      ...(locales && {
        locales: JSON.stringify([...new Set(locales)]),
        types_version: eb('types_version', '+', 1),
      }),
      modified_at: now,
      rev: eb('rev', '+', 1),
    }))
    .where('id', '=', bucketId)
    .execute()
}

/** Makes a bucket the default of its project, in place of the current one. */
export async function makeDefault(db: Reader, bucketId: string): Promise<void> {
  await db
    .updateTable('buckets')
    .set((eb) => ({ is_default: eb.case().when('id', '=', bucketId).then(1).else(0).end() }))
    .where('project_id', '=', (eb) =>
      eb
        .selectFrom('buckets as chosen')
        .select('chosen.project_id')
        .where('chosen.id', '=', bucketId),
    )
    .execute()
}

/** Makes the oldest bucket of a project the default if the project has none. */
export async function ensureDefault(db: Reader, projectId: string): Promise<void> {
  const rows = await db
    .selectFrom('buckets')
    .select(['id', 'is_default'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  const [oldest] = rows
  if (oldest && !rows.some((row) => row.is_default === 1)) await makeDefault(db, oldest.id)
}
