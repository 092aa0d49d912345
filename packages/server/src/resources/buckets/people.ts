import { everything } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import type { Person } from '@typecase/contract/people'

import type { App } from '../../app.ts'
import { createBoundedCache } from '../../bounded-cache.ts'
import type { LiveIndex } from '../../columns/live-index.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { Reader } from '../../database/database.ts'
import { mediaIndex } from '../media/find-media.ts'
import { objectIndex } from '../objects/queries/find-objects.ts'
import { avatarUrl } from '../users/user-view.ts'
import '../comments/tables.ts'
import type { BucketAccess } from './bucket-access.ts'

interface Traces {
  /** Ids of the members at that time, joined by spaces. */
  of: string
  ids: readonly string[]
}

/** Selects the users who may open the bucket, by the same rules as `openBucket`. */
export const membersOf = (db: Reader, bucketId: string) =>
  db
    .selectFrom('buckets')
    .innerJoin('team_roles', 'team_id', 'buckets.project_id')
    .innerJoin('users', 'users.id', 'team_roles.user_id')
    .leftJoin('bucket_members', (join) =>
      join
        .onRef('bucket_members.bucket_id', '=', 'buckets.id')
        .onRef('bucket_members.user_id', '=', 'users.id'),
    )
    .select('users.id')
    .distinct()
    .where('buckets.id', '=', bucketId)
    .where((eb) =>
      eb.or([eb('team_roles.role', '<>', 'user'), eb('bucket_members.role', 'is not', null)]),
    )
    .orderBy('users.id')
    .execute()

const namesOf = (db: Reader, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'avatar', 'status'])
    .where('id', 'in', ids)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()

type Row = Awaited<ReturnType<typeof namesOf>>[number]

/** Number of rows per read. */
const PAGE = 1000

/** Tables whose rows have an author, each with the columns of the index to page by within a bucket. */
const authoredTables = {
  revisions: ['object_id', 'rev'],
  change_sets: ['version'],
  jobs: ['id'],
  comments: ['id'],
} as const

const authors = ['created_by', 'modified_by']

/** Limit of the cache of authors, in bytes. */
const MAX_CACHE_BYTES = 1_000_000

/**
 * Creates a reader of the people of a bucket: its members and everyone who has left a trace there, such as an edit.
 * Traces may be anywhere in a bucket, so they are cached until the members change: only members leave new ones.
 */
export function createPeople(app: Pick<App, 'db' | 'columns' | 'settings'>) {
  const { read } = app.db
  const traces = createBoundedCache<Traces>(MAX_CACHE_BYTES)

  async function tracesIn(
    access: BucketAccess,
    members: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { bucketId } = access
    const of = members.join(' ')
    const cached = traces.get(bucketId)
    if (cached?.of === of) return cached.ids
    const userIds = new Set<unknown>()
    await addValues(userIds, objectIndex(app, access, 'newest'), authors, signal)
    await addValues(
      userIds,
      objectIndex(app, access, 'trashed'),
      [...authors, 'deleted_by'],
      signal,
    )
    await addValues(userIds, mediaIndex(app, access), authors, signal)
    for (const table of Object.keys(authoredTables) as (keyof typeof authoredTables)[])
      await addAuthors(userIds, read, bucketId, table, signal)
    const ids = [...userIds].filter((id) => typeof id === 'string')
    traces.set(bucketId, { of, ids }, of.length * 2 + ids.length * 50)
    return ids
  }

  return async (access: BucketAccess, signal: AbortSignal): Promise<Person[]> => {
    const rows = await membersOf(read, access.bucketId)
    const members = rows.map(({ id }) => id)
    const ids = new Set([...members, ...(await tracesIn(access, members, signal))])
    const people = await namesOf(read, [...ids])
    const { PUBLIC_URL } = app.settings
    return people.map((row) => toPerson(row, members.includes(row.id), PUBLIC_URL))
  }
}

/** Adds the values of these fields in all rows of an index. */
async function addValues(
  ids: Set<unknown>,
  live: LiveIndex,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const values = fields.map((field): Path => [field])
  const { index, rows } = await live.match(everything, { values, signal })
  for (const path of values)
    for (const value of index.countValues(path, rows).keys()) ids.add(value)
}

/** Adds the authors of a table's rows, a page at a time. */
async function addAuthors(
  ids: Set<unknown>,
  db: Reader,
  bucketId: string,
  table: keyof typeof authoredTables,
  signal: AbortSignal,
): Promise<void> {
  const keys = authoredTables[table]
  // The table is typed as `revisions` because each of the tables has the columns named here.
  let page = db
    .selectFrom(table as 'revisions')
    .select(['created_by', ...(keys as readonly ['object_id', 'rev'])])
    .where('bucket_id', '=', bucketId)
    .limit(PAGE)
  for (const key of keys) page = page.orderBy(key as 'rev')
  let after = page
  for (;;) {
    signal.throwIfAborted()
    const rows = await after.execute()
    for (const { created_by } of rows) ids.add(created_by)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = page.where((eb) =>
      eb(
        eb.refTuple(...(keys as readonly ['object_id', 'rev'])),
        '>',
        eb.tuple(...(keys.map((key) => last[key as 'rev']) as unknown as [string, number])),
      ),
    )
    while (sliceIsOver()) await nextSlice()
  }
}

function toPerson(row: Row, isMember: boolean, publicUrl: string): Person {
  const { id, first_name, last_name, avatar } = row
  if (row.status === 'deactivated') {
    return { id, first_name: '', last_name: '', avatar_url: null, status: 'closed' }
  }
  const avatar_url = avatarUrl(publicUrl, avatar)
  return { id, first_name, last_name, avatar_url, status: isMember ? 'member' : 'left' }
}
