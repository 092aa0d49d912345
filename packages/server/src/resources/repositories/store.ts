import { newId } from '@typecase/contract/ids'
import type { Branch, Repository } from '@typecase/contract/repositories'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** The part of a repository that users edit. */
export type RepositoryData = Pick<Repository, 'title' | 'url' | 'default_branch'>
export type BranchData = Pick<Branch, 'name' | 'site_url'>

type Row = Selectable<Tables['repositories']>

const inBucket = (db: Reader, { bucketId }: BucketAccess) =>
  db.selectFrom('repositories').where('bucket_id', '=', bucketId)

export const countRepositories = (db: Reader, access: BucketAccess): Promise<number> =>
  countOf(inBucket(db, access))

/** Lists a page of the repositories of a bucket, by title. */
export async function listRepositories(
  db: Reader,
  access: BucketAccess,
  { limit, skip }: { limit: number; skip: number },
): Promise<Repository[]> {
  const rows = await inBucket(db, access)
    .selectAll()
    .orderBy((eb) => eb.fn('lower', ['title']))
    .orderBy('id')
    .limit(limit)
    .offset(skip)
    .execute()
  return withBranches(db, access, rows)
}

export async function findRepository(
  db: Reader,
  access: BucketAccess,
  id: string,
): Promise<Repository | undefined> {
  const rows = await inBucket(db, access).selectAll().where('id', '=', id).execute()
  return (await withBranches(db, access, rows))[0]
}

/** Returns the title of another repository with this address. Case is ignored, as hosts do. */
export async function titleAtAddress(
  db: Reader,
  access: BucketAccess,
  url: string,
  exceptId: string | undefined,
): Promise<string | undefined> {
  const rows = await inBucket(db, access).select(['id', 'url', 'title']).execute()
  const isSame = (row: Pick<Row, 'id' | 'url'>) =>
    row.id !== exceptId && row.url.toLowerCase() === url.toLowerCase()
  return rows.find(isSame)?.title
}

async function withBranches(
  db: Reader,
  { bucketId }: BucketAccess,
  rows: readonly Row[],
): Promise<Repository[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const branches = await db
    .selectFrom('repository_branches')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .where('repository_id', 'in', ids)
    .orderBy('name')
    .execute()
  const byRepository = Map.groupBy(branches, ({ repository_id }) => repository_id)
  return rows.map(({ bucket_id: _, ...row }) => {
    const isFirst = ({ name }: Branch) => Number(name === row.default_branch)
    const branches = (byRepository.get(row.id) ?? []).map(({ name, site_url, created_at }) => ({
      name,
      site_url,
      created_at,
    }))
    const names = { repository_name: row.title, repository_url: row.url }
    return { ...row, ...names, branches: branches.toSorted((a, b) => isFirst(b) - isFirst(a)) }
  })
}

/** Adds a repository with its branches. @returns its id */
export async function insertRepository(
  clock: Clock,
  db: Reader,
  access: BucketAccess,
  data: RepositoryData,
  branches: readonly BranchData[],
): Promise<string> {
  const id = newId(clock.now())
  const now = clock.iso()
  const by = { created_by: access.userId, created_at: now, modified_at: now }
  await db
    .insertInto('repositories')
    .values({ bucket_id: access.bucketId, id, ...data, ...by })
    .execute()
  await insertBranches(db, access, id, branches, now)
  return id
}

/** Stores changes to a repository and raises its `rev`, also if only its branches changed. */
export async function changeRepository(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
  change: Partial<RepositoryData> = {},
): Promise<void> {
  await db
    .updateTable('repositories')
    .set((eb) => ({ ...change, modified_at: clock.iso(), rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a repository. A foreign key deletes its branches. */
export async function removeRepository(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('repositories')
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .execute()
}

/** Inserts branches of a repository. @param created_at ISO 8601 */
export async function insertBranches(
  db: Reader,
  { bucketId }: BucketAccess,
  repository_id: string,
  branches: readonly BranchData[],
  created_at: string,
): Promise<void> {
  const of = { bucket_id: bucketId, repository_id, created_at }
  await db
    .insertInto('repository_branches')
    .values(branches.map(({ name, site_url }) => ({ ...of, name, site_url })))
    .execute()
}

export async function setSite(
  db: Reader,
  { bucketId }: BucketAccess,
  repositoryId: string,
  { name, site_url }: BranchData,
): Promise<void> {
  await db
    .updateTable('repository_branches')
    .set({ site_url })
    .where('bucket_id', '=', bucketId)
    .where('repository_id', '=', repositoryId)
    .where('name', '=', name)
    .execute()
}

export async function removeBranch(
  db: Reader,
  { bucketId }: BucketAccess,
  repositoryId: string,
  name: string,
): Promise<void> {
  await db
    .deleteFrom('repository_branches')
    .where('bucket_id', '=', bucketId)
    .where('repository_id', '=', repositoryId)
    .where('name', '=', name)
    .execute()
}
