import { afterAll, beforeAll, expect, test } from 'vitest'

import { MAX_ASSISTANT_CLIENTS } from '../../limits.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { connect, REDIRECT } from './oauth-client.fixture.ts'

const HOUR = 3_600_000

const clock = createTestClock()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'on' }, { clock })
})
afterAll(() => server.remove())

async function register(remoteAddress: string, body: object = { redirect_uris: [REDIRECT] }) {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/oauth/register',
    payload: body,
    remoteAddress,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<object>() }
}

test('an IP address gets 429 after twenty registrations in an hour, while others can still register', async () => {
  for (let count = 0; count < 20; count += 1)
    expect((await register('198.51.100.1')).status).toBe(201)
  const refused = await register('198.51.100.1')
  expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await register('198.51.100.2')).status).toBe(201)
  clock.advance(HOUR - 1)
  expect((await register('198.51.100.1')).status).toBe(429)
  clock.advance(1)
  expect((await register('198.51.100.1')).status).toBe(201)
})

test('a registration of more than 16 kB returns 413', async () => {
  const body = { redirect_uris: [REDIRECT], client_name: 'x'.repeat(20_000) }
  expect((await register('198.51.100.3', body)).status).toBe(413)
})

test('clients without a grant are deleted after an hour to make room for new ones', async () => {
  const person = await addPerson(server)
  const { config } = await connect(server, person)
  const { write, read } = server.app.db
  const row = (index: number) => ({
    id: `client ${index}`,
    name: 'Old',
    redirect_uris: JSON.stringify([REDIRECT]),
    created_at: clock.now(),
  })
  for (let at = 0; at < MAX_ASSISTANT_CLIENTS; at += 1000)
    await write(
      ({ db }) =>
        db
          .insertInto('assistant_clients')
          .values(Array.from({ length: 1000 }, (_, index) => row(at + index)))
          .execute(),
      'serializable',
    )
  expect((await register('198.51.100.4')).status).toBe(429)
  clock.advance(HOUR)
  expect((await register('198.51.100.4')).status).toBe(201)
  const left = await read.selectFrom('assistant_clients').select('id').execute()
  const { client_id } = config.clientMetadata()
  expect(left.map(({ id }) => id)).toContain(client_id)
  expect(left).toHaveLength(2)
})
