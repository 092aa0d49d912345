import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Reader } from './database.ts'
import { jsonAt } from './expressions.ts'
import { prepared, preparedFor } from './prepared.ts'
import { engineOf } from './session.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const ids = Array.from({ length: 250 }, (_, index) => String(index).padStart(24, '0'))
beforeEach(async () => {
  await server.app.db.write(async ({ db }) => {
    await db.deleteFrom('objects').execute()
    for (const [rank, id] of ids.entries()) {
      const base = { id, bucket_id: owner.bucket.id, type: 'notes', slug: `note-${rank}`, rank }
      const metadata = JSON.stringify({ of: rank, 'a key': `“${rank}” ?` })
      const at = { created_at: '2026', modified_at: '2026', version: rank }
      await db
        .insertInto('objects')
        .values({ ...base, ...at, title: `Note ${rank}`, status: 'draft', metadata })
        .execute()
    }
  }, 'serializable')
})

const notes = prepared((db, some: { ids: readonly string[]; not: readonly string[] }) =>
  db
    .selectFrom('objects')
    .select('title')
    .where('id', 'in', some.ids)
    .where('id', 'not in', some.not)
    .orderBy('id'),
)

test('a prepared query finds rows by lists of keys of any length', async () => {
  const { read } = server.app.db
  const titles = async (some: string[], not: string[] = []) =>
    (await notes(read, { ids: some, not })).map(({ title }) => title)
  expect(await titles(ids)).toHaveLength(250)
  expect(await titles([ids[3] ?? '', ids[249] ?? '', 'none'])).toEqual(['Note 3', 'Note 249'])
  expect(await titles(ids, ids.slice(2))).toEqual(['Note 0', 'Note 1'])
  expect(await titles([])).toEqual([])
})

test('an unprepared query finds rows by lists of values of any length, too', async () => {
  const all = server.app.db.read.selectFrom('objects').select('rank').orderBy('rank')
  const rows = await all.where('rank', 'in', [4, 249, 1000]).where('rank', 'not in', [4]).execute()
  expect(rows).toEqual([{ rank: 249 }])
  expect(await all.where('rank', 'in', []).execute()).toEqual([])
  expect(await all.where('rank', 'not in', []).execute()).toHaveLength(250)
})

test('a prepared query takes its values on each run, and may use one of them twice', async () => {
  const between = prepared((db, of: { rank: number; key: string; limit: number }) =>
    db
      .selectFrom('objects')
      .select(['rank', jsonAt('metadata', 'a key').as('value')])
      .select((eb) => eb.fn<number>('octet_length', ['metadata']).as('bytes'))
      .where((eb) => eb(eb.refTuple('version', 'id'), '>', eb.tuple(of.rank, of.key)))
      .where('version', '>=', of.rank)
      .orderBy('rank')
      .limit(of.limit),
  )
  const { read } = server.app.db
  expect(await between(read, { rank: 7, key: ids[7] ?? '', limit: 1 })).toEqual([
    { rank: 8, value: '"“8” ?"', bytes: 28 },
  ])
  expect(await between(read, { rank: 7, key: '', limit: 2 })).toMatchObject([
    { rank: 7 },
    { rank: 8 },
  ])
})

test('a prepared statement writes, returns its rows, and is rolled back with its write', async () => {
  const setTitle = prepared((db, note: { id: string; title: string; by: number }) =>
    db
      .updateTable('objects')
      .set((eb) => ({ title: note.title, rank: eb('rank', '+', note.by) }))
      .where('id', '=', note.id)
      .returning(['title', 'rank']),
  )
  const [id = ''] = ids
  const failed = server.app.db.write(async ({ db }) => {
    expect(await setTitle(db, { id, title: 'Lost', by: 1000 })).toEqual([
      { title: 'Lost', rank: 1000 },
    ])
    throw new Error('no')
  }, 'serializable')
  await expect(failed).rejects.toThrow('no')
  expect(await notes(server.app.db.read, { ids: [id], not: [] })).toEqual([{ title: 'Note 0' }])
})

test('a query with distinct rows is valid in a write', async () => {
  await server.app.db.write(async ({ db }) => {
    const query = db.selectFrom('objects').select('status').distinct()
    expect(await query.execute()).toEqual([{ status: 'draft' }])
  }, 'serializable')
})

test('another write skips a row that is locked on PostgreSQL, and waits for the first write on SQLite', async () => {
  const { read, write } = server.app.db
  const isPostgres = engineOf(read) === 'postgres'
  const lockFirst = (db: Reader) =>
    db
      .selectFrom('objects')
      .select('rank')
      .where('rank', 'in', [0, 1])
      .orderBy('rank')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .execute()
  const order: string[] = []
  const lockInAnother = () =>
    write(async ({ db }) => {
      const rows = await lockFirst(db)
      order.push('second')
      return rows
    }, 'read committed')
  let second: ReturnType<typeof lockInAnother> | undefined
  const first = await write(async ({ db }) => {
    const rows = await lockFirst(db)
    second = lockInAnother()
    // On PostgreSQL the second write ends first; on SQLite it gets time to begin, if it could.
    await (isPostgres ? second : new Promise(setImmediate))
    order.push('first')
    return rows
  }, 'read committed')
  expect(first).toEqual([{ rank: 0 }])
  expect(await second).toEqual([{ rank: isPostgres ? 1 : 0 }])
  expect(order).toEqual(isPostgres ? ['second', 'first'] : ['first', 'second'])
})

test('prepared queries are built once for each key', () => {
  const built: string[] = []
  const of = preparedFor((key: string) => {
    built.push(key)
    return prepared((db) => db.selectFrom('jobs').select('id'))
  })
  expect(of('a')).toBe(of('a'))
  of('b')
  expect(built).toEqual(['a', 'b'])
})
