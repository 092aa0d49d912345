import { addToken, deleteToken, listTokens } from '@typecase/contract/access-tokens'
import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import { listProjects } from '@typecase/contract/projects'
import type { TokenScope } from '@typecase/contract/roles'
import { endSession, listSessions } from '@typecase/contract/sessions'
import {
  deactivateUser,
  getUser,
  logoutOthers,
  sendDeactivationCode,
  updateUser,
} from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addAccount, closeAccount, auditActions, PASSWORD, signIn } from '../../testing/accounts.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { addOwner, addPerson } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let server: TestServer
const clock = createTestClock()
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())

interface As {
  token: string
}
const add = (as: As | undefined, more: object = {}) =>
  server.send(addToken, { body: { title: 'Terminal', scope: 'write', days: 30, ...more } }, as)

async function tokenOf(as: As, scope: TokenScope = 'admin', days = 30) {
  const body = { title: 'Terminal', scope, days }
  const { token, secret } = (await server.call(addToken, { body }, as)).ok()
  return { ...token, token: secret }
}
const statusOf = async (as: As) => (await server.call(getUser, {}, as)).status

test('all calls for access tokens answer 401 without a session', async () => {
  expect((await server.call(listTokens, {})).status).toBe(401)
  expect((await add(undefined)).status).toBe(401)
  expect((await server.call(deleteToken, { query: { token_id: newId() } })).status).toBe(401)
})

test('deleting another user’s access token answers 404', async () => {
  const [person, other] = [await addPerson(server), await addPerson(server)]
  const theirs = await tokenOf(other)
  const refused = await server.call(deleteToken, { query: { token_id: theirs.id } }, person)
  expect(refused.error().code).toBe('not_found')
  expect(await statusOf(theirs)).toBe(200)
  expect((await server.call(listTokens, {}, person)).ok().total).toBe(0)
})

test('the properties of a new access token are also accepted in `data`', async () => {
  const person = await addPerson(server)
  const body = { data: { title: 'Terminal', scope: 'read', days: 1 } }
  expect((await server.send(addToken, { body }, person)).ok()).toMatchObject({
    token: { title: 'Terminal', scope: 'read' },
  })
})

describe('a new access token is refused', () => {
  test.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(101) }],
    ['scope', { scope: 'owner' }],
    ['bucket_ids', { bucket_ids: [] }],
    ['bucket_ids', { bucket_ids: Array.from({ length: 51 }, () => newId()) }],
    ['bucket_ids.0', { bucket_ids: [newId()] }],
    ['days', { days: 0 }],
    ['days', { days: 367 }],
    ['days', { days: 1.5 }],
    ['user_id', { user_id: newId() }],
  ])('naming %s in %j', async (path, more) => {
    const person = await addPerson(server)
    expect((await add(person, more)).error()).toMatchObject({
      code: 'invalid',
      details: [{ path }],
    })
  })

  test('without current_password if the sign-in is older than ten minutes', async () => {
    const account = await addAccount(server)
    clock.advance(11 * MINUTE)
    const path = 'current_password'
    expect((await add(account)).error().details).toMatchObject([{ path, rule: 'required' }])
    const wrong = await add(account, { current_password: 'not the password' })
    expect(wrong.error().details).toMatchObject([{ path, rule: 'wrong' }])
    expect((await add(account, { current_password: PASSWORD })).status).toBe(201)
  })

  test('if the account has no password and the sign-in is older than ten minutes', async () => {
    const person = await addPerson(server)
    clock.advance(11 * MINUTE)
    expect((await add(person)).error().details).toMatchObject([
      { path: 'current_password', rule: 'fresh' },
    ])
  })
})

test('the secret of a token is shown once and not stored; the list shows when it was last used', async () => {
  const owner = await addOwner(server)
  const newToken = await tokenOf(owner)
  expect(newToken.token).toMatch(/^cos_[\w-]{43}$/)
  expect(newToken).toMatchObject({
    title: 'Terminal',
    scope: 'admin',
    bucket_ids: null,
    last_used_at: null,
  })
  expect(Date.parse(newToken.expires_at) - Date.parse(newToken.created_at)).toBe(30 * DAY)

  expect((await server.call(listProjects, {}, newToken)).ok().projects).toHaveLength(1)
  const { slug } = owner.bucket
  ;(
    await server.call(updateBucket, { body: { slug, data: { title: 'By a program' } } }, newToken)
  ).ok()

  const read = async () => (await server.call(listTokens, {}, owner)).ok()
  const { tokens } = await waitFor(read, (list) => list.tokens[0]?.last_used_at !== null)
  expect(tokens).toMatchObject([
    { id: newToken.id, last_used_at: new Date(clock.now()).toISOString() },
  ])
  expect(JSON.stringify(tokens)).not.toContain(newToken.token)
  const stored = await server.app.db.read.selectFrom('access_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(newToken.token)
})

test('a token with the scope read cannot change anything or see keys', async () => {
  const owner = await addOwner(server)
  const { slug } = owner.bucket
  const reads = await tokenOf(owner, 'read')
  expect((await server.call(getBucket, { query: { slug } }, reads)).ok().bucket).toMatchObject({
    slug,
    api_access: { read_key: '', preview_key: '', write_key: '' },
  })
  const refused = await server.call(updateBucket, { body: { slug, data: { title: 'No' } } }, reads)
  expect(refused.error()).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('can only read'),
  })
})

test('the scope `write` is stored as `admin`', async () => {
  const person = await addPerson(server)
  expect((await add(person, { scope: 'write' })).ok()).toMatchObject({ token: { scope: 'admin' } })
})

test('an access token cannot change the account, its tokens, its password or its sessions', async () => {
  const account = await addAccount(server)
  const newToken = await tokenOf(account)
  const { user } = (await server.call(getUser, {}, account)).ok()
  const { sessions } = (await server.call(listSessions, {}, account)).ok()
  const data = { password: 'another quiet harbour', current_password: PASSWORD }
  const refusals = [
    await server.call(updateUser, { body: { data } }, newToken),
    await server.call(updateUser, { body: { data: { first_name: 'Eve' } } }, newToken),
    await server.call(sendDeactivationCode, {}, newToken),
    await server.call(deactivateUser, { body: { current_password: PASSWORD } }, newToken),
    await add(newToken),
    await server.call(listTokens, {}, newToken),
    await server.call(deleteToken, { query: { token_id: newToken.id } }, newToken),
    await server.call(listSessions, {}, newToken),
    await server.call(endSession, { body: { session_id: sessions[0]?.id ?? '' } }, newToken),
    await server.call(logoutOthers, {}, newToken),
  ]
  expect(refusals.map((one) => one.error().code)).toEqual(refusals.map(() => 'forbidden'))
  expect((await server.call(getUser, {}, account)).ok().user).toEqual(user)
  expect((await server.call(listSessions, {}, account)).ok().sessions).toEqual(sessions)
  expect(await signIn(server, account)).toBeTruthy()
})

test('a token ends when it is deleted or expires or its account is closed, but not with the session', async () => {
  const person = await addPerson(server)
  const [deleted, expiring, active] = [
    await tokenOf(person),
    await tokenOf(person, 'admin', 1),
    await tokenOf(person),
  ]
  expect(await statusOf(deleted)).toBe(200)
  expect(await statusOf(expiring)).toBe(200)
  ;(await server.call(deleteToken, { query: { token_id: deleted.id } }, person)).ok()
  expect(await statusOf(deleted)).toBe(401)
  await closeAccount(server, person)
  expect(await statusOf(active)).toBe(401)
  const other = await addPerson(server)
  const lasts = await tokenOf(other, 'read', 1)
  await server.app.db.write((write) => server.app.sessions.endAll(write, other.id), 'serializable')
  expect(await statusOf(lasts)).toBe(200)
  clock.advance(DAY)
  expect(await statusOf(lasts)).toBe(401)
})

test('a user can have at most fifty access tokens (409)', async () => {
  const person = await addPerson(server)
  for (let count = 0; count < 50; count += 1) expect((await add(person)).status).toBe(201)
  expect((await add(person)).error().code).toBe('conflict')
})

test('two calls with the same idempotency key create one access token', async () => {
  const person = await addPerson(server)
  const headers = { 'idempotency-key': 'once' }
  const body = { title: 'Once', scope: 'read', days: 1 } as const
  const first = (await server.call(addToken, { body }, { ...person, headers })).ok()
  expect((await server.call(addToken, { body }, { ...person, headers })).ok()).toEqual(first)
  expect((await server.call(listTokens, {}, person)).ok().total).toBe(1)
})

test('adding and deleting a token are in the audit log, and adding one sends an e-mail', async () => {
  const account = await addAccount(server)
  const token = await tokenOf(account, 'read')
  ;(await server.call(deleteToken, { query: { token_id: token.id } }, account)).ok()
  expect(await auditActions(server, account)).toEqual([
    ['account.token_delete', 'Terminal'],
    ['account.token_add', 'Terminal'],
  ])
  const mail = await waitFor(
    () => mailsOf(server, account.email).find(({ subject }) => subject.includes('access token')),
    Boolean,
  )
  expect(mail?.text).toContain('The access token “Terminal” can now call the API in your name.')
  expect(mail?.text).not.toContain(token.token)
})
