import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addManyObjects, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { eraseBucket } from '../buckets/erase-bucket.ts'

const OBJECTS = 12

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'works')
  await addManyObjects(server, owner, 'works', OBJECTS)
})
afterAll(() => server.remove())

const tables = [
  ['objects', 'object_counts'],
  ['published_objects', 'published_counts'],
] as const

async function rowsOf(statement: RawBuilder<unknown>): Promise<unknown[]> {
  return (await statement.execute(server.app.db.read)).rows
}

/** Counts as they are kept, and as a walk through all objects finds them. */
const compared = (table: string, counts: string) =>
  Promise.all([
    rowsOf(sql`SELECT * FROM ${sql.table(counts)} WHERE total != 0 ORDER BY 1, 2, 3, 4`),
    rowsOf(sql`SELECT bucket_id, type, status, locale, count(*) AS total FROM ${sql.table(table)}
      WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`),
  ])

const which = fc.uniqueArray(fc.nat(OBJECTS - 1), { minLength: 1 })
const change = fc.oneof(
  fc.tuple(fc.constant('type'), fc.constantFrom('works', 'others')),
  fc.tuple(fc.constant('status'), fc.constantFrom('draft', 'published')),
  fc.tuple(fc.constant('locale'), fc.constantFrom(null, 'en', 'de')),
  fc.tuple(fc.constant('deleted_at'), fc.constantFrom(null, '2026-01-01T00:00:00.000Z')),
)
const steps = fc.array(fc.tuple(fc.constantFrom(...tables), which, change), { maxLength: 12 })

test('whatever is written, the counts that are kept are those of the objects', async () => {
  const first = await rowsOf(sql`SELECT seq FROM objects ORDER BY seq`)
  const seqs = (first as { seq: number }[]).map(({ seq }) => seq)
  await server.app.db.write(({ db }) =>
    sql`INSERT INTO published_objects (seq, id, bucket_id, type, slug, title, rank, created_at, modified_at)
      SELECT seq, id, bucket_id, type, slug, title, rank, created_at, modified_at FROM objects`.execute(
      db,
    ),
  )
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      for (const [[table, counts], places, [column, value]] of sequence) {
        const chosen = sql.join(places.map((place) => seqs[place] ?? 0))
        await server.app.db.write(({ db }) =>
          sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${value} WHERE seq IN (${chosen})`.execute(
            db,
          ),
        )
        const [kept, counted] = await compared(table, counts)
        expect(kept).toEqual(counted)
      }
    }),
    { numRuns: 40 },
  )
  await server.app.db.write(({ db }) =>
    sql`DELETE FROM objects WHERE seq <= ${seqs[OBJECTS / 2] ?? 0}`.execute(db),
  )
  for (const [table, counts] of tables) {
    const [kept, counted] = await compared(table, counts)
    expect(kept).toEqual(counted)
  }
  await server.app.db.write(({ db }) => eraseBucket(db, owner.bucket.id))
  for (const [, counts] of tables)
    expect(await rowsOf(sql`SELECT * FROM ${sql.table(counts)}`)).toEqual([])
})
