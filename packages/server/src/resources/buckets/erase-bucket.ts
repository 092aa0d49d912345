import { newId } from '@typecase/contract/ids'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { deleteSome, SOME } from '../../database/delete-some.ts'
import { forgetFailures } from '../../bulk/failures.ts'
import { releaseSome } from '../../storage/stored-files.ts'
import { forgetSome } from '../change-sets/store.ts'
import './tables.ts'
import '../backups/tables.ts'
import '../objects/store/tables.ts'
import '../projects/tables.ts'
import '../releases/tables.ts'
import '../revisions/tables.ts'
import '../webhooks/tables.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    erasures: { project_id: string }
  }
}

/** Time limit of one run, in ms. */
const WHILE_MS = 500

/**
 * Deletes a bucket. It becomes unreachable at once, as the only bucket of a project without members, and `eraseSome`
 * deletes its content later.
 */
export async function eraseBucket(db: Reader, bucketId: string, now: string): Promise<void> {
  const project = newId()
  const blank = { title: '', slug: '', created_at: now, modified_at: now }
  await db
    .insertInto('projects')
    .values({ id: project, workspace_id: null, created_by: null, ...blank })
    .execute()
  await db.updateTable('buckets').set({ project_id: project }).where('id', '=', bucketId).execute()
  await eraseProject(db, project)
}

/** Deletes a project with its buckets, as `eraseBucket` does. */
export async function eraseProject(db: Reader, projectId: string): Promise<void> {
  await db.insertInto('erasures').values({ project_id: projectId }).execute()
  await db.deleteFrom('team_members').where('team_id', '=', projectId).execute()
  // Detaching it from its workspace ends the access of workspace members; without a payer it no longer counts as
  // anyone's Free project.
  await db
    .updateTable('projects')
    .set({ workspace_id: null, payer_id: null })
    .where('id', '=', projectId)
    .execute()
  for (const id of await bucketsOf(db, projectId)) {
    await closeBucket(db, id)
    await db.deleteFrom('bucket_members').where('bucket_id', '=', id).execute()
    await db.deleteFrom('backup_schedules').where('bucket_id', '=', id).execute()
    await db.updateTable('webhooks').set({ is_enabled: 0 }).where('bucket_id', '=', id).execute()
    const cancelled = { status: 'cancelled' as const, is_cancelled: 1, lease_token: null }
    await db
      .updateTable('jobs')
      .set({ ...cancelled, lease_until: null, finished_at: new Date().toISOString() })
      .where('bucket_id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .execute()
  }
}

/** Frees the slug of a bucket and ends all access to it: by its keys, by replaced keys, and by reads without a key. */
async function closeBucket(db: Reader, id: string): Promise<void> {
  const none = `erased ${id}`
  await db
    .updateTable('buckets')
    .set({
      slug: none,
      is_default: 0,
      has_webhooks: 0,
      reads_without_key: 0,
      former_keys: '[]',
      read_key_hash: none,
      write_key_hash: none,
      preview_key_hash: none,
      read_key_sealed: '',
      write_key_sealed: '',
      preview_key_sealed: '',
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes content of erased projects until the time limit. Called by the scheduler. */
export async function eraseSome({ db }: Pick<App, 'db'>): Promise<void> {
  const until = performance.now() + WHILE_MS
  while (performance.now() < until) {
    const row = await db.read
      .selectFrom('erasures')
      .select('project_id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return
    await db.write((write) => eraseChunk(write.db, row.project_id), 'serializable')
  }
}

async function eraseChunk(db: Reader, projectId: string): Promise<void> {
  const [bucketId] = await bucketsOf(db, projectId)
  if (bucketId === undefined) {
    await db.deleteFrom('projects').where('id', '=', projectId).execute()
    return
  }
  if (await eraseObjects(db, bucketId)) return
  const ofBucket = { bucket_id: bucketId }
  const revision = ['bucket_id', 'object_id', 'rev'] as const
  if (await deleteSome(db, 'revisions', revision, (eb) => eb.and(ofBucket))) return
  if (await deleteSome(db, 'media', ['bucket_id', 'id'], (eb) => eb.and(ofBucket))) return
  const columns = ['bucket_id', 'backup_id', 'name'] as const
  if (await deleteSome(db, 'backup_media', columns, (eb) => eb.and(ofBucket))) return
  const released = ['bucket_id', 'release_id', 'object_id'] as const
  if (await deleteSome(db, 'release_objects', released, (eb) => eb.and(ofBucket))) return
  const delivery = ['bucket_id', 'id'] as const
  if (await deleteSome(db, 'webhook_deliveries', delivery, (eb) => eb.and(ofBucket))) return
  if (await releaseSome(db, bucketId, Date.now())) return
  if (await forgetSome(db, bucketId, Date.now())) return
  if (await forgetFailures(db, bucketId)) return
  if (await deleteSome(db, 'jobs', ['id'], (eb) => eb.and(ofBucket))) return
  // Foreign keys cascade to the few remaining rows.
  await db.deleteFrom('buckets').where('id', '=', bucketId).execute()
}

async function eraseObjects(db: Reader, bucketId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .limit(SOME)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  for (const table of ['published_objects', 'objects'] as const) {
    await db.deleteFrom(table).where('bucket_id', '=', bucketId).where('id', 'in', ids).execute()
  }
  return true
}

async function bucketsOf(db: Reader, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('buckets')
    .select('id')
    .where('project_id', '=', projectId)
    .execute()
  return rows.map(({ id }) => id)
}
