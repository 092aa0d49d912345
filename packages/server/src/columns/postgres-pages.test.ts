import { type Compilable, CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { objectTables } from '../resources/objects/queries/object-feed.ts'
import { addManyObjects, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { allPage, writtenPage } from './table-feed.ts'

const OBJECTS = 2000
const PAGE = 20

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'things')
  await addManyObjects(server, owner, 'things', OBJECTS, () => ({ status: 'published' }))
  await server.app.db.write(({ db }) => sql`ANALYZE`.execute(db), 'serializable')
})
afterAll(() => server.remove())

interface PlanNode {
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Returns the largest number of rows that PostgreSQL touches in any step of a query. */
async function rowsTouched(query: Compilable): Promise<number> {
  const compiled = query.compile()
  const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${compiled.sql}`
  const { rows } = await server.app.db.read.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(explain, [...compiled.parameters]),
  )
  const most = (node: PlanNode): number =>
    Math.max(
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
      ...(node.Plans ?? []).map(most),
    )
  // The shape comes from PostgreSQL.
  const [plan] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '') as [{ Plan: PlanNode }]
  return most(plan.Plan)
}

test.each([
  ['objects', objectTables.newest],
  ['published objects', objectTables.published],
])('a page of %s reads no more rows than it has', async (_, fed) => {
  const { read } = server.app.db
  const after = { bucketId: owner.bucket.id, id: '', limit: PAGE }
  const paths = [['title'], ['metadata', 'price']] as const
  expect(await rowsTouched(allPage(read, fed, paths, after))).toBe(PAGE)
  expect(await rowsTouched(writtenPage(read, fed, paths, { ...after, version: 0 }))).toBe(PAGE)
})
