import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import { notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { newestVersion, type ObjectVersion, type StoredObject, versionColumns } from './state.ts'
import type { Status } from './tables.ts'

interface StateRow extends ObjectVersion {
  seq: number
  id: string
  type: string
  rank: number
  status: Status
  is_published: number
  created_at: string
  created_by: string | null
  rev: number
  state_rev: number
  version: number
  deleted_at: string | null
  deleted_by: string | null
}

const SELECT = `SELECT ${[
  'seq',
  'id',
  'type',
  'rank',
  'status',
  'is_published',
  'created_at',
  'created_by',
  'rev',
  'state_rev',
  'version',
  'deleted_at',
  'deleted_by',
  ...versionColumns,
].join(', ')} FROM objects`

/** Which objects count: those that are not in the trash, those that are, or all. */
export type Presence = 'live' | 'trashed' | 'any'

const presence: Record<Presence, string> = {
  live: ' AND deleted_at IS NULL',
  trashed: ' AND deleted_at IS NOT NULL',
  any: '',
}

/**
 * One object of the bucket with its whole state.
 * @throws Failure `not_found`
 */
export async function readObject(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
  which: Presence = 'live',
): Promise<StoredObject> {
  const [row] = await selectRows<StateRow>(db, {
    text: `${SELECT} WHERE id = ? AND bucket_id = ?${presence[which]}`,
    values: [id, bucketId],
  })
  if (!row) throw notFound('Object')
  const beside = await publishedBeside(db, [row])
  return toStored(row, beside)
}

/** Objects of the bucket with their whole states, by id; ids that are not there are left out. */
export async function readObjects(
  db: Reader,
  { bucketId }: BucketAccess,
  ids: readonly string[],
  which: Presence = 'live',
): Promise<Map<string, StoredObject>> {
  const rows = await selectRows<StateRow>(db, {
    text: `${SELECT} WHERE id IN (SELECT value FROM json_each(?)) AND bucket_id = ?${presence[which]}`,
    values: [JSON.stringify(ids), bucketId],
  })
  const beside = await publishedBeside(db, rows)
  return new Map(rows.map((row) => [row.id, toStored(row, beside)]))
}

type PublishedRow = ObjectVersion & { seq: number }

/** The published versions beside newer drafts, by row number: few objects have one. */
async function publishedBeside(
  db: Reader,
  rows: readonly StateRow[],
): Promise<ReadonlyMap<number, ObjectVersion>> {
  const drafts = rows.filter((row) => row.status === 'draft' && row.is_published === 1)
  if (drafts.length === 0) return new Map()
  const published = await selectRows<PublishedRow>(db, {
    text: `SELECT seq, ${versionColumns.join(', ')} FROM published_objects
      WHERE seq IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(drafts.map(({ seq }) => seq))],
  })
  return new Map(published.map((row) => [row.seq, newestVersion(row)]))
}

function toStored(
  row: StateRow,
  publishedBeside: ReadonlyMap<number, ObjectVersion>,
): StoredObject {
  return {
    seq: row.seq,
    id: row.id,
    type: row.type,
    rank: row.rank,
    created_at: row.created_at,
    created_by: row.created_by,
    rev: row.rev,
    state_rev: row.state_rev,
    version: row.version,
    state: {
      ...newestVersion(row),
      status: row.status,
      published: publishedBeside.get(row.seq) ?? null,
      deleted_at: row.deleted_at,
      deleted_by: row.deleted_by,
    },
  }
}

/** The type of an object of the bucket that is there. */
export async function findTypeOf(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('objects')
    .select('type')
    .where('id', '=', id)
    .where('bucket_id', '=', bucketId)
    .executeTakeFirst()
  return row?.type
}
