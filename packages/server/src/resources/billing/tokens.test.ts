import { generateImage, generateText } from '@typecase/contract/ai'
import {
  getAutoReload,
  getTokenBalance,
  listTokenPurchases,
  purchaseTokenPack,
  updateAutoReload,
} from '@typecase/contract/billing'
import { updateProjectBilling } from '@typecase/contract/projects'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import { addTestCard, BAD_CARD } from '../../testing/billing.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { addOwner, addPerson, joinProject, type Owner, type Person } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTokens } from './charges.ts'
import { aiOf } from './paid-ai.ts'
import { reload } from './tokens.ts'
import { bucketSpender, reserve } from './wallet.ts'

/** Token usage that the test provider reports for a text. */
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
  ai.requests.length = 0
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
/** Adds tokens to a wallet, or removes them. */
const give = (tokens: number, { id }: Person = owner) =>
  server.app.db.write(
    ({ db }) =>
      addTokens(db, {
        user_id: id,
        tokens,
        charge_id: null,
        bucket_id: null,
        created_at: clock.now(),
      }),
    'serializable',
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

test('AI returns 403 while the wallet is empty, without a request to the provider', async () => {
  expect((await write()).error()).toMatchObject({
    status: 403,
    code: 'forbidden',
    message: expect.stringContaining('no AI tokens left') as string,
  })
  expect(ai.requests).toEqual([])
})

test('used tokens are taken from the wallet, even for a stream', async () => {
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

test('a stream that is closed early costs what arrived, and one that fails at the start costs nothing', async () => {
  await give(1000)
  const request = { messages: [{ role: 'user' as const, content: 'Say something' }] }
  const { id } = owner.bucket
  const stream = aiOf(server.app, id).stream(request, new AbortController().signal)
  const { value, done } = await stream.next()
  const came = done ? '' : value
  await stream.return({ input_tokens: 0, output_tokens: 0 })
  const remaining = 1000 - Math.ceil('Say something'.length / 4) - Math.ceil(came.length / 4)
  expect(await balance()).toBe(remaining)

  ai.answer = (reply) => reply.writeHead(500).end()
  try {
    const failing = aiOf(server.app, id).stream(request, new AbortController().signal)
    await expect(failing.next()).rejects.toThrow()
  } finally {
    ai.answer = undefined
  }
  expect(await balance()).toBe(remaining)
})

test('the payer of a project pays for its AI', async () => {
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

describe('tokens are reserved before they are spent', () => {
  test('simultaneous requests for texts never spend more tokens than there are', async () => {
    await give(5000)
    ai.answer = (reply) => {
      const usage = { prompt_tokens: 5, completion_tokens: 995 }
      const message = { role: 'assistant', content: 'Words' }
      reply.end(JSON.stringify({ choices: [{ message }], usage }))
    }
    try {
      const answers = await Promise.all(Array.from({ length: 50 }, () => write()))
      const paid = answers.filter(({ status }) => status === 200)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
      expect(ai.requests).toHaveLength(paid.length)
    } finally {
      ai.answer = undefined
    }
    expect(await balance()).toBeGreaterThanOrEqual(0)
  })

  test('a length beyond the balance returns 403, and without a length the balance limits the text', async () => {
    await give(500)
    expect((await write({ max_tokens: 600 })).error()).toMatchObject({
      status: 403,
      message: expect.stringMatching(/can take 633 AI tokens, and 500 are left/) as string,
    })
    expect((await write()).status).toBe(200)
    expect(ai.requests.at(-1)?.body.max_tokens).toBe(500 - 33)
    // Usage above the reserved maximum is not charged.
    await give(-350)
    ai.answer = (reply) => {
      const usage = { prompt_tokens: 5, completion_tokens: 9999 }
      reply.end(JSON.stringify({ choices: [{ message: { content: 'Words' } }], usage }))
    }
    try {
      expect((await write()).status).toBe(200)
    } finally {
      ai.answer = undefined
    }
    expect(await balance()).toBe(0)
  })

  test('usage that the provider does not report is estimated', async () => {
    await give(5000)
    ai.answer = (reply) =>
      reply.end(JSON.stringify({ choices: [{ message: { content: 'x'.repeat(400) } }] }))
    try {
      expect((await write()).status).toBe(200)
    } finally {
      ai.answer = undefined
    }
    expect(await balance()).toBe(5000 - 4 - 100)
  })

  test('a reservation that is never settled expires', async () => {
    await give(5000)
    const { id: bucketId } = owner.bucket
    await reserve(server.app, bucketSpender(bucketId), { least: 4950, most: 4950 })
    expect((await write()).status).toBe(403)
    clock.advance(11 * 60_000)
    expect((await write()).status).toBe(200)
  })

  test('auto-reload buys a pack when a text needs more tokens than are left', async () => {
    await addTestCard(server, owner)
    ;(await setReload({})).ok()
    await give(500)
    expect((await write({ max_tokens: 600 })).status).toBe(200)
    expect(await reloads()).toMatchObject([{ amount: 2500, status: 'paid' }])
  })
})

describe('models', () => {
  test('without a price are rejected with 400, and others cost tokens according to their price', async () => {
    await give(5000)
    const unknown = { status: 400, details: [{ path: 'model', rule: 'one_of' }] }
    expect((await write({ model: 'large-model' })).error()).toMatchObject({
      ...unknown,
      message: 'model must be one of small-model',
    })
    await server.remove()
    const settings = { PLAN_LIMITS: 'on', AI_MODELS: 'large-model=4', ...ai.settings }
    server = await startTestServer(settings, { clock })
    owner = await addOwner(server)
    await give(10_000)
    expect((await write({ model: 'small-model' })).status).toBe(200)
    expect((await write({ model: 'large-model' })).status).toBe(200)
    expect(await balance()).toBe(10_000 - USED - 4 * USED)
    expect((await write({ model: 'other' })).error()).toMatchObject(unknown)
  })

  test('for images cost a fixed price per image', async () => {
    ai.picture = await picture().png().toBuffer()
    const draw = () =>
      server.send(
        generateImage,
        { params: { slug: owner.bucket.slug }, body: { prompt: 'A lighthouse' } },
        { headers: { authorization: `Bearer ${owner.bucket.api_access.write_key}` } },
      )
    await give(4799)
    expect((await draw()).status).toBe(403)
    await give(1)
    expect((await draw()).status).toBe(201)
    expect(await balance()).toBe(0)
  })
})

test('AI takes no tokens where plans are not enforced', async () => {
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

test('auto-reload buys a pack below the threshold, within the monthly limit', async () => {
  await addTestCard(server, owner)
  ;(await setReload({ monthly_limit: 5000 })).ok()
  await give(105)
  expect((await write()).status).toBe(200)
  await expect.poll(() => balance()).toBe(2_000_000 + 105 - USED)
  expect(await reloads()).toMatchObject([{ amount: 2500, status: 'paid' }])
  // One more pack is bought, and then the limit is reached.
  await give(-2_000_000)
  await Promise.all([reload(server.app, owner.id), reload(server.app, owner.id)])
  expect(await reloads()).toHaveLength(2)
  await give(-2_000_000)
  await reload(server.app, owner.id)
  expect(await reloads()).toHaveLength(2)
})

test('auto-reload is turned off when the card is declined, and the owner gets an e-mail', async () => {
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
