import type { QueryOf } from '@typecase/contract/endpoint'
import type { listObjects } from '@typecase/contract/objects'

import type { Database } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { createBoundedCache } from './bounded-cache.ts'
import type { FieldIndexes } from './field-indexes.ts'
import { compileList, countObjects, keysUsed, readPage } from './list.ts'
import { readersOf } from './list-cost.ts'
import { type ListRequest, readListRequest } from './list-request.ts'

/** Bytes of answers and of totals that a server keeps. */
const ANSWERS = 16_000_000
const TOTALS = 2_000_000

export interface ListAnswer {
  /** The JSON. */
  text: string
  /** The bucket's version that it shows; undefined for an answer that differs each time. */
  version: number | undefined
}

/**
 * Answers lists of objects. Answers and totals are kept under the bucket's version: a list that is asked for again
 * costs a look-up, and after any write to the bucket none is ever stale.
 */
export function createListAnswers(indexes: FieldIndexes) {
  const answers = createBoundedCache<string>(ANSWERS)
  const totals = createBoundedCache<number>(TOTALS)

  async function compute(
    db: Database,
    access: BucketAccess,
    version: number,
    input: QueryOf<typeof listObjects>,
  ): Promise<ListAnswer> {
    const request = readListRequest(input)
    const list = await compileList({ db, access, indexes }, 'objects', request)
    if (list.model)
      void indexes.wish(access, 'objects', list.model.slug, keysUsed(list.model, request))
    const readers = readersOf(db, list.cost, request.skip)
    const key = `${access.bucketId} ${version} ${list.where.text} ${JSON.stringify(list.where.values)}`
    const objects = await readPage(readers, access, list, request)
    const total =
      totals.get(key) ?? knownTotal(objects.length, request) ?? (await countObjects(readers, list))
    totals.set(key, total, 8)
    const { limit, skip, sort } = request
    return {
      text: JSON.stringify({ objects, total, limit, skip }),
      version: sort.kind === 'random' ? undefined : version,
    }
  }

  /** @param db whose long reads wait for their turn */
  return async (
    db: Database,
    access: BucketAccess,
    input: QueryOf<typeof listObjects>,
  ): Promise<ListAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      const version = await readVersion(db, access)
      const key = `${access.bucketId} ${version} ${JSON.stringify(input)}`
      const kept = answers.get(key)
      if (kept !== undefined) return { text: kept, version }
      const answer = await compute(db, access, version, input)
      // A write in between would leave page and total of different versions; who writes all the time has to live with it.
      if (attempt < 2 && (await readVersion(db, access)) !== version) continue
      if (answer.version !== undefined) answers.set(key, answer.text, answer.text.length * 2)
      return answer
    }
  }
}

/** A page with room left tells the total itself. */
const knownTotal = (rows: number, { limit, skip }: ListRequest): number | undefined =>
  rows < limit && (rows > 0 || skip === 0) ? skip + rows : undefined

/** The bucket's version: it grows with every write to what the bucket holds. */
export async function readVersion(db: Database, { bucketId }: BucketAccess): Promise<number> {
  const [row] = await selectRows<{ version: number }>(db.read, {
    text: 'SELECT version FROM buckets WHERE id = ?',
    values: [bucketId],
  })
  return row?.version ?? 0
}
