import { generateText } from '@typecase/contract/ai'
import {
  getAutoReload,
  getTokenBalance,
  listTokenPurchases,
  purchaseTokenPack,
  updateAutoReload,
} from '@typecase/contract/billing'
import { updateProjectBilling } from '@typecase/contract/projects'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import { addTestCard, BAD_CARD } from '../../testing/billing.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { addOwner, addPerson, joinProject, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTokens } from './charges.ts'
import { aiOf, reload } from './tokens.ts'

/** What the test provider says that a text took. */
const USED = 10

let ai: TestAi
let server: TestServer
let owner: Owner
const clock = createTestClock()

beforeAll(async () => {
  ai = await startTestAi()
})
beforeEach(async () => {
  server = await startTestServer({ PLAN_LIMITS: 'on', ...ai.settings }, { clock })
  owner = await addOwner(server)
  ai.asked.length = 0
})
afterEach(() => server.remove())
afterAll(() => ai.close())

const write = (body: object = {}) =>
  server.send(
    generateText,
    { params: { slug: owner.bucket.slug }, body: { prompt: 'Say something', ...body } },
    { headers: { authorization: `Bearer ${owner.bucket.api_access.write_key}` } },
  )
const balance = async (by: Person = owner) =>
  (await server.call(getTokenBalance, {}, by)).ok().balance
/** Puts tokens into a wallet, or takes them out. */
const give = (tokens: number, { id }: Person = owner) =>
  server.app.db.write(({ db }) =>
    addTokens(db, {
      user_id: id,
      tokens,
      charge_id: null,
      bucket_id: null,
      created_at: clock.now(),
    }),
  )
const reloads = async () => {
  const { purchases } = (await server.call(listTokenPurchases, { query: {} }, owner)).ok()
  return purchases.filter(({ kind }) => kind === 'reload')
}
const setReload = async (settings: object) =>
  server.send(
    updateAutoReload,
    { body: { settings: { enabled: true, threshold: 100, ...settings } } },
    owner,
  )

test('AI is refused while the wallet is empty; the provider is not asked', async () => {
  expect((await write()).error()).toMatchObject({
    status: 403,
    code: 'forbidden',
    message: expect.stringContaining('no AI tokens left') as string,
  })
  expect(ai.asked).toEqual([])
})

test('what was used is taken from the wallet, of streams too', async () => {
  await addTestCard(server, owner)
  const body = { package_id: 'tokens-2m' as const }
  ;(await server.call(purchaseTokenPack, { body }, owner)).ok()
  expect((await write()).status).toBe(200)
  expect(await balance()).toBe(2_000_000 - USED)
  const { payload } = await server.http.inject({
    method: 'POST',
    url: `/v3/buckets/${owner.bucket.slug}/ai/text`,
    headers: { authorization: `Bearer ${owner.bucket.api_access.write_key}` },
    payload: { prompt: 'Say something', stream: true },
  })
  expect(payload).toContain('lighthouse')
  expect((await server.call(getTokenBalance, {}, owner)).ok()).toMatchObject({
    balance: 2_000_000 - 2 * USED,
    used_last_week: 2 * USED,
  })
})

test('a stream that is left early takes what came of it; one that fails before takes nothing', async () => {
  await give(1000)
  const asked = { messages: [{ role: 'user' as const, content: 'Say something' }] }
  const { id } = owner.bucket
  const stream = aiOf(server.app, id).stream(asked, new AbortController().signal)
  const { value, done } = await stream.next()
  const came = done ? '' : value
  await stream.return({ input_tokens: 0, output_tokens: 0 })
  const left = 1000 - Math.ceil('Say something'.length / 4) - Math.ceil(came.length / 4)
  expect(await balance()).toBe(left)

  ai.answer = (reply) => reply.writeHead(500).end()
  try {
    const failing = aiOf(server.app, id).stream(asked, new AbortController().signal)
    await expect(failing.next()).rejects.toThrow()
  } finally {
    ai.answer = undefined
  }
  expect(await balance()).toBe(left)
})

test('who pays for the project pays for its AI', async () => {
  const payer = await addPerson(server)
  await joinProject(server, payer, owner, 'admin')
  await addTestCard(server, payer)
  const body = { project_id: owner.project.id, data: { plan_id: 'starter' as const } }
  ;(await server.call(updateProjectBilling, { body }, payer)).ok()
  await give(1000)
  expect((await write()).status).toBe(403)
  await give(1000, payer)
  expect((await write()).status).toBe(200)
  expect([await balance(), await balance(payer)]).toEqual([1000, 1000 - USED])
})

test('where plans are not enforced nothing is taken', async () => {
  const free = await startTestServer(ai.settings)
  try {
    const someone = await addOwner(free)
    const answer = await free.send(
      generateText,
      { params: { slug: someone.bucket.slug }, body: { prompt: 'Say' } },
      { headers: { authorization: `Bearer ${someone.bucket.api_access.write_key}` } },
    )
    expect(answer.status).toBe(200)
    expect((await free.call(getTokenBalance, {}, someone)).ok().balance).toBe(0)
  } finally {
    await free.remove()
  }
})

test('auto-reload buys its pack below the threshold, within the limit of a month', async () => {
  await addTestCard(server, owner)
  ;(await setReload({ monthly_limit: 5000 })).ok()
  await give(105)
  expect((await write()).status).toBe(200)
  await expect.poll(() => balance()).toBe(2_000_000 + 105 - USED)
  expect(await reloads()).toMatchObject([{ amount: 2500, status: 'paid' }])
  // Another is bought, and then the limit is reached.
  await give(-2_000_000)
  await Promise.all([reload(server.app, owner.id), reload(server.app, owner.id)])
  expect(await reloads()).toHaveLength(2)
  await give(-2_000_000)
  await reload(server.app, owner.id)
  expect(await reloads()).toHaveLength(2)
})

test('auto-reload is turned off where the card is declined, and a mail says so', async () => {
  await addTestCard(server, owner, BAD_CARD)
  ;(await setReload({})).ok()
  await give(50)
  await reload(server.app, owner.id)
  expect((await server.call(getAutoReload, {}, owner)).ok().settings.enabled).toBe(false)
  expect(await reloads()).toMatchObject([{ status: 'failed' }])
  expect(mailsOf(server, owner.email).map(({ subject }) => subject)).toEqual([
    'AI tokens could not be bought',
  ])
})
