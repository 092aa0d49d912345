import { getUser } from '@typecase/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { addPerson } from '../../testing/people.ts'
import { restart } from '../../testing/restart.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

const HOUR = 3600 * 1000

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.remove())

const isIn = async (token: string) => (await server.call(getUser, {}, { token })).status === 200

test('a session lasts thirty days if it is used, and a day if it is not', async () => {
  const [used, idle] = [await addPerson(server), await addPerson(server)]
  for (let day = 0; day < 30; day += 1) {
    expect(await isIn(used.token)).toBe(true)
    server = await restart(server, 23.9 * HOUR)
  }
  expect(await isIn(idle.token)).toBe(false)
  expect(await isIn(used.token)).toBe(true)
  server = await restart(server, 3 * HOUR)
  expect(await isIn(used.token)).toBe(false)
})

test('a read does not wait for writes, although it updates the time when the session was last seen', async () => {
  const clock = createTestClock()
  await server.remove()
  server = await startTestServer({}, { clock })
  const { token } = await addPerson(server)
  const writing = Promise.withResolvers<void>()
  const lent = server.app.db.withBucketLocked('', () => writing.promise)
  clock.advance(2 * HOUR)
  expect(await isIn(token)).toBe(true)
  writing.resolve()
  await lent
  const seen = () => server.app.db.read.selectFrom('sessions').select('last_seen_at').execute()
  await waitFor(seen, ([session]) => session?.last_seen_at === clock.now())
})

test('the time when a session was last seen is stored by the next call if storing it fails', async () => {
  const clock = createTestClock()
  await server.remove()
  server = await startTestServer({}, { clock })
  const { token } = await addPerson(server)
  const { db } = server.app
  const refused = vi.spyOn(db, 'write').mockRejectedValueOnce(new Error('disk full'))
  clock.advance(2 * HOUR)
  expect(await isIn(token)).toBe(true)
  await waitFor(
    () => refused.mock.settledResults[0]?.type,
    (type) => type === 'rejected',
  )
  expect(await isIn(token)).toBe(true)
  const seen = () => db.read.selectFrom('sessions').select('last_seen_at').execute()
  await waitFor(seen, ([session]) => session?.last_seen_at === clock.now())
})

test('expired sessions of a user are deleted at the next sign-in', async () => {
  const { id } = await addPerson(server)
  server = await restart(server, 25 * HOUR)
  await server.app.db.write(
    (write) => server.app.sessions.open(write, id, { ip: '127.0.0.1', agent: 'test' }),
    'serializable',
  )
  const rows = await server.app.db.read
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', id)
    .execute()
  expect(rows).toHaveLength(1)
})

test('a session that is looked up while it is being ended is not cached', async () => {
  const { sessions, db } = server.app
  for (let turns = 0; turns < 60; turns += 1) {
    const { id, token } = await addPerson(server)
    const look = async () => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      return sessions.find(token)
    }
    let looking: Promise<unknown> = Promise.resolve()
    await db.write(async (write) => {
      await sessions.endAll(write, id)
      looking = look()
      // This takes long enough for some lookups to read the session before the commit and to end after it.
      await write.db.selectFrom('users').select('id').execute()
    }, 'serializable')
    await looking
    expect(await sessions.find(token)).toBeUndefined()
  }
})
