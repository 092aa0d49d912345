import { generateText } from '@typecase/contract/ai'
import { listPlans } from '@typecase/contract/plans'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { addOwner, addPerson, joinProject, type Owner } from '../../testing/people.ts'
import { restart } from '../../testing/restart.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, upload } from '../../testing/uploads.ts'
import { addTokens } from '../billing/charges.ts'
import { storeMetered } from './metered-usage.ts'

let ai: TestAi
let server: TestServer
let clock: TestClock
let owner: Owner
beforeAll(async () => {
  ai = await startTestAi()
  clock = createTestClock()
  server = await startTestServer({ PLAN_LIMITS: 'on', ...ai.settings }, { clock })
})
afterAll(async () => {
  await server.remove()
  ai.close()
})
beforeEach(async () => {
  owner = await addOwner(server)
})

const monthOf = async () => {
  await storeMetered(server.app)
  const query = { project_id: owner.project.id }
  return (await server.call(listPlans, { query }, owner)).ok().this_month
}
const read = (key: string | undefined) =>
  server.http.inject({
    url: `/v3/buckets/${owner.bucket.slug}/objects`,
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
  })

test('requests and bandwidth of the API and of media are counted for the project', async () => {
  await addType(server, owner, 'posts')
  await addOneObject(server, owner, { type: 'posts', title: 'Post', status: 'published' })
  const { read_key } = owner.bucket.api_access ?? {}
  const first = await read(read_key)
  await read(read_key)
  expect((await read('unknown')).statusCode).toBe(401)
  const [media] = await upload(server, owner, { bytes: 'x'.repeat(500), name: 'a.txt' })
  await fetchFile(server, media?.url ?? '')
  expect(await monthOf()).toEqual({
    api_non_cached: 1,
    api_cached: 1,
    api_bandwidth: 2 * first.rawPayload.length,
    media_requests: 1,
    media_bandwidth: 500,
    ai_input_tokens: 0,
    ai_output_tokens: 0,
  })
  // The upload has changed the bucket.
  for (let n = 0; n < 2; n += 1) await read(read_key)
  expect(await monthOf()).toMatchObject({ api_non_cached: 2, api_cached: 2 })
})

test('the counts start at zero in a new month', async () => {
  const { read_key } = owner.bucket.api_access ?? {}
  await read(read_key)
  expect(await monthOf()).toMatchObject({ api_non_cached: 1 })
  clock.advance(31 * 24 * 3600 * 1000)
  const token = await server.app.db.write(
    (write) => server.app.sessions.open(write, owner.id, { ip: '127.0.0.1', agent: 'test' }),
    'serializable',
  )
  owner = { ...owner, token }
  expect(await monthOf()).toMatchObject({ api_non_cached: 0 })
})

test('AI tokens are counted as the provider reports them', async () => {
  const { write_key } = owner.bucket.api_access ?? {}
  const bought = { user_id: owner.id, tokens: 1_000_000, charge_id: null, bucket_id: null }
  await server.app.db.write(
    (write) => addTokens(write.db, { ...bought, created_at: clock.now() }),
    'serializable',
  )
  const params = { slug: owner.bucket.slug }
  const body = { prompt: 'Say something' }
  const { usage } = (
    await server.send(generateText, { params, body }, { token: write_key ?? '' })
  ).ok() as { usage: { input_tokens: number; output_tokens: number } }
  expect(await monthOf()).toMatchObject({
    ai_input_tokens: usage.input_tokens,
    ai_output_tokens: usage.output_tokens,
  })
})

test('admins get one e-mail at 80% and one at 100%, and requests are still answered', async () => {
  const reader = await addPerson(server)
  await joinProject(server, reader, owner, 'user')
  await addType(server, owner, 'posts')
  await addOneObject(server, owner, { type: 'posts', title: 'Post', status: 'published' })
  const { read_key } = owner.bucket.api_access ?? {}
  const count = async (amount: number) => {
    server.app.metering.add(owner.bucket.id, 'media_requests', amount)
    await storeMetered(server.app)
  }
  const subjects = () =>
    mailsOf(server, owner.email)
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes('of a limit'))
  await count(19_999)
  await count(1)
  await expect.poll(subjects).toEqual(['Project has used 80% of a limit of its plan'])
  await count(1000)
  await count(4000)
  await count(50_000)
  await expect.poll(subjects).toHaveLength(2)
  expect(subjects()[1]).toBe('Project has used 100% of a limit of its plan')
  expect(mailsOf(server, reader.email)).toEqual([])
  expect((await read(read_key)).statusCode).toBe(200)
})

test('counts of several processes add up, and none are lost in a restart', async () => {
  server.app.metering.add(owner.bucket.id, 'api_cached', 3)
  await Promise.all([
    storeMetered(server.app),
    (async () => {
      server.app.metering.add(owner.bucket.id, 'api_cached', 4)
      await storeMetered(server.app)
    })(),
  ])
  server.app.metering.add(owner.bucket.id, 'api_cached', 5)
  server = await restart(server, 0, { PLAN_LIMITS: 'on' })
  expect(await monthOf()).toMatchObject({ api_cached: 12 })
})

test('without PLAN_LIMITS nothing is counted', async () => {
  const free = await startTestServer()
  try {
    const someone = await addOwner(free)
    await free.http.inject({
      url: `/v3/buckets/${someone.bucket.slug}/objects`,
      headers: { authorization: `Bearer ${someone.bucket.api_access?.read_key}` },
    })
    expect(free.app.metering.take().size).toBe(0)
    const query = { project_id: someone.project.id }
    expect((await free.call(listPlans, { query }, someone)).ok().this_month).toBeNull()
  } finally {
    await free.remove()
  }
})
