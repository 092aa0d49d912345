import { endpoint } from '@typecase/contract/endpoint'
import { type } from 'arktype'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createApi } from './client.ts'

const count = endpoint({
  id: 'things.count',
  method: 'POST',
  path: '/things/count',
  auth: 'user',
  summary: '',
  body: () => type({ slug: 'string' }),
  response: () => type({ found: 'number' }),
})

const fetching = vi.fn<typeof fetch>()
const onUnauthenticated = vi.fn<(token: string) => void>()
const api = createApi({ baseUrl: '', token: () => 'abc', onUnauthenticated })
beforeEach(() => {
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const events = (...all: [string, unknown][]) =>
  new Response(
    all.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    },
  )

async function answers() {
  const received: unknown[] = []
  let error: unknown
  try {
    for await (const answer of api.stream(count, { body: { slug: 'b' } })) received.push(answer)
  } catch (reason) {
    error = reason
  }
  return { found: received, error }
}

test('answers arrive one after the other, with the complete one last', async () => {
  fetching.mockResolvedValue(events(['progress', { found: 1 }], ['answer', { found: 2 }]))
  expect(await answers()).toEqual({ found: [{ found: 1 }, { found: 2 }], error: undefined })
  const [url, init] = fetching.mock.calls[0] ?? []
  expect(url).toBe('/v3/admin/things/count')
  expect(init).toMatchObject({
    method: 'POST',
    body: '{"slug":"b"}',
    credentials: 'omit',
    headers: { accept: 'text/event-stream, application/json', authorization: 'Bearer abc' },
  })
})

test('a server may send its answer at once, as JSON', async () => {
  fetching.mockResolvedValue(Response.json({ found: 2 }))
  expect((await answers()).found).toEqual([{ found: 2 }])
})

test('a refusal, at once or mid-stream, is an error with its code, and a 401 ends the session', async () => {
  const refused = { status: 400, code: 'invalid', message: 'No.', details: [{ path: 'slug' }] }
  fetching.mockResolvedValueOnce(Response.json(refused, { status: 400 }))
  expect(await answers()).toMatchObject({ found: [], error: refused })
  fetching.mockResolvedValueOnce(events(['progress', { found: 1 }], ['error', refused]))
  expect(await answers()).toMatchObject({ found: [{ found: 1 }], error: refused })
  const over = { status: 401, code: 'unauthenticated', message: 'Sign in' }
  fetching.mockResolvedValueOnce(events(['progress', { found: 1 }], ['error', over]))
  expect(await answers()).toMatchObject({ error: { code: 'unauthenticated' } })
  expect(onUnauthenticated).toHaveBeenCalledExactlyOnceWith('abc')
})

test('a stream that breaks off, or never starts, is an error', async () => {
  fetching.mockResolvedValueOnce(events(['progress', { found: 1 }]))
  expect(await answers()).toMatchObject({ found: [{ found: 1 }], error: { code: 'unavailable' } })
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await answers()).toMatchObject({ found: [], error: { code: 'unavailable' } })
})
