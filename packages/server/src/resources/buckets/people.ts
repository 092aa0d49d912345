import { everything } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import type { Person } from '@typecase/contract/people'

import type { App } from '../../app.ts'
import { createBoundedCache } from '../../bounded-cache.ts'
import type { LiveIndex } from '../../columns/live-index.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import { mediaIndex } from '../media/find-media.ts'
import { objectIndex } from '../objects/find-objects.ts'
import { avatarUrl } from '../users/user-view.ts'
import type { BucketAccess } from './bucket-access.ts'

interface Row {
  id: string
  first_name: string
  last_name: string
  avatar: string | null
  status: string
}

interface Traces {
  /** The members at that time. */
  of: string
  ids: readonly string[]
}

/** Whoever may open the bucket, as `openBucket` decides it. */
const MEMBERS = `SELECT users.id FROM buckets
  JOIN project_members ON project_members.project_id = buckets.project_id
  JOIN users ON users.id = project_members.user_id
  LEFT JOIN bucket_members ON bucket_members.bucket_id = buckets.id AND bucket_members.user_id = users.id
  WHERE buckets.id = ? AND (project_members.role <> 'user' OR bucket_members.role IS NOT NULL)
  ORDER BY users.id`

const PEOPLE = `SELECT id, first_name, last_name, avatar, status FROM users
  WHERE id IN (SELECT value FROM json_each(?)) ORDER BY first_name, last_name, id`

/** Rows that are looked into at once. */
const PAGE = 1000

/** Tables whose rows name their authors, each with the columns of an index that leads through a bucket. */
const written = {
  revisions: ['object_id', 'seq'],
  change_sets: ['seq'],
  jobs: ['id'],
} as const

const authors = ['created_by', 'modified_by']

/** Bytes of traces that a server remembers. */
const REMEMBERED = 1_000_000

/**
 * Reads the people of buckets. Traces are looked for in everything that a bucket holds, so they are remembered until
 * its members are others: nobody else leaves new ones.
 */
export function createPeople(app: Pick<App, 'db' | 'columns' | 'settings'>) {
  const { read } = app.db
  const traces = createBoundedCache<Traces>(REMEMBERED)

  async function tracesIn(
    access: BucketAccess,
    members: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { bucketId } = access
    const of = members.join(' ')
    const known = traces.get(bucketId)
    if (known?.of === of) return known.ids
    const found = new Set<unknown>()
    await addValues(found, objectIndex(app, access, 'newest'), authors, signal)
    await addValues(found, objectIndex(app, access, 'trashed'), [...authors, 'deleted_by'], signal)
    await addValues(found, mediaIndex(app, access), authors, signal)
    for (const [table, keys] of Object.entries(written))
      await addAuthors(found, read, bucketId, table, keys, signal)
    const ids = [...found].filter((id) => typeof id === 'string')
    traces.set(bucketId, { of, ids }, of.length * 2 + ids.length * 50)
    return ids
  }

  return async (access: BucketAccess, signal: AbortSignal): Promise<Person[]> => {
    const rows = await selectRows<{ id: string }>(read, {
      text: MEMBERS,
      values: [access.bucketId],
    })
    const members = rows.map(({ id }) => id)
    const ids = new Set([...members, ...(await tracesIn(access, members, signal))])
    const found = await selectRows<Row>(read, {
      text: PEOPLE,
      values: [JSON.stringify([...ids])],
    })
    const { PUBLIC_URL } = app.settings
    return found.map((row) => toPerson(row, members.includes(row.id), PUBLIC_URL))
  }
}

/** Adds what the rows of an index hold at some fields. */
async function addValues(
  found: Set<unknown>,
  live: LiveIndex,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const values = fields.map((field): Path => [field])
  const { index, rows } = await live.match(everything, { values, signal })
  for (const path of values)
    for (const value of index.countValues(path, rows).keys()) found.add(value)
}

/** Adds the authors of a table's rows, a page at a time. */
async function addAuthors(
  found: Set<unknown>,
  db: Reader,
  bucketId: string,
  table: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const columns = keys.join(', ')
  let after: (string | number)[] | undefined
  for (;;) {
    signal.throwIfAborted()
    const isAfter = after ? `AND (${columns}) > (${keys.map(() => '?').join(', ')})` : ''
    const rows = await selectRows<Record<string, string | number>>(db, {
      text: `SELECT created_by, ${columns} FROM ${table} WHERE bucket_id = ? ${isAfter} ORDER BY ${columns} LIMIT ?`,
      values: [bucketId, ...(after ?? []), PAGE],
    })
    for (const { created_by } of rows) found.add(created_by)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = keys.map((key) => last[key] ?? '')
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
