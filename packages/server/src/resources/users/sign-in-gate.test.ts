import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  authenticate,
  forgotPassword,
  resetPassword,
  signup,
  updateUser,
  verifyEmail,
} from '@typecase/contract/users'
import { addProjectWithBucket } from '@typecase/contract/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { engineOf } from '../../database/session.ts'
import {
  type Account,
  addAccount,
  addTwoStepAccount,
  newAddress,
  otpAt,
  PASSWORD,
  SECRET,
} from '../../testing/accounts.ts'
import { codeIn, mailsOf, mailTo } from '../../testing/outbox.ts'
import { restart } from '../../testing/restart.ts'
import { type Answer, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

type Entry = (account: Account, otp: string | undefined) => Promise<Answer<{ token?: string }>>

const header = (otp: string | undefined) => ({ headers: otp ? { 'x-typecase-otp': otp } : {} })

const logIn: Entry = ({ email, password }, otp) =>
  server.call(authenticate, { body: { email, password } }, header(otp))

/** Requests a password reset. @returns the code of the link */
async function resetCode({ email }: Account): Promise<string> {
  const before = mailsOf(server, email).length
  await server.call(forgotPassword, { body: { email } })
  return codeIn(await mailTo(server, email, before + 1))
}

/** Requests a change of address. @returns the code that confirms it */
async function addressCode(account: Account): Promise<string> {
  const email = newAddress()
  await server.call(updateUser, { body: { data: { email, current_password: PASSWORD } } }, account)
  return codeIn(await mailTo(server, email))
}

/** All calls that answer with a token. Each entry prepares the call, then returns it. */
const entries: Record<string, (account: Account) => Promise<Entry>> = {
  authenticate: async () => logIn,
  'signup with the right password':
    async () =>
    ({ email, password }, otp) =>
      server.call(signup, { body: { email, password } }, header(otp)),
  resetPassword: async (account) => {
    const reset_code = await resetCode(account)
    return (_account, otp) =>
      server.call(
        resetPassword,
        { body: { reset_code, password: 'an orchard in the morning' } },
        header(otp),
      )
  },
  'verifyEmail of a new address': async (account) => {
    const verification_code = await addressCode(account)
    return ({ token }, otp) =>
      server.call(verifyEmail, { body: { verification_code } }, { token, ...header(otp) })
  },
}

describe.each(Object.entries(entries))('the second step at %s', (_name, open) => {
  test('is required before a token is issued (206)', async () => {
    const account = await addTwoStepAccount(server)
    const enter = await open(account)
    const answer = await enter(account, undefined)
    expect([answer.status, answer.ok()]).toEqual([206, {}])
    expect(answer.headers['x-typecase-otp']).toBe('required')
  })

  test.each(['000000', '', ' ', 'null', '0'.repeat(33), '12345', 'aaaa-bbbb-cccc-dddd'])(
    'does not accept %j',
    async (otp) => {
      const account = await addTwoStepAccount(server)
      const answer = await (await open(account))(account, otp)
      expect([206, 400, 401]).toContain(answer.status)
      expect(answer.status === 206 ? answer.ok() : {}).toEqual({})
    },
  )

  test('accepts a code once, in parallel and in sequence', async () => {
    const account = await addTwoStepAccount(server)
    const enter = await open(account)
    const otp = otpAt(server, 0)
    const answers = await Promise.all([enter(account, otp), logIn(account, otp)])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await logIn(account, otp)).status).toBe(401)
  })

  test('accepts the codes of adjacent steps, but none at or before the last used one', async () => {
    const account = await addTwoStepAccount(server)
    const enter = await open(account)
    expect((await enter(account, account.usedCode)).status).toBe(401)
    // Three steps ahead: a code two steps ahead would become valid if a step ended in the meantime.
    expect((await enter(account, otpAt(server, 3))).status).toBe(401)
    expect((await enter(account, otpAt(server, 1))).status).toBe(200)
    expect((await logIn(account, otpAt(server, 0))).status).toBe(401)
  })

  test('is not required for an account without it', async () => {
    const account = await addAccount(server)
    const answer = await (await open(account))(account, undefined)
    expect(answer.ok().token).toBeTypeOf('string')
  })
})

test('no issued secret is in the database or its write-ahead log', async () => {
  let full = await startTestServer({ RATE_LIMITS: 'on' })
  const account = await addTwoStepAccount(full)
  const secrets = [SECRET, account.token, account.password, ...account.recoveryCodes]
  const call = async (headers: Record<string, string> = {}) => {
    const body = { email: account.email, password: PASSWORD, otp: otpAt(full, 0) }
    const { token } = (await full.call(authenticate, { body }, { headers })).ok()
    secrets.push(token)
    return token
  }
  const token = await call({ 'idempotency-key': 'one' })
  const { bucket } = (
    await full.call(
      addProjectWithBucket,
      { body: { project_title: 'P', bucket_title: 'B' } },
      { token, headers: { 'idempotency-key': 'two' } },
    )
  ).ok()
  secrets.push(...Object.values(bucket.api_access).map(String))
  await full.call(forgotPassword, { body: { email: account.email } })
  await full.call(signup, { body: { email: 'fresh@example.org', password: PASSWORD } })
  secrets.push(codeIn(await mailTo(full, account.email, 3)))
  secrets.push(codeIn(await mailTo(full, 'fresh@example.org')))
  secrets.push(...mailsOf(full).flatMap((mail) => (mail.links.length > 0 ? [codeIn(mail)] : [])))

  // While the server runs, the newest rows are in the write-ahead log; once it has stopped, all rows are in the file.
  const running = await everythingIn(full)
  full = await restart(full)
  for (const bytes of [running, await everythingIn(full)]) {
    expect(bytes).toContain(account.email)
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([])
  }
  expect(secrets.length).toBeGreaterThan(15)
  await full.remove()
})

/** Returns the bytes of a server's database files, or all rows on PostgreSQL. */
async function everythingIn({ app, dataDir }: TestServer): Promise<string> {
  const { read } = app.db
  if (engineOf(read) === 'sqlite') {
    const files = readdirSync(dataDir).filter((name) => name.includes('sqlite'))
    return files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('')
  }
  const tables = await read.introspection.getTables()
  const rows = tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(read))
  return JSON.stringify(await Promise.all(rows))
}
