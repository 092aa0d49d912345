import { everything } from '@typecase/content-query/ast'
import type { Plans, QuotaKey } from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { prepared, preparedFor } from '../../database/prepared.ts'
import { objectIndex } from '../objects/queries/find-objects.ts'
import '../object-types/tables.ts'
import '../objects/store/tables.ts'
import '../media/tables.ts'
import '../invites/store.ts'
import { bucketsOf, projectsIn } from '../teams/store.ts'
import type { TeamScope } from '../teams/team-scope.ts'

/** Returns the usage of a project, or of a workspace with its projects. The trash does not count. */
export async function usageOf(app: App, scope: TeamScope): Promise<Plans['usage']> {
  const { read } = app.db
  return {
    buckets: await countOf(read, scope, 'buckets'),
    team: (await peopleIn(read, app.clock, scope)).size,
    object_types: await countOf(read, scope, 'object_types'),
    objects: await objectsIn(app, read, scope),
    media_files: await countOf(read, scope, 'media_files'),
    media_storage: await countOf(read, scope, 'media_storage'),
  }
}

export type CountedKey = Exclude<QuotaKey, 'team'>

/** The scope of a count: a bucket, or a project or workspace with its buckets. */
export interface CountScope {
  readonly resource: TeamScope['resource'] | 'bucket'
  readonly id: string
}

const columns = {
  bucket: 'buckets.id',
  project: 'projects.id',
  workspace: 'projects.workspace_id',
} as const

/** Selects the buckets of a scope. The statement does not name their ids, so it waits for no long write. */
const bucketsIn = (db: Reader, { resource, id }: CountScope) =>
  db
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .select('buckets.id')
    .where(columns[resource], '=', id)

type Amount =
  | 'buckets'
  | 'object_types'
  | 'objects'
  | 'objects trashed'
  | 'media'
  | 'media trashed'
  | 'bytes'

const amounts = preparedFor((which: `${CountScope['resource']} ${Amount}`) => {
  const [resource, ...words] = which.split(' ') as [CountScope['resource'], ...string[]]
  // `amountOf` builds the key, so the cast is safe.
  const amount = words.join(' ') as Amount
  return prepared((db, { id }: { id: string }) => {
    const buckets = bucketsIn(db, { resource, id })
    if (amount === 'buckets')
      return db.selectFrom(buckets.as('b')).select((eb) => eb.fn.countAll<number>().as('amount'))
    if (amount === 'bytes')
      return (
        db
          .selectFrom('media')
          .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('amount'))
          .where('bucket_id', 'in', buckets)
          .where('deleted_at', 'is', null)
          // The bytes of other media are on another server.
          .where('file_id', 'is not', null)
      )
    if (amount === 'object_types')
      return db
        .selectFrom('object_types')
        .select((eb) => eb.fn.countAll<number>().as('amount'))
        .where('bucket_id', 'in', buckets)
        .where('deleted_at', 'is', null)
    const table = amount.startsWith('objects') ? 'objects' : 'media'
    const rows = db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('amount'))
      .where('bucket_id', 'in', buckets)
    return amount.endsWith('trashed') ? rows.where('deleted_at', 'is not', null) : rows
  })
})

async function amountOf(db: Reader, { resource, id }: CountScope, amount: Amount): Promise<number> {
  const [row] = await amounts(`${resource} ${amount}`)(db, { id })
  return row?.amount ?? 0
}

/**
 * Returns the amount that counts towards a limit, except for people, in the state that `db` sees; bytes for media
 * storage.
 */
export async function countOf(db: Reader, of: CountScope, key: CountedKey): Promise<number> {
  if (key === 'media_storage') return amountOf(db, of, 'bytes')
  if (key === 'buckets' || key === 'object_types') return amountOf(db, of, key)
  // Each of these two counts reads only an index; counting live rows directly would read every row.
  const table = key === 'objects' ? 'objects' : 'media'
  return (await amountOf(db, of, table)) - (await amountOf(db, of, `${table} trashed`))
}

/** Dependencies of counting objects in memory. */
export interface Counting extends Pick<App, 'columns'> {
  readonly db: Pick<App['db'], 'read' | 'isHeld'>
}

/**
 * Counts objects. A bucket with an index is counted in memory, in the last committed state plus the changes of this
 * write and of those that share its commit. Other buckets are counted in the database, without loading an index.
 * @param db the transaction of a write, or a reader
 */
export async function objectsIn(app: Counting, db: Reader, scope: TeamScope): Promise<number> {
  let total = 0
  for (const bucketId of await bucketsOf(db, scope)) {
    const isRead = db === app.db.read
    const isHeld = app.db.isHeld({ bucketId })
    if (!app.columns.peek(bucketId, 'newest') && (isRead || !isHeld))
      total += await countOf(db, { resource: 'bucket', id: bucketId }, 'objects')
    // A long write sees all its changes in the index at its end.
    else if (isRead || isHeld) total += (await liveObjects(app, bucketId)).rows.count
    else total += await objectsNow(app, db, bucketId)
  }
  return total
}

/** Counts the objects of a bucket in memory. */
export const liveObjects = (app: Counting, bucketId: string) =>
  objectIndex(app, { bucketId }, 'newest').match(everything)

const writtenSince = prepared((db, since: { bucketId: string; version: number }) =>
  db
    .selectFrom('objects')
    .select(['id', 'deleted_at'])
    .where('bucket_id', '=', since.bucketId)
    .where('version', '>', since.version),
)

async function objectsNow(app: Counting, db: Reader, bucketId: string): Promise<number> {
  for (;;) {
    const { version } = await liveObjects(app, bucketId)
    const changes = await writtenSince(db, { bucketId, version })
    const { index, rows, version: now } = await liveObjects(app, bucketId)
    if (now !== version) continue
    let count = rows.count
    for (const { id, deleted_at } of changes) {
      const row = index.rowOf(id)
      const wasLive = row >= 0 && rows.has(row)
      count += Number(deleted_at === null) - Number(wasLive)
    }
    return count
  }
}

/** Returns the addresses of the members of a team and of the open invitations to it, without duplicates. */
export async function peopleIn(
  db: Reader,
  { now }: Pick<Clock, 'now'>,
  scope: TeamScope,
): Promise<Set<string>> {
  const projects = await projectsIn(db, scope.id)
  const ids = [scope.id, ...projects.map(({ id }) => id)]
  const members = await db
    .selectFrom('team_roles')
    .innerJoin('users', 'users.id', 'user_id')
    .select('email_key')
    .where('team_id', 'in', ids)
    .where('users.status', '=', 'active')
    .execute()
  const invited = await db
    .selectFrom('invites')
    .select('email_key')
    .where('resource_id', 'in', ids)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now())
    .execute()
  return new Set([...members, ...invited].map((row) => row.email_key))
}
