import {
  authenticate,
  getUser,
  resendVerificationEmail,
  signup,
  updateUser,
  verifyEmail,
} from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Account, addAccount, newAddress, PASSWORD, signIn } from '../../testing/accounts.ts'
import { codeIn, mailsOf, mailTo } from '../../testing/outbox.ts'
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

describe('a new e-mail address', () => {
  const ask = (account: Account, email: string) =>
    update({ email, current_password: PASSWORD }, account)

  const confirm = async (email: string, as?: { token: string }) =>
    server.call(
      verifyEmail,
      { body: { verification_code: codeIn(await mailTo(server, email)) } },
      as,
    )

  test('is used once it is confirmed in a session of the account, which ends all other sessions', async () => {
    const account = await addAccount(server)
    const other = await signIn(server, account)
    const email = newAddress()
    const { user } = (await ask(account, email)).ok()
    expect(user).toMatchObject({ email: account.email, pending_email: email })
    expect((await server.call(getUser, {}, account)).ok().user.pending_email).toBe(email)
    const early = { email, password: PASSWORD }
    expect((await server.call(authenticate, { body: early })).status).toBe(401)

    // A stranger who owns the mistyped address can neither sign in with the link nor use it up.
    const stranger = await addAccount(server)
    for (const as of [undefined, stranger]) {
      const answer = (await confirm(email, as)).error()
      expect(answer).toMatchObject({ status: 403, details: [{ rule: 'sign_in' }] })
    }
    const { user: moved, token } = (await confirm(email, account)).ok()
    expect(moved.email).toBe(email)
    expect(moved).not.toHaveProperty('pending_email')
    expect([await isIn(token), await isIn(account.token), await isIn(other)]).toEqual([
      true,
      false,
      false,
    ])
    expect((await mailTo(server, account.email, 2)).text).toContain(email)
    expect((await server.call(authenticate, { body: early })).status).toBe(200)
    const old = { email: account.email, password: PASSWORD }
    expect((await server.call(authenticate, { body: old })).status).toBe(401)
  })

  test('that belongs to another account gets the same response, and only its owner an e-mail', async () => {
    const [account, owner] = [await addAccount(server), await addAccount(server)]
    const free = newAddress()
    const pendings = []
    for (const email of [owner.email, free]) {
      pendings.push((await ask(account, email)).ok().user.pending_email)
      pendings.push((await server.call(getUser, {}, account)).ok().user.pending_email)
    }
    expect(pendings).toEqual([owner.email, owner.email, free, free])
    const mail = await mailTo(server, owner.email, 2)
    expect(mail.links.join()).not.toContain('verification_code')
  })

  test('is e-mailed again only in a session of the account, which makes the earlier link invalid', async () => {
    const [account, stranger] = [await addAccount(server), await addAccount(server)]
    const email = newAddress()
    await ask(account, email)
    const first = codeIn(await mailTo(server, email))
    const resend = async (as?: { token: string }) =>
      (await server.call(resendVerificationEmail, { body: { email } }, as)).ok().message
    const answers = [
      await resend(),
      await resend({ token: 'x'.repeat(43) }),
      await resend(stranger),
      await resend(account),
    ]
    expect(new Set(answers).size).toBe(1)
    const second = codeIn(await mailTo(server, email, 2))
    expect(mailsOf(server, email)).toHaveLength(2)
    const open = (code: string) =>
      server.call(verifyEmail, { body: { verification_code: code } }, account)
    expect((await open(first)).status).toBe(400)
    expect((await open(second)).ok().user.email).toBe(email)
  })

  test('is withdrawn by sending the current address, without a password', async () => {
    const account = await addAccount(server)
    const email = newAddress()
    await ask(account, email)
    const link = codeIn(await mailTo(server, email))
    const { user } = (await update({ email: account.email.toUpperCase() }, account)).ok()
    expect(user).toMatchObject({ email: account.email })
    expect(user).not.toHaveProperty('pending_email')
    const lateAnswer = await server.call(
      verifyEmail,
      { body: { verification_code: link } },
      account,
    )
    expect(lateAnswer.status).toBe(400)
  })

  test('that was taken in the meantime causes a conflict, and the account keeps its address', async () => {
    const account = await addAccount(server)
    const email = newAddress()
    await ask(account, email)
    const link = codeIn(await mailTo(server, email))
    await server.call(signup, { body: { email, password: NEW } })
    const theirs = codeIn(await mailTo(server, email, 2))
    await server.call(verifyEmail, { body: { verification_code: theirs } })
    const lateAnswer = await server.call(
      verifyEmail,
      { body: { verification_code: link } },
      account,
    )
    expect(lateAnswer.error().code).toBe('conflict')
    expect((await server.call(getUser, {}, account)).ok().user.email).toBe(account.email)
  })

  test('may be that of a sign-up which was never confirmed', async () => {
    const account = await addAccount(server)
    const email = newAddress()
    await server.call(signup, { body: { email, password: NEW } })
    await ask(account, email)
    const link = codeIn(await mailTo(server, email, 2))
    const moved = await server.call(verifyEmail, { body: { verification_code: link } }, account)
    expect(moved.ok().user.email).toBe(email)
    expect((await server.call(authenticate, { body: { email, password: NEW } })).status).toBe(401)
  })
})
