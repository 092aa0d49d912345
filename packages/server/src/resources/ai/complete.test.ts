import { chatBounds, completeChat } from '@typecase/contract/ai'
import { getTokenBalance } from '@typecase/contract/billing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { addTokens } from '../billing/charges.ts'

let ai: TestAi
let server: TestServer
let owner: Owner
beforeAll(async () => {
  ai = await startTestAi()
  server = await startTestServer({ ...ai.settings, RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await server.remove()
  ai.close()
})
beforeEach(async () => {
  owner = await addOwner(server)
  ai.requests.length = 0
})
afterEach(() => {
  ai.answer = undefined
  vi.restoreAllMocks()
})

const question = { role: 'user', content: 'Publish it tomorrow' }
const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"words":"x"}' } }
const tool = { type: 'function', function: { name: 'find', parameters: { type: 'object' } } }

const bodyOf = ({ bucket: { slug } }: Owner, more: object = {}) => ({
  body: { slug, messages: [question], ...more },
})
const complete = (more: object = {}, by: Owner = owner) =>
  server.send(completeChat, bodyOf(by, more), by)

test('a chat returns 401 without a session and with a bucket key', async () => {
  expect((await server.send(completeChat, bodyOf(owner))).status).toBe(401)
  const key = { token: owner.bucket.api_access.write_key }
  expect((await server.send(completeChat, bodyOf(owner), key)).status).toBe(401)
  expect(ai.requests).toEqual([])
})

test('a chat returns 404 for a stranger’s bucket, and works for a contributor', async () => {
  const stranger = await addOwner(server)
  expect((await server.send(completeChat, bodyOf(owner), stranger)).status).toBe(404)
  expect(ai.requests).toEqual([])
  const contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  expect((await server.send(completeChat, bodyOf(owner), contributor)).status).toBe(200)
})

test.each<[string, object, string]>([
  ['no messages', { messages: [] }, 'messages'],
  ['an unknown role', { messages: [{ role: 'developer', content: 'x' }] }, 'messages.0.role'],
  [
    'a tool result of no call',
    { messages: [{ role: 'tool', content: 'x' }] },
    'messages.0.tool_call_id',
  ],
  [
    'a bad tool name',
    { tools: [{ type: 'function', function: { name: 'a b' } }] },
    'tools.0.function.name',
  ],
  ['an unknown key', { temperature: 1 }, 'temperature'],
  ['too long an answer', { max_tokens: chatBounds.answerTokens + 1 }, 'max_tokens'],
  ['too many tools', { tools: Array.from({ length: chatBounds.tools + 1 }, () => tool) }, 'tools'],
  [
    'too many messages',
    { messages: Array.from({ length: chatBounds.messages + 1 }, () => question) },
    'messages',
  ],
  [
    'too long a message',
    { messages: [{ role: 'user', content: 'x'.repeat(chatBounds.contentCharacters + 1) }] },
    'messages.0.content',
  ],
])('a chat with %s returns 400', async (_what, more, path) => {
  const { status, details } = (await complete(more)).error()
  expect(status).toBe(400)
  expect(details?.[0]?.path).toBe(path)
  expect(ai.requests).toEqual([])
})

test('a conversation larger than the body limit returns 413', async () => {
  const long = { role: 'user', content: 'x'.repeat(chatBounds.contentCharacters) }
  const answer = await complete({ messages: Array.from({ length: 11 }, () => long) })
  expect(answer.error()).toMatchObject({ status: 413, code: 'too_large' })
})

test('a server without a provider returns 424 and names the missing setting', async () => {
  const unconfigured = await startTestServer()
  const of = await addOwner(unconfigured)
  const { status, message } = (await unconfigured.send(completeChat, bodyOf(of), of)).error()
  expect({ status, message }).toMatchObject({
    status: 424,
    message: expect.stringContaining('AI_BASE_URL') as string,
  })
  await unconfigured.remove()
})

test('a chat returns a text or tool calls, with the tokens used', async () => {
  expect((await complete()).ok()).toEqual({
    message: { role: 'assistant', content: 'A red lighthouse at dusk', tool_calls: [] },
    usage: { input_tokens: 7, output_tokens: 3 },
  })
  ai.answer = (reply) =>
    reply.end(
      JSON.stringify({
        choices: [{ message: { content: null, tool_calls: [{ ...call, x: 1 }] } }],
      }),
    )
  const messages = [
    { role: 'system', content: 'Find commands.' },
    question,
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: '[]' },
  ]
  expect((await complete({ messages, tools: [tool], max_tokens: 50 })).ok()).toEqual({
    message: { role: 'assistant', content: null, tool_calls: [call] },
    usage: { input_tokens: 0, output_tokens: 0 },
  })
  expect(ai.requests.at(-1)).toMatchObject({
    path: '/v1/chat/completions',
    authorization: 'Bearer secret',
    body: { model: 'small-model', max_tokens: 50, messages, tools: [tool] },
  })
})

test.each<[number, string]>([
  [401, 'unavailable'],
  [404, 'unavailable'],
  [429, 'limited'],
  [500, 'unavailable'],
  [400, 'invalid'],
])(
  'a %i from the provider is reported with our own error code and without its message',
  async (status, code) => {
    ai.answer = (reply) => reply.writeHead(status).end('secret details')
    const { message, ...error } = (await complete()).error()
    expect(error.code).toBe(code)
    expect(message).not.toContain('secret')
  },
)

test('a malformed, oversized or missing response from the provider is reported as an error', async () => {
  const answers: readonly [NonNullable<TestAi['answer']>, string][] = [
    [(reply) => reply.end('<html>'), 'unavailable'],
    [(reply) => reply.end('{"choices":[]}'), 'unavailable'],
    [(reply) => reply.end('{"choices":[{"message":{"tool_calls":"x"}}]}'), 'unavailable'],
    [(reply) => reply.end('{"choices":[{"message":{"tool_calls":[{}]}}]}'), 'unavailable'],
    [(reply) => reply.end('x'.repeat(3_000_000)), 'too_large'],
    [(reply) => reply.destroy(), 'unavailable'],
  ]
  for (const [answer, code] of answers) {
    ai.answer = answer
    expect((await complete()).error().code).toBe(code)
  }
})

test('a chat times out when the provider takes too long', async () => {
  ai.answer = () => {}
  const timeout = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const answer = complete()
  await waitFor(
    () => ai.requests.length,
    (count) => count === 1,
  )
  timeout.abort(new DOMException('late', 'TimeoutError'))
  expect((await answer).error().code).toBe('timeout')
})

test('a client that disconnects aborts the request to the provider', async () => {
  const ended = Promise.withResolvers<void>()
  ai.answer = (reply) => reply.once('close', () => ended.resolve())
  const url = await server.http.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const answer = fetch(`${url}/v3/ai/complete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(owner).body),
    signal: leaving.signal,
  }).catch((reason: unknown) => reason)
  await waitFor(
    () => ai.requests.length,
    (count) => count === 1,
  )
  leaving.abort()
  await ended.promise
  expect(await answer).toMatchObject({ name: 'AbortError' })
})

test('the rate limit of chats is counted for each account and returns 429', async () => {
  for (let n = 0; n < 300; n += 1) await server.app.limits.count('chat', owner.id)
  expect((await complete()).error()).toMatchObject({ status: 429, code: 'limited' })
  expect(ai.requests).toEqual([])
  expect((await complete({}, await addOwner(server))).status).toBe(200)
})

test('a chat takes tokens from the wallet where plans are enforced, and returns 403 without any', async () => {
  const selling = await startTestServer({ ...ai.settings, PLAN_LIMITS: 'on' })
  const payer = await addOwner(selling)
  const ask = () => selling.send(completeChat, bodyOf(payer, { tools: [tool] }), payer)
  expect((await ask()).error()).toMatchObject({ status: 403, code: 'forbidden' })
  expect(ai.requests).toEqual([])
  const created_at = selling.app.clock.now()
  const tokens = { user_id: payer.id, tokens: 5000, charge_id: null, bucket_id: null, created_at }
  await selling.app.db.write(({ db }) => addTokens(db, tokens), 'serializable')
  expect((await ask()).status).toBe(200)
  const { balance } = (await selling.call(getTokenBalance, {}, payer)).ok()
  expect(balance).toBe(5000 - 10)
  await selling.remove()
})
