import type { VercelLink } from '@typecase/contract/deployments'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** A bucket's connection to Vercel. */
export interface StoredConnection {
  /** Null if the bucket has no token. */
  readonly token_sealed: string | null
  readonly team_id: string | null
  /** 0 before the first change. */
  readonly rev: number
}

const none: StoredConnection = { token_sealed: null, team_id: null, rev: 0 }

export async function readConnection(
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<StoredConnection> {
  const row = await db
    .selectFrom('vercel_connections')
    .select(['token_sealed', 'team_id', 'rev'])
    .where('bucket_id', '=', bucketId)
    .executeTakeFirst()
  return row ?? none
}

/** Stores the connection and increments its `rev`. */
export async function saveConnection(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  { token_sealed, team_id, rev }: StoredConnection,
): Promise<void> {
  const changed = { token_sealed, team_id, modified_at: clock.iso(), rev: rev + 1 }
  await db
    .insertInto('vercel_connections')
    .values({ bucket_id: bucketId, ...changed })
    .onConflict((to) => to.column('bucket_id').doUpdateSet(changed))
    .execute()
}

const linksOf = (db: Reader, { bucketId }: BucketAccess) =>
  db
    .selectFrom('vercel_links')
    .select(['project_id', 'title', 'source'])
    .where('bucket_id', '=', bucketId)

/** Lists the linked projects in the order in which they were linked. */
export const listLinks = (db: Reader, access: BucketAccess): Promise<VercelLink[]> =>
  linksOf(db, access).orderBy('created_at').orderBy('project_id').execute()

export const findLink = (
  db: Reader,
  access: BucketAccess,
  projectId: string,
): Promise<VercelLink | undefined> =>
  linksOf(db, access).where('project_id', '=', projectId).executeTakeFirst()

/** Links a project, or updates the title and the token of an existing link. */
export async function saveLink(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  { project_id, title, source }: VercelLink,
): Promise<void> {
  await db
    .insertInto('vercel_links')
    .values({
      bucket_id: bucketId,
      project_id,
      title,
      source,
      created_at: clock.iso(),
      created_by: userId,
    })
    .onConflict((to) => to.columns(['bucket_id', 'project_id']).doUpdateSet({ title, source }))
    .execute()
}

export async function removeLink(
  db: Reader,
  { bucketId }: BucketAccess,
  projectId: string,
): Promise<void> {
  await db
    .deleteFrom('vercel_links')
    .where('bucket_id', '=', bucketId)
    .where('project_id', '=', projectId)
    .execute()
}
