import { accessCodeStatus, verifyAccessCode } from '@typecase/contract/access-gate'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let open: TestServer
let gated: TestServer
beforeAll(async () => {
  open = await startTestServer()
  gated = await startTestServer({ ACCESS_CODE: 'ahoy', RATE_LIMITS: 'on' })
})
afterAll(() => Promise.all([open.remove(), gated.remove()]))

const verify = (accessCode: unknown, server = gated) =>
  server.send(verifyAccessCode, { body: { accessCode } }, {})

test('a wrong access code returns 401, and an empty or malformed one returns 400', async () => {
  expect((await verify('Ahoy')).error()).toMatchObject({
    status: 401,
    message: 'Invalid access code',
  })
  const none = await verify('')
  expect(none.error()).toMatchObject({ status: 400, message: 'Enter an access code' })
  expect((await verify(5)).status).toBe(400)
})

test('the right access code is accepted, and the status reports that the gate is on', async () => {
  expect((await verify('ahoy')).ok()).toEqual({ valid: true })
  expect((await gated.call(accessCodeStatus, {})).ok()).toEqual({ enabled: true })
})

test('without the setting, the gate is off and every access code is accepted', async () => {
  expect((await open.call(accessCodeStatus, {})).ok()).toEqual({ enabled: false })
  expect((await verify('anything', open)).status).toBe(200)
})

test('the sixth wrong access code in a row returns 429', async () => {
  const statuses = []
  for (let guess = 0; guess < 6; guess += 1) statuses.push((await verify(`no ${guess}`)).status)
  // The correct code before this has reset the count.
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})
