import type { Person } from '@typecase/contract/people'

import type { Database } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import { createBoundedCache } from '../objects/bounded-cache.ts'
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

/** Whoever stands beside something in the bucket. */
const TRACES = `WITH bucket(id) AS (SELECT ?)
  SELECT created_by AS id FROM objects WHERE bucket_id = (SELECT id FROM bucket)
  UNION SELECT modified_by FROM objects WHERE bucket_id = (SELECT id FROM bucket)
  UNION SELECT deleted_by FROM objects WHERE bucket_id = (SELECT id FROM bucket)
  UNION SELECT created_by FROM revisions WHERE bucket_id = (SELECT id FROM bucket)
  UNION SELECT created_by FROM change_sets WHERE bucket_id = (SELECT id FROM bucket)
  UNION SELECT created_by FROM jobs WHERE bucket_id = (SELECT id FROM bucket)
  UNION SELECT created_by FROM media WHERE bucket_id = (SELECT id FROM bucket)
  UNION SELECT modified_by FROM media WHERE bucket_id = (SELECT id FROM bucket)`

const PEOPLE = `SELECT id, first_name, last_name, avatar, status FROM users
  WHERE id IN (SELECT value FROM json_each(?)) ORDER BY first_name, last_name, id`

/** Bytes of traces that a server remembers. */
const REMEMBERED = 1_000_000

/**
 * Reads the people of buckets. Traces are looked for in everything that a bucket holds, so they are remembered until
 * its members are others: nobody else leaves new ones.
 */
export function createPeople(db: Database, publicUrl: string) {
  const traces = createBoundedCache<Traces>(REMEMBERED)

  async function tracesIn(
    bucketId: string,
    members: readonly string[],
  ): Promise<readonly string[]> {
    const of = members.join(' ')
    const known = traces.get(bucketId)
    if (known?.of === of) return known.ids
    const rows = await selectRows<{ id: string | null }>(db.scan, {
      text: TRACES,
      values: [bucketId],
    })
    const ids = rows.flatMap(({ id }) => id ?? [])
    traces.set(bucketId, { of, ids }, of.length * 2 + ids.length * 50)
    return ids
  }

  return async ({ bucketId }: BucketAccess): Promise<Person[]> => {
    const rows = await selectRows<{ id: string }>(db.read, { text: MEMBERS, values: [bucketId] })
    const members = rows.map(({ id }) => id)
    const ids = new Set([...members, ...(await tracesIn(bucketId, members))])
    const found = await selectRows<Row>(db.read, {
      text: PEOPLE,
      values: [JSON.stringify([...ids])],
    })
    return found.map((row) => toPerson(row, members.includes(row.id), publicUrl))
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
