import { authenticate, getUser, signup, verifyEmail } from '@typecase/contract/users'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { addAccount, newAddress, PASSWORD } from '../../testing/accounts.ts'
import { codeIn, mailTo } from '../../testing/outbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createAdmin } from './create-admin.ts'

/** The server runs and locks its folder while accounts are created concurrently. */
let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ SIGNUP: 'closed' })
})
afterEach(() => server.remove())

const make = (email: string) => createAdmin(server.app.settings, email)
const signIn = (email: string, password = '') =>
  server.call(authenticate, { body: { email, password } })

test('an invalid e-mail address is refused, and no account is made', async () => {
  await expect(make('ada')).rejects.toThrow('email must be a valid email')
  expect(await server.app.db.read.selectFrom('users').select('email').execute()).toEqual([])
})

test('the new account is confirmed and staff, and can be created while the server runs', async () => {
  const email = newAddress()
  const { password } = await make(email)
  const { user } = (await signIn(email, password)).ok()
  expect(user).toMatchObject({ email, status: 'active', is_staff: true })
})

test('an existing account becomes staff and keeps its password and sessions', async () => {
  await server.remove()
  server = await startTestServer()
  const account = await addAccount(server)
  expect(await make(account.email.toUpperCase())).toEqual({})
  expect((await server.call(getUser, {}, account)).ok().user.is_staff).toBe(true)
  expect((await signIn(account.email, PASSWORD)).ok().user.is_staff).toBe(true)
})

test('an unconfirmed sign-up is taken over: its password and link become invalid', async () => {
  await server.remove()
  server = await startTestServer()
  const email = newAddress()
  ;(await server.call(signup, { body: { email, password: PASSWORD } })).ok()
  const code = codeIn(await mailTo(server, email))
  const { password } = await make(email)
  expect((await signIn(email, PASSWORD)).status).toBe(401)
  const lateAnswer = await server.call(verifyEmail, { body: { verification_code: code } })
  expect(lateAnswer.status).toBe(400)
  expect((await signIn(email, password)).ok().user).toMatchObject({
    status: 'active',
    is_staff: true,
  })
})
