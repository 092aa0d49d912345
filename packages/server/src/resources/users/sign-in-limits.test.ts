import type { Endpoint } from '@typecase/contract/endpoint'
import {
  authenticate,
  forgotPassword,
  getUser,
  resendVerificationEmail,
  signup,
  updateUser,
} from '@typecase/contract/users'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  addAccount,
  addTwoStepAccount,
  newAddress,
  otpAt,
  PASSWORD,
} from '../../testing/accounts.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { restart } from '../../testing/restart.ts'
import { startTestServer, type TestServer, urlOf } from '../../testing/test-server.ts'

const ON = { RATE_LIMITS: 'on' }
const MINUTE = 60_000

let server: TestServer
beforeEach(async () => {
  server = await startTestServer(ON)
})
afterEach(() => server.remove())

/** Sends a request from an IP address, as a client would. */
async function post(endpoint: Endpoint, payload: object, from = '198.51.100.7', headers = {}) {
  const { statusCode, headers: got } = await server.http.inject({
    method: 'POST',
    url: urlOf(endpoint),
    remoteAddress: from,
    headers,
    payload,
  })
  return { status: statusCode, retryAfter: Number(got['retry-after'] ?? 0) }
}

const logIn = (email: string, password = 'not the one', from?: string, headers?: object) =>
  post(authenticate, { email, password }, from, headers)

const statusesOf = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('wrong passwords', () => {
  test('are limited to five for an account and an IP address, then 429 with the time to wait', async () => {
    const { email } = await addAccount(server)
    for (let tries = 0; tries < 5; tries += 1) expect((await logIn(email)).status).toBe(401)
    const answer = await logIn(email, PASSWORD)
    expect(answer.status).toBe(429)
    expect(answer.retryAfter).toBeGreaterThan(14 * 60)
    expect(answer.retryAfter).toBeLessThanOrEqual(15 * 60)
  })

  test('are limited to five in 200 attempts that vary the address, the body and the headers', async () => {
    const { email } = await addAccount(server)
    const [local = '', domain = ''] = email.split('@')
    const disguises: [string, object, Record<string, string>][] = [
      [email, {}, {}],
      [email.toUpperCase(), {}, {}],
      [`${local}@${domain.toUpperCase()}`, {}, {}],
      [` ${email} `, {}, {}],
      [`${local}+1@${domain}`, {}, {}],
      [`${local}+${Math.random()}@${domain}`, {}, {}],
      [email, { username: 'x' }, {}],
      [email, { otp: '123456' }, {}],
      [email, {}, { 'x-forwarded-for': '203.0.113.1' }],
      [email, {}, { forwarded: 'for=203.0.113.2', 'x-real-ip': '203.0.113.3' }],
      [email, {}, { 'user-agent': 'another', cookie: 'a=b' }],
    ]
    const answers = []
    for (let tries = 0; tries < 200; tries += 1) {
      const [address, more, headers] = disguises[tries % disguises.length] ?? [email, {}, {}]
      const varied = Object.entries(headers).map(([name, value]) => [
        name,
        `${value}${tries % 250}`,
      ])
      const body = { email: address, password: `guess ${tries}`, ...more }
      answers.push(await post(authenticate, body, undefined, Object.fromEntries(varied)))
    }
    const { 401: tried, 400: refused = 0, 429: limited = 0 } = statusesOf(answers)
    expect(tried).toBe(5)
    expect(refused + limited).toBe(195)
    expect((await logIn(email, PASSWORD)).status).toBe(429)
  })

  test('are counted even if twenty arrive at once', async () => {
    const { email } = await addAccount(server)
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(email)))
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 15 })
  })

  test('count in sign-up and as `current_password` as well', async () => {
    const account = await addAccount(server)
    const { email } = account
    await post(signup, { email, password: 'not the one' })
    await post(signup, { email, password: 'nor is this' })
    const data = { password: 'another one', current_password: 'wrong' }
    for (let tries = 0; tries < 3; tries += 1) {
      const headers = { authorization: `Bearer ${account.token}` }
      const answer = await server.http.inject({
        method: 'PATCH',
        url: urlOf(updateUser),
        remoteAddress: '198.51.100.7',
        headers,
        payload: { data },
      })
      expect(answer.statusCode).toBe(400)
    }
    expect((await logIn(email, PASSWORD)).status).toBe(429)
    // Sign-up must not reveal that there is an account to attack: an exhausted limit looks like a wrong password.
    expect((await post(signup, { email, password: PASSWORD })).status).toBe(201)
  })

  test('are limited in the same way for an address without an account', async () => {
    const unknown = newAddress()
    const answers = []
    for (let tries = 0; tries < 7; tries += 1) answers.push(await logIn(unknown))
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 2 })
  })

  test('are reset by a right one', async () => {
    const { email } = await addAccount(server)
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 4; tries += 1) expect((await logIn(email)).status).toBe(401)
      expect((await logIn(email, PASSWORD)).status).toBe(200)
    }
  })

  test('still count after a restart, and expire after fifteen minutes', async () => {
    const { email } = await addAccount(server)
    for (let tries = 0; tries < 5; tries += 1) await logIn(email)
    server = await restart(server, 14 * MINUTE, ON)
    expect((await logIn(email, PASSWORD)).status).toBe(429)
    server = await restart(server, 2 * MINUTE, ON)
    expect((await logIn(email, PASSWORD)).status).toBe(200)
  })

  test('are limited for an account across IP addresses, but the owner’s known one still works', async () => {
    const { email } = await addAccount(server)
    const home = '192.0.2.44'
    expect((await logIn(email, PASSWORD, home)).status).toBe(200)
    const answers = []
    for (let tries = 0; tries < 60; tries += 1) {
      answers.push(await logIn(email, 'not the one', `203.0.113.${tries}`))
    }
    expect(statusesOf(answers)).toEqual({ 401: 49, 429: 11 })
    expect((await logIn(email, PASSWORD, '203.0.113.200')).status).toBe(429)
    expect((await logIn(email, PASSWORD, home)).status).toBe(200)
  })

  test('are limited to a hundred an hour from one IP address, despite successes in between', async () => {
    const account = await addAccount(server)
    const answers = []
    for (let tries = 0; tries < 104; tries += 1) {
      answers.push(await logIn(`someone${tries}@example.net`))
      if (tries % 25 === 0) await logIn(account.email, PASSWORD)
    }
    expect(statusesOf(answers)).toEqual({ 401: 100, 429: 4 })
  })

  test('count for the forwarded address only if the proxy is trusted', async () => {
    await server.remove()
    server = await startTestServer({ ...ON, TRUSTED_PROXIES: '10.0.0.0/8' })
    const { email } = await addAccount(server)
    const answers = []
    for (let tries = 0; tries < 8; tries += 1) {
      answers.push(
        await logIn(email, 'no', '10.1.2.3', { 'x-forwarded-for': `203.0.113.${tries}` }),
      )
    }
    expect(statusesOf(answers)).toEqual({ 401: 8 })
    const direct = []
    for (let tries = 0; tries < 8; tries += 1) {
      direct.push(
        await logIn(email, 'no', '198.51.100.1', { 'x-forwarded-for': `203.0.113.${tries}` }),
      )
    }
    expect(statusesOf(direct)).toEqual({ 401: 5, 429: 3 })
  })
})

describe('one-time codes', () => {
  const enter = (email: string, otp: string, from?: string) =>
    post(authenticate, { email, password: PASSWORD, otp }, from)

  test('are limited to five wrong ones for an account from all IP addresses, then 429 even for a right one', async () => {
    const { email } = await addTwoStepAccount(server)
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await enter(email, '000000', `203.0.113.${tries}`)).status).toBe(401)
    }
    const answer = await enter(email, otpAt(server, 0), '203.0.113.99')
    expect(answer.status).toBe(429)
    expect(answer.retryAfter).toBeGreaterThan(0)
    server = await restart(server, 16 * MINUTE, ON)
    expect((await enter(email, otpAt(server, 0))).status).toBe(200)
  })

  test('that are wrong in settings count with those of sign-in', async () => {
    const { email, token } = await addTwoStepAccount(server)
    const change = (enabled: boolean, otp: string) =>
      server.call(updateUser, { body: { data: { two_factor: { enabled, otp } } } }, { token })
    const statuses = []
    for (const enabled of [false, true, false])
      statuses.push((await change(enabled, '000000')).status)
    for (let tries = 0; tries < 2; tries += 1) statuses.push((await enter(email, '000000')).status)
    expect(statuses).toEqual([400, 400, 400, 401, 401])
    expect((await change(false, otpAt(server, 0))).status).toBe(429)
    expect((await server.call(getUser, {}, { token })).ok().user.two_factor).toBe(true)
  })

  test('are counted even if twenty arrive at once', async () => {
    const { email } = await addTwoStepAccount(server)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        enter(email, String(index).padStart(6, '0'), `203.0.113.${index}`),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 15 })
  })

  test('are limited to a hundred wrong ones in all; then only a recovery code is accepted', async () => {
    const { email, recoveryCodes } = await addTwoStepAccount(server)
    for (let round = 0; round < 20; round += 1) {
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await enter(email, '000000')).status).toBe(401)
      }
      server = await restart(server, 16 * MINUTE, ON)
    }
    expect((await enter(email, otpAt(server, 0))).status).toBe(429)
    expect((await enter(email, recoveryCodes[0] ?? '')).status).toBe(200)
  })
})

describe('the number of e-mails', () => {
  test.each([forgotPassword, resendVerificationEmail])(
    'of $id is three an hour for an address, known or not, in any variation',
    async (endpoint) => {
      const { email } = await addAccount(server)
      for (const address of [email, 'nobody@example.org']) {
        const [local = '', domain = ''] = address.split('@')
        const disguises = [address, address.toUpperCase(), `${local}+2@${domain}`, address, address]
        const answers = []
        for (const [index, disguise] of disguises.entries())
          answers.push(await post(endpoint, { email: disguise }, `203.0.113.${index}`))
        expect(statusesOf(answers)).toEqual({ 200: 3, 429: 2 })
      }
    },
  )

  test('is limited to twenty an hour from an IP address, even after a restart', async () => {
    const ask = (index: number) => post(forgotPassword, { email: `someone${index}@example.net` })
    for (let index = 0; index < 20; index += 1) expect((await ask(index)).status).toBe(200)
    expect((await ask(20)).status).toBe(429)
    server = await restart(server, 59 * MINUTE, ON)
    expect((await ask(21)).status).toBe(429)
    server = await restart(server, 2 * MINUTE, ON)
    expect((await ask(22)).status).toBe(200)
  })

  test('to the new address of an account is limited to three an hour, for all callers', async () => {
    const accounts = [await addAccount(server), await addAccount(server)]
    const email = newAddress()
    const statuses = []
    for (let index = 0; index < 5; index += 1) {
      const data = { email, current_password: PASSWORD }
      const answer = await server.call(updateUser, { body: { data } }, accounts[index % 2])
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await post(resendVerificationEmail, { email })).status).toBe(429)
  })

  test('to the owner of a taken address is limited to three an hour, and the answer is the same', async () => {
    const { email } = await addAccount(server)
    for (let index = 0; index < 6; index += 1) {
      const answer = await post(signup, { email, password: 'not the one' }, `203.0.113.${index}`)
      expect(answer.status).toBe(201)
    }
    // Stopping the server waits for pending e-mails.
    server = await restart(server, 0, ON)
    expect(mailsOf(server, email)).toHaveLength(4)
  })
})

test('sign-ups are limited to ten an hour from an IP address', async () => {
  const answers = []
  for (let index = 0; index < 12; index += 1) {
    answers.push(await post(signup, { email: newAddress(), password: PASSWORD }))
  }
  expect(statusesOf(answers)).toEqual({ 201: 10, 429: 2 })
  expect(
    (await post(signup, { email: newAddress(), password: PASSWORD }, '192.0.2.1')).status,
  ).toBe(201)
})
