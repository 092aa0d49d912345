import {
  authenticate,
  forgotPassword,
  getUser,
  resetPassword,
  updateUser,
} from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  addAccount,
  addTwoStepAccount,
  newAddress,
  PASSWORD,
  signIn,
} from '../../testing/accounts.ts'
import { codeIn, mailTo } from '../../testing/outbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const NEW = 'an orchard in the morning'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const update = (data: object, as: { token: string }, more: object = {}) =>
  server.call(updateUser, { body: { data, ...more } }, as)

const isIn = async (token: string) => (await server.call(getUser, {}, { token })).status === 200

describe('users.get', () => {
  test('needs a session', async () => {
    expect((await server.send(getUser, {})).status).toBe(401)
    expect((await server.send(getUser, {}, { token: 'garbage' })).status).toBe(401)
  })

  test('returns the user in both places that clients read, and no secret', async () => {
    const account = await addTwoStepAccount(server)
    const answer = (await server.call(getUser, {}, account)).ok()
    expect(answer.data.user).toEqual(answer.user)
    expect(answer.user).toMatchObject({ email: account.email, two_factor: true, avatar_url: null })
    expect(JSON.stringify(answer)).not.toMatch(/argon2|totp|hash/)
  })
})

describe('users.update', () => {
  test('needs a session', async () => {
    expect((await server.send(updateUser, { body: { data: {} } })).status).toBe(401)
  })

  test.each([
    ['a staff flag', { is_staff: true }, 'data.is_staff'],
    ['an id', { id: '1'.repeat(24) }, 'data.id'],
    ['a hash', { password_hash: 'x' }, 'data.password_hash'],
    ['a status', { status: 'active' }, 'data.status'],
    ['a rev in the data', { rev: 1 }, 'data.rev'],
    ['a long name', { first_name: 'x'.repeat(101) }, 'data.first_name'],
    ['an avatar that is a script', { avatar: 'javascript:alert(1)' }, 'data.avatar'],
    ['an avatar elsewhere', { avatar: 'https://evil.example/seen.png' }, 'data.avatar'],
    ['an avatar that is no file', { avatar: `${'0'.repeat(24)}-ada.png` }, 'data.avatar'],
    ['an invalid theme', { theme: 'neon' }, 'data.theme'],
    ['an invalid switch', { mention_mails: 'no' }, 'data.mention_mails'],
    ['a password without the old one', { password: NEW }, 'data.current_password'],
    ['an address without the password', { email: newAddress() }, 'data.current_password'],
    ['a wrong password', { password: NEW, current_password: 'wrong' }, 'data.current_password'],
    ['a common password', { password: 'password1', current_password: PASSWORD }, 'data.password'],
  ])('refuses %s', async (_what, data, path) => {
    const account = await addAccount(server)
    const before = (await server.call(getUser, {}, account)).ok()
    const { status, details } = (await server.send(updateUser, { body: { data } }, account)).error()
    expect([status, details?.map((detail) => detail.path)]).toEqual([400, [path]])
    expect((await server.call(getUser, {}, account)).ok()).toEqual(before)
  })

  test('merges the sent properties and increments rev once', async () => {
    const account = await addAccount(server)
    await update({ first_name: 'Ada', last_name: 'Lovelace' }, account)
    const before = (await server.call(getUser, {}, account)).ok().user
    const change = { last_name: ' Byron ', theme: 'dark', first_login: false }
    const { user } = (await update(change, account)).ok()
    expect(user).toEqual({
      ...before,
      last_name: 'Byron',
      theme: 'dark',
      first_login: false,
      welcomed: true,
      rev: before.rev + 1,
    })
  })

  test('answers 412 with the current state to an outdated rev, from the body or If-Match', async () => {
    const account = await addAccount(server)
    const { rev } = (await server.call(getUser, {}, account)).ok().user
    await update({ first_name: 'Ada' }, account, { rev })
    const stale = await update({ first_name: 'Eve' }, account, { rev })
    expect(stale.error()).toMatchObject({
      status: 412,
      current: { first_name: 'Ada', rev: rev + 1 },
    })
    const byHeader = await server.call(
      updateUser,
      { body: { data: { first_name: 'Eve' } } },
      { token: account.token, headers: { 'if-match': `"${rev}"` } },
    )
    expect(byHeader.status).toBe(412)
  })

  test('accepts one of two simultaneous changes with the same rev', async () => {
    const account = await addAccount(server)
    const { rev } = (await server.call(getUser, {}, account)).ok().user
    const answers = await Promise.all([
      update({ first_name: 'Ada' }, account, { rev }),
      update({ first_name: 'Eve' }, account, { rev }),
    ])
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 412])
  })

  test('ends other sessions, invalidates links and sends an e-mail when the password changes', async () => {
    const account = await addAccount(server)
    const other = await signIn(server, account)
    await server.call(forgotPassword, { body: { email: account.email } })
    const reset = codeIn(await mailTo(server, account.email, 2))
    expect((await update({ password: NEW, current_password: PASSWORD }, account)).status).toBe(200)
    expect([await isIn(account.token), await isIn(other)]).toEqual([true, false])
    const lateAnswer = await server.call(resetPassword, {
      body: { reset_code: reset, password: NEW },
    })
    expect(lateAnswer.status).toBe(400)
    expect((await mailTo(server, account.email, 3)).subject).toMatch(/password was changed/)
    const body = { email: account.email, password: NEW }
    expect((await server.call(authenticate, { body })).status).toBe(200)
  })
})
