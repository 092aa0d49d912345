import { signup } from '@typecase/contract/users'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { newAddress, PASSWORD } from '../testing/accounts.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** A verifier like those of the captcha services: it takes a form and responds whether the token is valid. */
let verifier: FastifyInstance
let requests: Record<string, string>[]
let server: TestServer | undefined

beforeEach(() => {
  requests = []
  verifier = Fastify()
  verifier.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  verifier.post('/siteverify', async ({ body }) => {
    const form = body as Record<string, string>
    requests.push(form)
    return { success: form['response'] === 'solved' && form['secret'] === 'the secret' }
  })
})
afterEach(async () => {
  await server?.remove()
  await verifier.close()
})

async function start(settings: Record<string, string> = {}) {
  const origin = await verifier.listen({ port: 0, host: '127.0.0.1' })
  server = await startTestServer({
    CAPTCHA_SITE_KEY: 'the site key',
    CAPTCHA_SECRET: 'the secret',
    CAPTCHA_VERIFY_URL: `${origin}/siteverify`,
    ...settings,
  })
  return server
}

const signUp = (to: TestServer, captcha_token?: string) =>
  to.call(signup, {
    body: { email: newAddress(), password: PASSWORD, ...(captcha_token && { captcha_token }) },
  })

test('a sign-up without the required captcha is refused without asking the verifier', async () => {
  const answer = await signUp(await start())
  expect(answer.error()).toMatchObject({
    status: 400,
    details: [{ path: 'captcha_token', rule: 'required' }],
  })
  expect(requests).toEqual([])
})

test('a sign-up with an unsolved captcha is refused', async () => {
  expect((await signUp(await start(), 'guessed')).error()).toMatchObject({
    status: 400,
    details: [{ path: 'captcha_token', rule: 'captcha' }],
  })
})

test('a sign-up with a solved captcha succeeds', async () => {
  expect((await signUp(await start(), 'solved')).status).toBe(201)
  expect(requests).toEqual([{ secret: 'the secret', response: 'solved', remoteip: '127.0.0.1' }])
})

test('a sign-up is refused if the verifier does not answer', async () => {
  const dead = await start({ CAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/siteverify' })
  expect((await signUp(dead, 'solved')).error().code).toBe('unavailable')
})
