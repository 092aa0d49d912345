import { type Compilable, CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { rowsById } from '../columns/table-feed.ts'
import { mediaTable } from '../resources/media/find-media.ts'
import { objectTables } from '../resources/objects/queries/object-feed.ts'
import { addPerson } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

/** SQLite's query plan. */
async function planOf(query: Compilable): Promise<string[]> {
  const { sql, parameters } = query.compile()
  const explain = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters])
  const { rows } = await server.app.db.read.executeQuery<{ detail: string }>(explain)
  return rows.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH'))
}

const some = { bucketId: 'b', ids: ['i'] }

test.each([
  ['objects', objectTables.newest],
  ['published objects', objectTables.published],
  ['media', mediaTable],
])('some %s are found by their keys in an index', async (_, fed) => {
  const plan = await planOf(rowsById(server.app.db.read, fed, some).select('r.id'))
  expect(plan).not.toEqual([])
  for (const step of plan) expect(step).toMatch(/bucket_id=\? AND id=\?\)$/)
})

test('rows written since a version are found by an index', async () => {
  const { read } = server.app.db
  const written = read
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', 'b')
    .where((eb) => eb(eb.refTuple('version', 'id'), '>', eb.tuple(1, 'i')))
    .orderBy('version')
    .orderBy('id')
    .limit(1)
  expect(await planOf(written)).toMatchObject([expect.stringContaining('objects_by_version')])
})

test('a statement with joins, sorting or a limit is compiled once, not for each execution', async () => {
  const people = [await addPerson(server), await addPerson(server), await addPerson(server)]
  const sessionsOf = (id: string) =>
    server.app.db.read
      .selectFrom('users')
      .innerJoin('sessions', 'sessions.user_id', 'users.id')
      .select('users.id')
      .where('users.id', '=', id)
      .where('users.status', '=', 'active')
      .orderBy('users.id')
      .limit(id.length)
      .execute()
  const [first, ...others] = people.map(({ id }) => id)
  expect(await sessionsOf(String(first))).toHaveLength(1)
  // The driver creates a function for a statement's rows each time SQLite compiles the statement.
  const compiled = vi.fn(Function)
  vi.stubGlobal('Function', compiled)
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const id of others) expect(await sessionsOf(id)).toHaveLength(1)
  expect(compiled).not.toHaveBeenCalled()
})
