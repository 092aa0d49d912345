import { AsyncLocalStorage } from 'node:async_hooks'

import { OTP_HEADER } from '@typecase/contract/product'
import {
  authenticate,
  getUser,
  resendVerificationEmail,
  resetPassword,
  signup,
  verifyEmail,
} from '@typecase/contract/users'
import type { Endpoint } from '@typecase/contract/endpoint'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  addAccount,
  addTwoStepAccount,
  newAddress,
  otpAt,
  PASSWORD,
} from '../../testing/accounts.ts'
import { codeIn, mailsOf, mailTo } from '../../testing/outbox.ts'
import { startTestServer, type TestServer, urlOf } from '../../testing/test-server.ts'
import { onFirstUse } from '../../on-first-use.ts'
import { createAccount } from './create-account.ts'

const PUBLIC_URL = 'https://cms.example.test'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL })
})
afterAll(() => server.remove())

const signUp = (email: string, password = PASSWORD, more: object = {}) =>
  server.call(signup, { body: { email, password, ...more } })

describe('users.signup', () => {
  test.each([
    ['two addresses', { email: ['a@example.org', 'b@example.org'] }, 'email'],
    ['an operator as address', { email: { $ne: '' } }, 'email'],
    ['what is no address', { email: 'no address' }, 'email'],
    ['a list of addresses', { email: 'a@example.org,b@example.org' }, 'email'],
    ['an address with headers', { email: 'a@example.org\r\nBcc: b@example.org' }, 'email'],
    ['ten kilobytes of address', { email: `${'a'.repeat(10_000)}@example.org` }, 'email'],
    ['a short password', { password: 'short' }, 'password'],
    ['a password in a list', { password: ['a long enough one'] }, 'password'],
    ['a long name', { first_name: 'x'.repeat(101) }, 'first_name'],
    ['an id', { id: '1'.repeat(24) }, 'id'],
    ['a status', { status: 'active' }, 'status'],
    ['a staff flag', { is_staff: true }, 'is_staff'],
  ])('refuses %s and e-mails no one', async (_what, part, path) => {
    const before = mailsOf(server).length
    const body = { email: 'a@example.org', password: PASSWORD, ...part }
    const { status, details } = (await server.send(signup, { body })).error()
    expect(status).toBe(400)
    expect(details?.map((detail) => detail.path)).toContain(path)
    expect(mailsOf(server)).toHaveLength(before)
  })

  test.each([
    'password123',
    'Qwertyuiop!',
    '12345678',
    'aaaaaaaaaaaa',
    'Typecase2026',
    'margarethe1',
    'margarethe@example.org',
    'Underwood!!',
  ])('refuses %s as too easy to guess', async (password) => {
    const answer = await server.call(signup, {
      body: { email: 'margarethe@example.org', password, last_name: 'Underwood' },
    })
    expect(answer.error()).toMatchObject({
      status: 400,
      details: [{ path: 'password', rule: 'common' }],
    })
  })

  test('adds an account that the link in the e-mail confirms, once', async () => {
    const email = newAddress()
    const answer = await signUp(email, PASSWORD, { first_name: ' Ada ', last_name: 'Lovelace' })
    expect([answer.status, answer.ok()]).toEqual([201, {}])
    const mail = await mailTo(server, email)
    expect(mail.links).toEqual([`${PUBLIC_URL}/verify-email?verification_code=${codeIn(mail)}`])

    const verification_code = codeIn(mail)
    const { user, token } = (await server.call(verifyEmail, { body: { verification_code } })).ok()
    expect(user).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      status: 'active',
      first_login: true,
    })
    expect((await server.call(getUser, {}, { token })).status).toBe(200)
    const secondAnswer = await server.call(verifyEmail, { body: { verification_code } })
    expect(secondAnswer.error()).toMatchObject({
      status: 400,
      details: [{ path: 'verification_code', rule: 'code' }],
    })
  })

  test('answers the same for a taken address, changes nothing and notifies the owner', async () => {
    const owner = await addAccount(server)
    const before = mailsOf(server, owner.email).length
    const taken = await signUp(owner.email, 'a stranger tries this', { first_name: 'Mallory' })
    const fresh = await signUp(newAddress(), 'a stranger tries this')
    expect([taken.status, taken.ok()]).toEqual([fresh.status, fresh.ok()])
    expect(Object.keys(taken.headers)).toEqual(Object.keys(fresh.headers))

    const mail = await mailTo(server, owner.email, before + 1)
    expect(mail.links).toEqual([`${PUBLIC_URL}/login`])
    expect(mail.text).not.toContain('Mallory')
    const stranger = { email: owner.email, password: 'a stranger tries this' }
    expect((await server.call(authenticate, { body: stranger })).status).toBe(401)
    expect((await server.call(getUser, {}, owner)).ok().user.first_name).toBe('')
  })

  test('signs in with the right password of an account', async () => {
    const { email } = await addAccount(server)
    const answer = await signUp(email)
    expect(answer.status).toBe(200)
    const { user, token = '' } = answer.ok()
    expect(user?.email).toBe(email)
    expect((await server.call(getUser, {}, { token })).status).toBe(200)
  })

  test('requires the second step to sign in to an account that has it', async () => {
    const { email } = await addTwoStepAccount(server)
    const answer = await signUp(email)
    expect([answer.status, answer.ok()]).toEqual([206, {}])
    const body = { email, password: PASSWORD }
    const headers = { [OTP_HEADER]: otpAt(server, 0) }
    expect((await server.call(signup, { body }, { headers })).status).toBe(200)
  })

  test('makes one account if two sign-ups arrive at the same time', async () => {
    const email = newAddress()
    const answers = await Promise.all([signUp(email), signUp(email.toUpperCase())])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201])
    const users = await server.app.db.read
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', email)
      .execute()
    expect(users).toHaveLength(1)
  })

  test('e-mails a new link if the same sign-up is sent again', async () => {
    const email = newAddress()
    await signUp(email)
    const first = codeIn(await mailTo(server, email))
    expect((await signUp(email)).status).toBe(201)
    const second = codeIn(await mailTo(server, email, 2))
    const old = await server.call(verifyEmail, { body: { verification_code: first } })
    expect(old.status).toBe(400)
    const fresh = await server.call(verifyEmail, { body: { verification_code: second } })
    expect(fresh.status).toBe(200)
    expect((await server.call(authenticate, { body: { email, password: PASSWORD } })).status).toBe(
      200,
    )
  })

  test('keeps neither password if two people sign up with the same address', async () => {
    const email = newAddress()
    await signUp(email, 'the stranger was first')
    const strangers = codeIn(await mailTo(server, email))
    await signUp(email, 'the owner came second')
    const mail = await mailTo(server, email, 2)
    expect(mail.links[0]).toContain(`${PUBLIC_URL}/forgot-password?reset_code=`)

    const old = await server.call(verifyEmail, { body: { verification_code: strangers } })
    expect(old.status).toBe(400)
    const password = 'chosen by the owner'
    const { user } = (
      await server.call(resetPassword, { body: { reset_code: codeIn(mail), password } })
    ).ok()
    expect(user.status).toBe('active')
    for (const dead of ['the stranger was first', 'the owner came second']) {
      const answer = await server.call(authenticate, { body: { email, password: dead } })
      expect(answer.status).toBe(401)
    }
    expect((await server.call(authenticate, { body: { email, password } })).status).toBe(200)
  })

  test('e-mails none of the sent names before the address is confirmed', async () => {
    const email = newAddress()
    const name = '<a href="https://evil.example">Win</a>'
    await signUp(email, PASSWORD, { first_name: name, last_name: 'Bcc: b@example.org' })
    await server.call(resendVerificationEmail, { body: { email } })
    await mailTo(server, email, 2)
    for (const mail of mailsOf(server, email)) {
      expect(JSON.stringify(mail)).not.toMatch(/evil\.example|Bcc/)
    }
  })

  test.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example;proto=http' },
    { 'x-original-host': 'evil.example', origin: 'https://evil.example' },
  ])('links to PUBLIC_URL for any request: %j', async (headers: object) => {
    const email = newAddress()
    const body = { email, password: PASSWORD }
    await server.call(signup, { body }, { headers: { ...headers } })
    const mail = await mailTo(server, email)
    expect(mail.links[0]).toMatch(/^https:\/\/cms\.example\.test\/verify-email\?/)
    expect(JSON.stringify(mail)).not.toContain('evil.example')
  })
})

describe('known and unknown addresses', () => {
  const IP = '198.51.100.7'
  const inRequest = new AsyncLocalStorage<true>()
  let limited: TestServer
  beforeEach(async () => {
    limited = await startTestServer({ RATE_LIMITS: 'on' })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await limited.remove()
  })

  const post = (endpoint: Endpoint, email: string, password: string) =>
    limited.http.inject({
      method: 'POST',
      url: urlOf(endpoint),
      remoteAddress: IP,
      payload: { email, password },
    })

  /**
   * Signs up as a stranger and returns the response and the steps that determine its time. The steps are sorted, since
   * some of them run in parallel.
   */
  async function signUpFrom(email: string) {
    const work: string[] = []
    // The server's background work, such as polling for jobs, does not count.
    const note = (step: string) => inRequest.getStore() && work.push(step)
    const { argon2 } = onFirstUse
    const [hash, verify, write] = [argon2.hash, argon2.verify, limited.app.db.write]
    vi.spyOn(argon2, 'hash').mockImplementation((...args) => {
      note('hash')
      return hash(...args)
    })
    vi.spyOn(argon2, 'verify').mockImplementation((...args) => {
      note('hash')
      return verify(...args)
    })
    vi.spyOn(limited.app.db, 'write').mockImplementation((...args) => {
      note('write')
      return write(...args)
    })
    const { statusCode, headers, body } = await inRequest.run(true, () =>
      // `then` sends the request, so it must be called within this context.
      post(signup, email, 'a stranger tries this').then((answer) => answer),
    )
    // Recorded before later work, such as the e-mail.
    const seen = { status: statusCode, body, headers: { ...headers }, work: work.toSorted() }
    vi.restoreAllMocks()
    for (const name of ['date', 'x-request-id']) delete seen.headers[name]
    return seen
  }

  const registeredAddress = async () => {
    const email = newAddress()
    const names = { firstName: '', lastName: '' }
    await createAccount(limited.app, { email, password: PASSWORD, isVerified: true, ...names })
    return email
  }

  async function spendSignIn(email: string): Promise<void> {
    for (let guess = 0; guess < 5; guess += 1) await post(authenticate, email, `wrong ${guess}`)
    expect((await post(authenticate, email, PASSWORD)).statusCode).toBe(429)
  }

  test.each([
    ['at first', async () => {}],
    ['when the limit on sign-in is used up', spendSignIn],
  ])('get the same response with the same work %s', async (_when, prepare) => {
    const [registeredEmail, unknown] = [await registeredAddress(), newAddress()]
    for (const email of [registeredEmail, unknown]) await prepare(email)
    const seen = await signUpFrom(registeredEmail)
    expect(seen).toMatchObject({ status: 201, body: '{}' })
    expect(seen.work.filter((step) => step === 'hash')).toHaveLength(1)
    expect(await signUpFrom(unknown)).toEqual(seen)
  })

  test('get the same response for the right password once the limit is used up', async () => {
    const email = await registeredAddress()
    await spendSignIn(email)
    expect((await post(signup, email, PASSWORD)).statusCode).toBe(201)
  })
})

describe.each(['closed', 'invite'])('with SIGNUP=%s', (SIGNUP) => {
  let closed: TestServer
  beforeAll(async () => {
    closed = await startTestServer({ SIGNUP })
  })
  afterAll(() => closed.remove())

  test('known and unknown addresses get the same 403 and no e-mail', async () => {
    const account = { email: 'known@example.org', password: PASSWORD, isVerified: true }
    await createAccount(closed.app, { ...account, firstName: '', lastName: '' })
    const password = 'not that account’s'
    const [registeredEmail, unknown] = [
      await closed.call(signup, { body: { email: 'known@example.org', password } }),
      await closed.call(signup, { body: { email: 'unknown@example.org', password } }),
    ]
    expect(registeredEmail.status).toBe(403)
    expect({ ...unknown.error(), request_id: '' }).toEqual({
      ...registeredEmail.error(),
      request_id: '',
    })
    expect(mailsOf(closed)).toEqual([])
    const credentials = { email: 'known@example.org', password: PASSWORD }
    expect((await closed.call(signup, { body: credentials })).status).toBe(200)
  })
})
