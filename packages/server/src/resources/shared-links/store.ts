import { newId } from '@typecase/contract/ids'
import type { SharedLink } from '@typecase/contract/shared-links'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import { prepared } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

type InBucket = Pick<BucketAccess, 'bucketId'>

/** A link without its path, which is computed. */
export interface StoredLink extends Omit<SharedLink, 'path' | 'has_password'> {
  readonly password_hash: string | null
}

export type LinkData = Pick<
  StoredLink,
  'title' | 'password_hash' | 'takes_comments' | 'expires_at' | 'is_revoked'
>

export async function listLinks(db: Reader, { bucketId }: InBucket): Promise<StoredLink[]> {
  const rows = await db
    .selectFrom('shared_links')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toLink)
}

/** Counts the links of a bucket that are neither revoked nor expired. */
export const countOpenLinks = (db: Reader, { bucketId }: InBucket, now: number): Promise<number> =>
  countOf(
    db
      .selectFrom('shared_links')
      .where('bucket_id', '=', bucketId)
      .where('is_revoked', '=', 0)
      .where('expires_at', '>', now),
  )

const linkById = prepared((db, of: { bucketId: string; id: string }) =>
  db
    .selectFrom('shared_links')
    .selectAll()
    .where('bucket_id', '=', of.bucketId)
    .where('id', '=', of.id),
)

export async function findLink(
  db: Reader,
  { bucketId }: InBucket,
  id: string,
): Promise<StoredLink | undefined> {
  const [row] = await linkById(db, { bucketId, id })
  return row && toLink(row)
}

/** Inserts a link. @returns its id */
export async function insertLink(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  { object_ids, release_id, ...data }: LinkData & Pick<StoredLink, 'object_ids' | 'release_id'>,
): Promise<string> {
  const id = newId(clock.now())
  await db
    .insertInto('shared_links')
    .values({
      ...toRow(data),
      bucket_id: bucketId,
      id,
      release_id,
      object_ids: JSON.stringify(object_ids),
      created_at: clock.iso(),
      created_by: userId,
    })
    .execute()
  return id
}

export async function saveLink(
  db: Reader,
  { bucketId }: InBucket,
  id: string,
  data: LinkData,
): Promise<void> {
  await db
    .updateTable('shared_links')
    .set(toRow(data))
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .execute()
}

export async function countView(
  clock: Clock,
  db: Reader,
  { bucketId }: InBucket,
  id: string,
): Promise<void> {
  await db
    .updateTable('shared_links')
    .set((eb) => ({ views: eb('views', '+', 1), last_viewed_at: clock.iso() }))
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .execute()
}

/** Whether a link is neither revoked nor expired. */
export const isOpen = (
  { is_revoked, expires_at }: Pick<StoredLink, 'is_revoked' | 'expires_at'>,
  now: number,
): boolean => !is_revoked && expires_at > now

const toRow = ({ title, password_hash, takes_comments, expires_at, is_revoked }: LinkData) => ({
  title,
  password_hash,
  takes_comments: Number(takes_comments),
  expires_at,
  is_revoked: Number(is_revoked),
})

const toLink = ({ bucket_id: _, ...row }: Selectable<Tables['shared_links']>): StoredLink => ({
  ...row,
  // Only this module writes the column, so the cast is safe.
  object_ids: JSON.parse(row.object_ids) as string[],
  takes_comments: row.takes_comments === 1,
  is_revoked: row.is_revoked === 1,
})
