import { OTP_HEADER, OTP_HEADER_ALIAS } from '@typecase/contract/product'
import {
  authenticate,
  forgotPassword,
  getUser,
  logout,
  logoutOthers,
  resendVerificationEmail,
  signup,
} from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  addAccount,
  addTwoStepAccount,
  newAddress,
  otpAt,
  PASSWORD,
  signIn,
} from '../../testing/accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createAccount } from './create-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

describe('users.authenticate', () => {
  test('returns the same response for a wrong password and an unknown address', async () => {
    const { email } = await addAccount(server)
    const wrong = await server.send(authenticate, { body: { email, password: 'not the one' } })
    const unknown = await server.send(authenticate, {
      body: { email: 'nobody@example.org', password: 'not the one' },
    })
    expect(wrong.status).toBe(401)
    expect(comparable(unknown)).toEqual(comparable(wrong))
  })

  test('refuses an address that is not confirmed (403), and a wrong password for it (401)', async () => {
    const email = newAddress()
    await server.call(signup, { body: { email, password: PASSWORD } })
    const answer = await server.call(authenticate, { body: { email, password: PASSWORD } })
    expect(answer.error()).toMatchObject({
      status: 403,
      code: 'forbidden',
      details: [{ path: 'email', rule: 'unverified' }],
    })
    const other = await server.call(authenticate, { body: { email, password: 'not the one' } })
    expect(other.status).toBe(401)
  })

  test.each([
    ['two addresses', { email: ['a@example.org', 'b@example.org'] }, 'email'],
    ['an operator as address', { email: { $ne: '' } }, 'email'],
    ['a number as address', { email: 7 }, 'email'],
    ['an operator as password', { password: { $ne: '' } }, 'password'],
    ['an empty password', { password: '' }, 'password'],
    ['ten kilobytes of password', { password: 'x'.repeat(10_000) }, 'password'],
    ['unknown keys', { is_staff: true }, 'is_staff'],
    ['a body without password', { password: undefined }, 'password'],
  ])('refuses %s', async (_what, part, path) => {
    const body = { email: 'a@example.org', password: PASSWORD, ...part }
    const { status, details } = (await server.send(authenticate, { body })).error()
    expect(status).toBe(400)
    expect(details?.map((detail) => detail.path)).toContain(path)
  })

  test.each([authenticate, signup, forgotPassword, resendVerificationEmail])(
    '$id refuses letters that only look like those of an address',
    async (endpoint) => {
      // A case-insensitive comparison treats the Kelvin sign as k and the long s as s.
      for (const email of ['\u212aate@example.org', 'kate@example.org'.replace('x', '\u017f')]) {
        const { details } = (await server.send(endpoint, { body: { email } })).error()
        expect(details).toContainEqual(expect.objectContaining({ path: 'email', rule: 'email' }))
      }
    },
  )

  test('signs in with an address in any case', async () => {
    const { email } = await addAccount(server)
    const { user, token } = (
      await server.call(authenticate, { body: { email: email.toUpperCase(), password: PASSWORD } })
    ).ok()
    expect(user).toMatchObject({ email, status: 'active', two_factor: false, is_staff: false })
    expect(JSON.stringify(user)).not.toMatch(/hash|secret/)
    expect((await server.call(getUser, {}, { token })).ok().user).toEqual(user)
  })

  test('gives each sign-in a new token', async () => {
    const account = await addAccount(server)
    const tokens = [account.token, await signIn(server, account), await signIn(server, account)]
    expect(new Set(tokens).size).toBe(3)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })

  test('issues a new token for each call with the same idempotency key', async () => {
    const { email } = await addAccount(server)
    const headers = { 'idempotency-key': 'the same' }
    const call = () =>
      server.call(authenticate, { body: { email, password: PASSWORD } }, { headers })
    expect((await call()).ok().token).not.toBe((await call()).ok().token)
  })

  test('does not accept a cookie in place of the token', async () => {
    const { token } = await addAccount(server)
    const answer = await server.call(getUser, {}, { headers: { cookie: `token=${token}` } })
    expect(answer.status).toBe(401)
  })

  test('requires the second step with 206, two headers and an empty body', async () => {
    const { email } = await addTwoStepAccount(server)
    const answer = await server.call(authenticate, { body: { email, password: PASSWORD } })
    expect(answer.status).toBe(206)
    expect(answer.headers).toMatchObject({
      [OTP_HEADER]: 'required',
      [OTP_HEADER_ALIAS]: 'required',
    })
    expect(answer.ok()).toEqual({})
  })

  test.each([OTP_HEADER, OTP_HEADER_ALIAS])('accepts the code in the header %s', async (header) => {
    const { email } = await addTwoStepAccount(server)
    const answer = await server.call(
      authenticate,
      { body: { email, password: PASSWORD } },
      { headers: { [header]: otpAt(server, 0) } },
    )
    expect(answer.ok().token).toBeTypeOf('string')
  })

  test('accepts the code in the body, with the space that apps show', async () => {
    const { email } = await addTwoStepAccount(server)
    const otp = otpAt(server, 0).replace(/^.../, '$& ')
    const answer = await server.call(authenticate, { body: { email, password: PASSWORD, otp } })
    expect(answer.ok().user.two_factor).toBe(true)
  })

  test('answers 401, not 206, to a wrong code, and names the field', async () => {
    const { email } = await addTwoStepAccount(server)
    const answer = await server.call(authenticate, {
      body: { email, password: PASSWORD, otp: '000000' },
    })
    expect(answer.error()).toMatchObject({ status: 401, details: [{ path: 'otp', rule: 'otp' }] })
  })

  test('does not reveal whether a code is right if the password is wrong', async () => {
    const { email } = await addTwoStepAccount(server)
    const body = { email, password: 'not the one' }
    const right = await server.call(authenticate, { body: { ...body, otp: otpAt(server, 0) } })
    const wrong = await server.call(authenticate, { body: { ...body, otp: '000000' } })
    expect(comparable(right)).toEqual(comparable(wrong))
  })
})

describe('passwords', () => {
  test('are compared in full: the first 72 bytes of a longer one do not open the account', async () => {
    const email = newAddress()
    const password = `${'correct horse battery staple '.repeat(3)}tail of 13 by`
    expect(Buffer.byteLength(password)).toBe(100)
    await createAccount(server.app, {
      email,
      password,
      firstName: '',
      lastName: '',
      isVerified: true,
    })
    const cut = await server.call(authenticate, {
      body: { email, password: password.slice(0, 72) },
    })
    expect(cut.status).toBe(401)
    expect((await server.call(authenticate, { body: { email, password } })).status).toBe(200)
  })

  test.each([
    ['spaces and 64 letters', `  ${'wide open field '.repeat(4)}  `],
    ['emoji', 'zwölf 🦊🦊 springen über 🌲'],
    ['256 letters', 'abc '.repeat(64)],
  ])('may have %s', async (_what, password) => {
    const email = newAddress()
    await createAccount(server.app, {
      email,
      password,
      firstName: '',
      lastName: '',
      isVerified: true,
    })
    expect((await server.call(authenticate, { body: { email, password } })).status).toBe(200)
    const trimmed = { email, password: Array.from(password.trim()).slice(0, -1).join('') }
    expect((await server.call(authenticate, { body: trimmed })).status).toBe(401)
  })

  test('are equal in every Unicode form', async () => {
    const email = newAddress()
    const password = 'Grüße aus Köln'
    await createAccount(server.app, {
      email,
      password: password.normalize('NFD'),
      firstName: '',
      lastName: '',
      isVerified: true,
    })
    const body = { email, password: password.normalize('NFC') }
    expect((await server.call(authenticate, { body })).status).toBe(200)
  })

  test('over 1,024 bytes are refused (400)', async () => {
    // Normalisation turns this one character into eighteen, with 33 bytes.
    const body = { email: newAddress(), password: '\u{fdfa}'.repeat(200) }
    expect((await server.call(authenticate, { body })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'password', rule: 'max' }],
    })
    expect((await server.call(signup, { body })).status).toBe(400)
  })
})

describe('users.logout', () => {
  test('needs a session', async () => {
    expect((await server.send(logout, {})).status).toBe(401)
    expect((await server.send(logout, {}, { token: 'x'.repeat(43) })).status).toBe(401)
  })

  test('ends its session at once and keeps the others', async () => {
    const account = await addAccount(server)
    const other = await signIn(server, account)
    const answer = await server.call(logout, {}, account)
    expect(answer.status).toBe(200)
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect((await server.call(getUser, {}, account)).status).toBe(401)
    expect((await server.call(logout, {}, account)).status).toBe(401)
    expect((await server.call(getUser, {}, { token: other })).status).toBe(200)
  })
})

describe('users.logoutOthers', () => {
  test('needs a session', async () => {
    expect((await server.send(logoutOthers, {})).status).toBe(401)
    expect((await server.send(logoutOthers, {}, { token: 'x'.repeat(43) })).status).toBe(401)
  })

  test('ends the user’s other sessions at once, and keeps those of other users', async () => {
    const [account, stranger] = [await addAccount(server), await addAccount(server)]
    const others = [await signIn(server, account), await signIn(server, account)]
    expect((await server.call(logoutOthers, {}, account)).status).toBe(200)
    const statuses = []
    for (const token of [account.token, ...others, stranger.token])
      statuses.push((await server.call(getUser, {}, { token })).status)
    expect(statuses).toEqual([200, 401, 401, 200])
  })
})

/** Returns a response without the parts that differ between calls. */
function comparable(answer: { status: number; headers: Record<string, unknown>; error(): object }) {
  const { date: _date, 'x-request-id': _id, ...headers } = answer.headers
  return { status: answer.status, headers, body: { ...answer.error(), request_id: '' } }
}
