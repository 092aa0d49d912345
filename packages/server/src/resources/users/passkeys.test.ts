import { newId } from '@typecase/contract/ids'
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  passkeyAuth,
  startPasskey,
  startPasskeyAuth,
  updatePasskey,
} from '@typecase/contract/passkeys'
import { getUser } from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type Account,
  addAccount,
  addTwoStepAccount,
  closeAccount,
  auditActions,
  PASSWORD,
} from '../../testing/accounts.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { mailTo } from '../../testing/outbox.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const ORIGIN = 'https://cms.example.org'
const SITE = 'cms.example.org'

let server: TestServer
const clock = createTestClock()
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: ORIGIN }, { clock })
})
afterAll(() => server.remove())

const newKey = (site = SITE, origin = ORIGIN) => new Authenticator(site, origin)
const optionsFor = async (as: { token: string }, body = {}) =>
  (await server.call(startPasskey, { body }, as)).ok().options
const add = async (as: { token: string }, key: Authenticator, title = 'Laptop') =>
  server.call(addPasskey, { body: { title, credential: key.create(await optionsFor(as)) } }, as)
const challenge = async () => (await server.call(startPasskeyAuth, {})).ok().options
const signIn = async (key: Authenticator) =>
  server.call(passkeyAuth, { body: { credential: key.get(await challenge()) } })
const list = async (as: { token: string }) => (await server.call(listPasskeys, {}, as)).ok()

async function withPasskey(account: Account) {
  const key = newKey()
  const { passkey } = (await add(account, key)).ok()
  return { key, passkey }
}

describe('authentication', () => {
  test('managing passkeys needs a session (401)', async () => {
    expect((await server.call(startPasskey, { body: {} })).status).toBe(401)
    expect((await server.call(listPasskeys, {})).status).toBe(401)
    const query = { passkey_id: newId() }
    expect((await server.call(deletePasskey, { query })).status).toBe(401)
  })

  test('signing in needs a known passkey of an open account (401)', async () => {
    expect((await signIn(newKey())).error().code).toBe('unauthenticated')
    const person = await addPerson(server)
    const key = newKey()
    ;(await add(person, key)).ok()
    await closeAccount(server, person)
    expect((await signIn(key)).error().code).toBe('unauthenticated')
  })
})

test('renaming or deleting another user’s passkey answers 404', async () => {
  const [account, other] = [await addAccount(server), await addAccount(server)]
  const { passkey, key } = await withPasskey(other)
  const rename = { body: { passkey_id: passkey.id, data: { title: 'Mine' } } }
  expect((await server.call(updatePasskey, rename, account)).error().code).toBe('not_found')
  const query = { passkey_id: passkey.id }
  expect((await server.call(deletePasskey, { query }, account)).error().code).toBe('not_found')
  expect((await signIn(key)).status).toBe(200)
})

describe('a passkey is refused', () => {
  const refusal = { code: 'invalid', details: [{ path: 'credential' }] }

  test('if it was signed for another site, by another key or without verifying the user', async () => {
    const account = await addAccount(server)
    for (const key of [newKey('evil.example', ORIGIN), newKey(SITE, 'https://evil.example')])
      expect((await add(account, key)).error()).toMatchObject(refusal)
    const { key } = await withPasskey(account)
    key.isVerified = false
    expect((await signIn(key)).error()).toMatchObject(refusal)
    key.isVerified = true
    const credential = key.get(await challenge())
    const { response } = newKey().get(await challenge())
    const forged = { ...credential, response }
    expect(
      (await server.call(passkeyAuth, { body: { credential: forged } })).error(),
    ).toMatchObject(refusal)
  })

  test('if the challenge was used, is ten minutes old or was issued for another purpose or user', async () => {
    const [account, other] = [await addAccount(server), await addAccount(server)]
    const { key } = await withPasskey(account)
    // Many passkeys do not maintain a signature counter.
    key.counter = -1
    const credential = key.get(await challenge())
    const second = key.get(await challenge())
    const send = (one: typeof credential) => server.call(passkeyAuth, { body: { credential: one } })
    expect((await send(credential)).status).toBe(200)
    expect((await send(credential)).error()).toMatchObject({
      ...refusal,
      details: [{ rule: expect.any(String) }],
    })
    clock.advance(10 * 60_000)
    expect((await send(second)).error()).toMatchObject(refusal)
    // A challenge that was issued to add a passkey, and for another person.
    const options = await optionsFor(other, { current_password: PASSWORD })
    expect((await send(key.get(options))).error()).toMatchObject(refusal)
    const body = { title: 'Mine', credential: newKey().create(options) }
    expect((await server.call(addPasskey, { body }, account)).error()).toMatchObject(refusal)
  })

  test('if its counter goes back, as that of a copied key does', async () => {
    const { key } = await withPasskey(await addAccount(server))
    ;(await signIn(key)).ok()
    ;(await signIn(key)).ok()
    key.counter = 0
    expect((await signIn(key)).error()).toMatchObject(refusal)
  })

  test('if the credential is malformed or the title too long', async () => {
    const account = await addAccount(server)
    const minimal = { ...newKey().get(await challenge()), response: { a: 1 } }
    expect((await server.send(passkeyAuth, { body: { credential: minimal } })).status).toBe(401)
    expect((await server.send(passkeyAuth, { body: { credential: 7 } })).status).toBe(400)
    const body = { title: 'x'.repeat(101), credential: newKey().create(await optionsFor(account)) }
    expect((await server.call(addPasskey, { body }, account)).error().details).toMatchObject([
      { path: 'title' },
    ])
  })

  test('without the password if the sign-in is older than ten minutes', async () => {
    const account = await addAccount(server)
    clock.advance(11 * 60_000)
    expect((await server.call(startPasskey, { body: {} }, account)).error().details).toMatchObject([
      { path: 'current_password', rule: 'required' },
    ])
    const body = { current_password: PASSWORD }
    expect((await server.call(startPasskey, { body }, account)).status).toBe(200)
  })
})

test('a passkey can be added, renamed, used to sign in and removed', async () => {
  const account = await addAccount(server)
  const { key, passkey } = await withPasskey(account)
  expect(passkey).toMatchObject({ title: 'Laptop', last_used_at: null })
  expect((await mailTo(server, account.email, 2)).text).toContain('The passkey “Laptop”')
  const session = (await signIn(key)).ok()
  expect(session.user.email).toBe(account.email)
  expect((await server.call(getUser, {}, session)).status).toBe(200)
  const rename = { body: { passkey_id: passkey.id, data: { title: 'Phone' } } }
  expect((await server.call(updatePasskey, rename, account)).ok().passkey.title).toBe('Phone')
  expect(await list(account)).toMatchObject({
    total: 1,
    passkeys: [{ title: 'Phone', last_used_at: new Date(clock.now()).toISOString() }],
  })
  const query = { passkey_id: passkey.id }
  ;(await server.call(deletePasskey, { query }, account)).ok()
  expect((await signIn(key)).error().code).toBe('unauthenticated')
})

test('a passkey counts as both steps of the sign-in', async () => {
  const account = await addTwoStepAccount(server)
  const { key } = await withPasskey(account)
  expect((await signIn(key)).status).toBe(200)
})

test('the last way to sign in cannot be removed', async () => {
  const person = await addPerson(server)
  const keys = [newKey(), newKey()]
  const ids: string[] = []
  for (const key of keys) ids.push((await add(person, key)).ok().passkey.id)
  const remove = (passkey_id = '') => server.call(deletePasskey, { query: { passkey_id } }, person)
  ;(await remove(ids[0])).ok()
  expect((await remove(ids[1])).error()).toMatchObject({
    code: 'conflict',
    details: [{ rule: 'last_way' }],
  })
})

test('a passkey belongs to one account', async () => {
  const [account, other] = [await addAccount(server), await addAccount(server)]
  const { key } = await withPasskey(account)
  expect((await add(other, key)).error().code).toBe('conflict')
})

test('a server at 127.0.0.1 uses localhost as the site, since passkeys need a domain', async () => {
  const local = await startTestServer()
  try {
    const { options } = (await local.call(startPasskeyAuth, {})).ok()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  } finally {
    await local.remove()
  }
})

test('adding and removing a passkey are in the audit log', async () => {
  const account = await addAccount(server)
  const { passkey } = await withPasskey(account)
  const query = { passkey_id: passkey.id }
  ;(await server.call(deletePasskey, { query }, account)).ok()
  expect(await auditActions(server, account)).toEqual([
    ['account.passkey_delete', 'Laptop'],
    ['account.passkey_add', 'Laptop'],
  ])
})
