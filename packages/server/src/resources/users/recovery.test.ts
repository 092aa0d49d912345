import { addToken, listTokens } from '@typecase/contract/access-tokens'
import { addPasskey, startPasskey } from '@typecase/contract/passkeys'
import { listProjects } from '@typecase/contract/projects'
import {
  authenticate,
  deactivateUser,
  forgotPassword,
  getUser,
  resendVerificationEmail,
  resetPassword,
  signup,
  verifyEmail,
} from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  addAccount,
  addTwoStepAccount,
  newAddress,
  otpAt,
  auditActions,
  PASSWORD,
  signIn,
} from '../../testing/accounts.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { codeIn, mailsOf, mailTo } from '../../testing/outbox.ts'
import { restart } from '../../testing/restart.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { issueMailCode } from './mail-codes.ts'
import { changeUser, findUser, findUserByEmail } from './store.ts'

const HOUR = 3600 * 1000
const NEW = 'an orchard in the morning'

const PUBLIC_URL = 'https://cms.example.test'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL })
})
afterAll(() => server.remove())

/** Requests a reset link. @returns its code */
async function forget(email: string): Promise<string> {
  const before = mailsOf(server, email).length
  ;(await server.call(forgotPassword, { body: { email } })).ok()
  return codeIn(await mailTo(server, email, before + 1))
}

/** Links a Google account, as a sign-in with Google does. */
async function linkGoogle(email: string): Promise<void> {
  await server.app.db.write(async ({ db }) => {
    const user = await findUserByEmail(db, email)
    const google = { provider: 'google', issuer: 'https://accounts.google.com' } as const
    const values = { ...google, subject: email, email: 'ada@example.org', created_at: 0 }
    await db
      .insertInto('identities')
      .values({ ...values, user_id: user?.id ?? '' })
      .execute()
  }, 'serializable')
}

const reset = (reset_code: string, password = NEW, otp?: string) =>
  server.call(resetPassword, { body: { reset_code, password, ...(otp && { otp }) } })

describe.each([forgotPassword, resendVerificationEmail])('$id', (endpoint) => {
  test.each([
    ['two addresses', ['a@no one.example', 'b@no one.example']],
    ['an operator', { $ne: '' }],
    ['a number', 7],
    ['null', null],
    ['a list', 'a@no one.example, b@no one.example'],
    ['ten kilobytes', `${'a'.repeat(10_000)}@no one.example`],
  ])('refuses %s as an address and e-mails no one', async (_what, email) => {
    expect((await server.send(endpoint, { body: { email } })).status).toBe(400)
    expect(mailsOf(server).filter(({ to }) => to.includes('no one'))).toEqual([])
  })

  test('answers the same for known and unknown addresses', async () => {
    const { email } = await addAccount(server)
    const existing = await server.call(endpoint, { body: { email } })
    const unknown = await server.call(endpoint, { body: { email: newAddress() } })
    expect([unknown.status, unknown.ok()]).toEqual([existing.status, existing.ok()])
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(existing.headers))
  })
})

describe('users.forgotPassword', () => {
  test.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
  ])('links to PUBLIC_URL for any request: %j', async (headers: object) => {
    const { email } = await addAccount(server)
    await server.call(forgotPassword, { body: { email } }, { headers: { ...headers } })
    const { links } = await mailTo(server, email, 2)
    expect(links[0]).toMatch(
      /^https:\/\/cms\.example\.test\/forgot-password\?reset_code=[\w-]{43}$/,
    )
  })

  test('invalidates the previous link', async () => {
    const { email } = await addAccount(server)
    const first = await forget(email)
    const second = await forget(email)
    expect((await reset(first)).status).toBe(400)
    expect((await reset(second)).status).toBe(200)
  })
})

describe('users.resetPassword', () => {
  test.each([
    ['a code that no one got', { reset_code: 'x'.repeat(43) }, 'reset_code'],
    ['an operator as code', { reset_code: { $ne: '' } }, 'reset_code'],
    ['codes in a list', { reset_code: ['x'.repeat(43)] }, 'reset_code'],
    ['ten kilobytes of code', { reset_code: 'x'.repeat(10_000) }, 'reset_code'],
    ['a short password', { reset_code: 'x'.repeat(43), password: 'short' }, 'password'],
  ])('refuses %s', async (_what, part, path) => {
    const body = { password: NEW, ...part }
    const { status, details } = (await server.send(resetPassword, { body })).error()
    expect(status).toBe(400)
    expect(details?.map((detail) => detail.path)).toContain(path)
  })

  test('refuses a code of another kind', async () => {
    const email = newAddress()
    await server.call(signup, { body: { email, password: PASSWORD } })
    expect((await reset(codeIn(await mailTo(server, email)))).status).toBe(400)
  })

  test('sets the password, ends every session, signs in and notifies the owner', async () => {
    const account = await addAccount(server)
    const other = await signIn(server, account)
    const { token } = (await reset(await forget(account.email))).ok()
    for (const dead of [account.token, other]) {
      expect((await server.call(getUser, {}, { token: dead })).status).toBe(401)
    }
    expect((await server.call(getUser, {}, { token })).status).toBe(200)
    const body = { email: account.email, password: PASSWORD }
    expect((await server.call(authenticate, { body })).status).toBe(401)
    expect((await server.call(authenticate, { body: { ...body, password: NEW } })).status).toBe(200)
    expect((await mailTo(server, account.email, 3)).subject).toMatch(/password was changed/)
  })

  test('deletes access tokens and lists other ways to sign in, in the e-mail and the response', async () => {
    const account = await addAccount(server)
    const body = { title: 'Terminal', scope: 'write', days: 30 } as const
    const { secret } = (await server.call(addToken, { body }, account)).ok()
    const { options } = (await server.call(startPasskey, { body: {} }, account)).ok()
    const credential = new Authenticator('cms.example.test', PUBLIC_URL).create(options)
    const passkey = { body: { title: 'http://evil.example', credential } }
    ;(await server.call(addPasskey, passkey, account)).ok()
    await linkGoogle(account.email)

    const { token, sign_in_methods } = (await reset(await forget(account.email))).ok()
    expect((await server.call(listProjects, {}, { token: secret })).status).toBe(401)
    expect((await server.call(listTokens, {}, { token })).ok().total).toBe(0)
    expect(await auditActions(server, { token })).toContainEqual([
      'account.token_delete',
      'Terminal',
    ])
    expect(sign_in_methods).toEqual([
      { kind: 'passkey', title: 'http://evil.example' },
      { kind: 'google', title: 'Google: ada@example.org' },
    ])
    const { text, links } = mailsOf(server, account.email).at(-1) ?? {}
    expect(text).toContain('• the passkey “http: / / evil. example”')
    expect(text).toContain('• Google: ada@example.org')
    expect(links).toEqual([`${PUBLIC_URL}/account/sign-in`])
  })

  test('lists no other way to sign in if there is none', async () => {
    const { email } = await addAccount(server)
    expect((await reset(await forget(email))).ok().sign_in_methods).toEqual([])
    expect((await mailTo(server, email, 3)).links).toEqual([])
  })

  test.each(['reset', 'verify', 'email'] as const)(
    'does not open a closed account with a code that was issued while it closed: %s',
    async (kind) => {
      const account = await addAccount(server)
      const { user } = (await server.call(getUser, {}, account)).ok()
      const proof = { body: { current_password: PASSWORD } }
      ;(await server.call(deactivateUser, proof, account)).ok()
      // Simulates a call that read the account just before it was closed.
      const code = await server.app.db.write(
        (write) =>
          issueMailCode(write, server.app.clock, { kind, userId: user.id, email: newAddress() }),
        'serializable',
      )
      const answer = await (kind === 'reset'
        ? reset(code)
        : server.call(verifyEmail, { body: { verification_code: code } }))
      expect(answer.error().details).toMatchObject([{ rule: 'code' }])
      await server.app.db.write(
        (write) => changeUser(write, server.app.clock, user.id, { status: 'active' }),
        'serializable',
      )
      expect((await findUser(server.app.db.read, user.id))?.status).toBe('deactivated')
    },
  )

  test('accepts a code once, even if it is sent twice at the same time', async () => {
    const { email } = await addAccount(server)
    const code = await forget(email)
    const answers = await Promise.all([reset(code), reset(code)])
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400])
  })

  test('changes nothing without the second step, and accepts the same link with it', async () => {
    const account = await addTwoStepAccount(server)
    const code = await forget(account.email)
    const first = await reset(code)
    expect([first.status, first.ok()]).toEqual([206, {}])
    expect((await reset(code, NEW, '000000')).status).toBe(401)
    expect((await server.call(getUser, {}, account)).status).toBe(200)
    expect((await reset(code, NEW, otpAt(server, 0))).ok().user.two_factor).toBe(true)
    expect((await server.call(getUser, {}, account)).status).toBe(401)
  })

  test('refuses the account’s own address as password', async () => {
    const { email } = await addAccount(server)
    const answer = await reset(await forget(email), email)
    expect(answer.error().details).toMatchObject([{ path: 'password', rule: 'common' }])
  })

  test('confirms an address that was not confirmed', async () => {
    const email = newAddress()
    await server.call(signup, { body: { email, password: PASSWORD } })
    await mailTo(server, email)
    expect((await reset(await forget(email))).ok().user.status).toBe('active')
  })
})

describe('users.resendVerificationEmail', () => {
  test('e-mails a new link and invalidates the previous one', async () => {
    const email = newAddress()
    await server.call(signup, { body: { email, password: PASSWORD } })
    const first = codeIn(await mailTo(server, email))
    await server.call(resendVerificationEmail, { body: { email } })
    const second = codeIn(await mailTo(server, email, 2))
    const verify = (verification_code: string) =>
      server.call(verifyEmail, { body: { verification_code } })
    expect((await verify(first)).status).toBe(400)
    expect((await verify(second)).status).toBe(200)
  })

  test('e-mails nothing to a confirmed account', async () => {
    const { email } = await addAccount(server)
    await server.call(resendVerificationEmail, { body: { email } })
    // The reset link is the next e-mail to the address, so no other e-mail came before it.
    await forget(email)
    expect(mailsOf(server, email).map((mail) => mail.subject)).toHaveLength(2)
  })
})

describe('e-mailed links', () => {
  test('are valid for 24 hours to confirm an address and for one hour to reset a password', async () => {
    let aging = await startTestServer()
    const fresh = newAddress()
    const account = await addAccount(aging)
    await aging.call(signup, { body: { email: fresh, password: PASSWORD } })
    await aging.call(forgotPassword, { body: { email: account.email } })
    const verification_code = codeIn(await mailTo(aging, fresh))
    const reset_code = codeIn(await mailTo(aging, account.email, 2))

    aging = await restart(aging, HOUR)
    const lateAnswer = await aging.call(resetPassword, { body: { reset_code, password: NEW } })
    expect(lateAnswer.error().details).toMatchObject([{ rule: 'code' }])

    aging = await restart(aging, 22.9 * HOUR)
    expect((await aging.call(verifyEmail, { body: { verification_code } })).status).toBe(200)

    const other = newAddress()
    await aging.call(signup, { body: { email: other, password: PASSWORD } })
    const code = codeIn(await mailTo(aging, other))
    aging = await restart(aging, 24 * HOUR)
    const tooLate = await aging.call(verifyEmail, { body: { verification_code: code } })
    expect(tooLate.error().details).toMatchObject([{ rule: 'code' }])
    await aging.remove()
  })

  test('lead to pages that send no referrer', async () => {
    const answer = await server.http.inject('/forgot-password?reset_code=abc')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })
})
