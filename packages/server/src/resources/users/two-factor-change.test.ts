import { authenticate, getUser, updateUser } from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  addAccount,
  addTwoStepAccount,
  otpAt,
  PASSWORD,
  SECRET,
  signIn,
} from '../../testing/accounts.ts'
import { mailTo } from '../../testing/outbox.ts'
import { restart } from '../../testing/restart.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const update = (data: object, as: { token: string }, more: object = {}) =>
  server.call(updateUser, { body: { data, ...more } }, as)

const isIn = async (token: string) => (await server.call(getUser, {}, { token })).status === 200

describe('two-step login', () => {
  const on = (data: object, as: { token: string }) =>
    update({ two_factor: { enabled: true, ...data } }, as)

  test.each([
    ['no secret', { otp: '123456' }, 'data.two_factor.secret_code'],
    ['no code', { secret_code: SECRET }, 'data.two_factor.otp'],
    ['a wrong code', { secret_code: SECRET, otp: '000000' }, 'data.two_factor.otp'],
    ['a short secret', { secret_code: 'JBSWY3DP', otp: '1' }, 'data.two_factor.secret_code'],
    ['no base32', { secret_code: '1'.repeat(32), otp: '1' }, 'data.two_factor.secret_code'],
  ])('is not turned on with %s', async (_what, data, path) => {
    const account = await addAccount(server)
    const answer = (await on(data, account)).error()
    expect([answer.status, answer.details?.[0]?.path]).toEqual([400, path])
    expect((await server.call(getUser, {}, account)).ok().user.two_factor).toBe(false)
  })

  test('is turned on with a code, which ends other sessions and shows recovery codes once', async () => {
    const account = await addAccount(server)
    const other = await signIn(server, account)
    const spaced = SECRET.toLowerCase().replace(/.{4}/g, '$& ')
    const [otp, next] = [otpAt(server, 0), otpAt(server, 1)]
    const { user, recovery_codes = [] } = (await on({ secret_code: spaced, otp }, account)).ok()
    expect(user.two_factor).toBe(true)
    expect(new Set(recovery_codes).size).toBe(10)
    expect([await isIn(account.token), await isIn(other)]).toEqual([true, false])
    expect((await mailTo(server, account.email, 2)).subject).toMatch(/turned on/)
    // The code that turned the second step on is used up, so it cannot open a session.
    const body = { email: account.email, password: PASSWORD, otp }
    expect((await server.call(authenticate, { body })).status).toBe(401)
    expect((await server.call(authenticate, { body: { ...body, otp: next } })).status).toBe(200)
  })

  test('needs the password to be turned on if the session is older than ten minutes', async () => {
    let aging = await startTestServer()
    const account = await addAccount(aging)
    aging = await restart(aging, 11 * 60_000)
    const two_factor = { enabled: true, secret_code: SECRET, otp: otpAt(aging, 0) }
    const turnOn = (data: object) => aging.call(updateUser, { body: { data } }, account)
    expect((await turnOn({ two_factor })).error().details?.[0]?.path).toBe('data.current_password')
    expect((await turnOn({ two_factor, current_password: PASSWORD })).status).toBe(200)
    await aging.remove()
  })

  test('cannot be turned on with a secret while it is on', async () => {
    const account = await addTwoStepAccount(server)
    const answer = await on({ secret_code: SECRET, otp: otpAt(server, 0) }, account)
    expect(answer.error().details?.[0]?.path).toBe('data.two_factor.enabled')
  })

  test('is turned off only with a code, which deletes the recovery codes', async () => {
    const account = await addTwoStepAccount(server)
    const body = { email: account.email, password: PASSWORD }
    const [used, next] = [otpAt(server, 0), otpAt(server, 1)]
    const other = (await server.call(authenticate, { body: { ...body, otp: used } })).ok().token
    const off = (otp?: string) => update({ two_factor: { enabled: false, otp } }, account)
    expect((await off()).error().details?.[0]?.path).toBe('data.two_factor.otp')
    expect((await off('000000')).error().details?.[0]?.path).toBe('data.two_factor.otp')
    expect((await off(used)).status).toBe(400)
    const { user } = (await off(next)).ok()
    expect(user.two_factor).toBe(false)
    expect([await isIn(account.token), await isIn(other)]).toEqual([true, false])
    expect((await server.call(authenticate, { body })).status).toBe(200)
    const rows = await server.app.db.read
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(rows).toEqual([])
  })

  test('issues new recovery codes for a code, and invalidates the old ones', async () => {
    const account = await addTwoStepAccount(server)
    const { recovery_codes = [] } = (await on({ otp: otpAt(server, 0) }, account)).ok()
    expect(recovery_codes).toHaveLength(10)
    const enter = (otp = '') =>
      server.call(authenticate, { body: { email: account.email, password: PASSWORD, otp } })
    expect((await enter(account.recoveryCodes[0])).status).toBe(401)
    expect((await enter(recovery_codes[0])).status).toBe(200)
  })

  test('accepts a recovery code once, in any case, and notifies the owner', async () => {
    const account = await addTwoStepAccount(server)
    const [code = ''] = account.recoveryCodes
    const enter = (otp: string) =>
      server.call(authenticate, { body: { email: account.email, password: PASSWORD, otp } })
    const statuses = await Promise.all([enter(code), enter(` ${code.toUpperCase()}`)])
    expect(statuses.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 401])
    expect((await mailTo(server, account.email, 3)).subject).toMatch(/recovery code/)
  })
})
