import { newId } from '@typecase/contract/ids'
import { endSession, listSessions } from '@typecase/contract/sessions'
import { authenticate, getUser, logoutOthers } from '@typecase/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Account, addAccount, auditActions, PASSWORD } from '../../testing/accounts.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

let server: TestServer
const clock = createTestClock()
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())

const list = async (as: { token: string }) => (await server.call(listSessions, {}, as)).ok()
const statusOf = async (token: string) => (await server.call(getUser, {}, { token })).status
const end = (session_id: string, as?: { token: string }) =>
  server.call(endSession, { body: { session_id } }, as)

/** Signs in as a browser does. */
async function signInWith(account: Account, agent: string): Promise<{ token: string }> {
  const body = { email: account.email, password: PASSWORD }
  return (await server.call(authenticate, { body }, { headers: { 'user-agent': agent } })).ok()
}

test('listing and ending sessions answer 401 without a session', async () => {
  expect((await server.call(listSessions, {})).error().code).toBe('unauthenticated')
  expect((await end(newId())).error().code).toBe('unauthenticated')
})

test('ending another user’s session answers the same 404 as for a missing one', async () => {
  const [person, other] = [await addPerson(server), await addPerson(server)]
  const [theirs] = (await list(other)).sessions
  const refused = (await end(theirs?.id ?? '', person)).error()
  const missing = (await end(newId(), person)).error()
  expect(refused).toMatchObject({ code: 'not_found', message: missing.message })
  expect(await statusOf(other.token)).toBe(200)
})

test('ending a session with an invalid id answers 400', async () => {
  const person = await addPerson(server)
  expect((await end('x', person)).error()).toMatchObject({
    code: 'invalid',
    details: [{ path: 'session_id' }],
  })
})

test('the list shows the user’s sessions, the current one first, and each can be ended at once', async () => {
  const account = await addAccount(server)
  clock.advance(60_000)
  const elsewhere = await signInWith(account, FIREFOX)
  clock.advance(60_000)
  const here = await signInWith(account, 'curl/8.14.1')
  // This call puts the session into the cache.
  expect(await statusOf(elsewhere.token)).toBe(200)
  const { sessions, total } = await list(here)
  expect(total).toBe(3)
  expect(sessions.map((one) => [one.device, one.place, one.is_current])).toMatchObject([
    ['curl', '127.0.0.1', true],
    ['Firefox on Windows', '127.0.0.1', false],
    [expect.any(String), '127.0.0.1', false],
  ])
  expect(sessions[1]).toMatchObject({
    created_at: new Date(clock.now() - 60_000).toISOString(),
    last_seen_at: new Date(clock.now() - 60_000).toISOString(),
  })
  ;(await end(sessions[1]?.id ?? '', here)).ok()
  expect(await statusOf(elsewhere.token)).toBe(401)
  expect(await statusOf(here.token)).toBe(200)
  expect((await list(here)).total).toBe(2)
  expect((await end(sessions[1]?.id ?? '', here)).status).toBe(404)
})

test('the list shows no tokens or hashes, and no expired sessions', async () => {
  const account = await addAccount(server)
  clock.advance(25 * 3600 * 1000)
  const here = await signInWith(account, 'curl/8.14.1')
  const answer = await server.call(listSessions, {}, here)
  expect(answer.ok().sessions).toHaveLength(1)
  expect(JSON.stringify(answer.ok())).not.toContain(here.token)
  const { token_hash } = await server.app.db.read
    .selectFrom('sessions')
    .select('token_hash')
    .where('id', '=', answer.ok().sessions[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(answer.ok())).not.toContain(token_hash)
})

test('a session can end itself, even if it is the last one', async () => {
  const person = await addPerson(server)
  const [response] = (await list(person)).sessions
  ;(await end(response?.id ?? '', person)).ok()
  expect(await statusOf(person.token)).toBe(401)
})

test('ending sessions is in the audit log with the device', async () => {
  const account = await addAccount(server)
  const elsewhere = await signInWith(account, FIREFOX)
  const other = (await list(elsewhere)).sessions.find((one) => one.is_current)
  ;(await end(other?.id ?? '', account)).ok()
  await signInWith(account, FIREFOX)
  ;(await server.call(logoutOthers, {}, account)).ok()
  expect(await auditActions(server, account)).toEqual([
    ['account.session_end', 'All other sessions'],
    ['account.session_end', other?.device],
  ])
})
