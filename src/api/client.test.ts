import { endpoint } from '@typecase/contract/endpoint'
import { exportObjects } from '@typecase/contract/object-export'
import { publishObjects } from '@typecase/contract/objects'
import { startProvider } from '@typecase/contract/sign-in-providers'
import { authenticate, getUser, signup } from '@typecase/contract/users'
import { type } from 'arktype'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { DEFAULT_FAILURE } from '@typecase/contract/product'
import { ApiError, errorToWords, OtpRequired } from './api-error.ts'
import { createApi } from './client.ts'
import { createQueryClient } from './query-client.ts'

const list = endpoint({
  id: 'things.list',
  method: 'GET',
  path: '/things/:kind',
  base: 'content',
  auth: 'user',
  summary: '',
  params: () => type({ slug: 'string', kind: 'string' }),
  query: () => type({ 'limit?': 'number', 'query?': 'object', 'sort?': 'string' }),
  response: () => type({ things: 'string[]' }),
})
const add = endpoint({
  id: 'things.add',
  method: 'POST',
  path: '/things/add',
  auth: 'user',
  summary: '',
  body: () => type({ title: 'string' }),
  response: () => type({ id: 'string' }),
})

const fetching = vi.fn<typeof fetch>()
const onUnauthenticated = vi.fn<(token: string) => void>()
const api = createApi({
  baseUrl: 'https://api.example',
  token: () => 'abc',
  onUnauthenticated,
})

beforeEach(() => {
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r1' },
  })

function sent(call = 0) {
  const [url, init] = fetching.mock.calls[call] ?? []
  return { url, ...init, headers: init?.headers as Record<string, string> }
}

describe('a call', () => {
  test('fills in path and query, and sends the bearer token but never the cookie', async () => {
    fetching.mockResolvedValue(answer(200, { things: ['a'] }))
    const input = {
      params: { slug: 'my bucket', kind: 'x/y' },
      query: { limit: 10, query: { type: 'posts' } },
    }
    expect(await api.call(list, input)).toEqual({ things: ['a'] })
    const { url, method, headers, credentials } = sent()
    expect(url).toBe(
      'https://api.example/v3/buckets/my%20bucket/things/x%2Fy?limit=10&query=%7B%22type%22%3A%22posts%22%7D',
    )
    expect(method).toBe('GET')
    expect(headers['authorization']).toBe('Bearer abc')
    expect(headers['content-type']).toBeUndefined()
    expect(credentials).toBe('omit')
  })

  test('sends cookies if the endpoint requires them', async () => {
    fetching.mockResolvedValue(answer(200, { url: '/', binding: '' }))
    await api.call(startProvider, { body: { provider: 'github' } })
    expect(sent().credentials).toBe('same-origin')
  })

  test('sends the header of its workspace, if it has one', async () => {
    fetching.mockImplementation(async () => answer(200, { things: ['a'] }))
    const input = { params: { slug: 'a', kind: 'b' }, query: {} }
    await api.call(list, input, { workspace: 'abc' })
    await api.call(list, input)
    expect(sent(0).headers['workspace']).toBe('abc')
    expect(sent(1).headers['workspace']).toBeUndefined()
  })

  test('sends the header of the extension that makes it, if there is one', async () => {
    fetching.mockImplementation(async () => answer(200, { things: ['a'] }))
    const input = { params: { slug: 'a', kind: 'b' }, query: {} }
    await api.call(list, input, { extension: 'word-count' })
    await api.call(list, input)
    expect(sent(0).headers['typecase-extension']).toBe('word-count')
    expect(sent(1).headers['typecase-extension']).toBeUndefined()
    const streamed = api.stream(add, { body: { title: 'a' } }, { extension: 'word-count' })
    await streamed.next().catch(() => undefined)
    expect(sent(2).headers['typecase-extension']).toBe('word-count')
  })

  test('throws if a path parameter is missing', () => {
    const input = { params: { slug: 'a' } as never, query: {} }
    expect(() => api.call(list, input)).toThrow('needs the parameter “kind”')
  })

  test('that creates something has a new idempotency key, or the given one', async () => {
    fetching.mockImplementation(async () => answer(200, { id: '1' }))
    await api.call(add, { body: { title: 'a' } })
    await api.call(add, { body: { title: 'a' } })
    await api.call(add, { body: { title: 'a' } }, { idempotencyKey: 'mine', ifMatch: 3 })
    const keys = [0, 1, 2].map((call) => sent(call).headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBe('mine')
    expect(sent(2).headers['if-match']).toBe('"3"')
  })

  test('whose response was lost is sent once more with the same idempotency key', async () => {
    vi.useFakeTimers()
    fetching
      .mockRejectedValueOnce(new TypeError('lost'))
      .mockResolvedValueOnce(answer(200, { id: '1' }))
    const calling = api.call(add, { body: { title: 'a' } })
    await vi.runAllTimersAsync()
    expect(await calling).toEqual({ id: '1' })
    expect(sent(1).headers['idempotency-key']).toBe(sent(0).headers['idempotency-key'])
    vi.useRealTimers()
  })

  test('to sign in sends neither bearer token nor idempotency key', async () => {
    fetching.mockResolvedValue(answer(200, { user: {}, token: 't' }))
    await api.call(authenticate, { body: { email: 'a@b.de', password: 'x', otp: '123456' } })
    expect(sent().headers['authorization']).toBeUndefined()
    expect(sent().headers['idempotency-key']).toBeUndefined()
    expect(sent().headers['x-typecase-otp']).toBe('123456')
    expect(sent().url).toBe('https://api.example/v3/admin/users/authenticate')
  })

  test('that was aborted rejects with the reason', async () => {
    const controller = new AbortController()
    controller.abort(new DOMException('gone', 'AbortError'))
    fetching.mockRejectedValue(controller.signal.reason)
    const calling = api.call(getUser, {}, { signal: controller.signal })
    await expect(calling).rejects.toThrow('gone')
  })
})

describe('a failure', () => {
  const failing = () => api.call(getUser, {}).catch((error: unknown) => error)

  test('carries the code, message and details of the server', async () => {
    const body = {
      status: 400,
      code: 'invalid',
      message: 'title is a required field',
      details: [{ path: 'title', message: 'title is a required field', rule: 'required' }],
      request_id: 'r2',
    }
    fetching.mockResolvedValue(answer(400, body))
    const error = await failing()
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'invalid', status: 400, requestId: 'r2' })
    expect(error).toMatchObject({ details: body.details, message: body.message })
    expect(errorToWords(error)).toBe('title is a required field')
  })

  test('of a stale revision carries both the current and the base state', async () => {
    const body = { status: 412, code: 'stale', message: 'x', current: { rev: 2 }, base: { rev: 1 } }
    fetching.mockResolvedValue(answer(412, body))
    expect(await failing()).toMatchObject({ current: { rev: 2 }, base: { rev: 1 } })
  })

  test.each([
    [502, '<h1>Bad gateway</h1>', 'unavailable'],
    [429, undefined, 'limited'],
    [404, { message: 'no code' }, 'not_found'],
    [418, undefined, 'invalid'],
    [500, { code: 'made_up', message: 'x' }, 'internal'],
  ])('with status %i and the body %j has the code %s', async (status, body, code) => {
    fetching.mockResolvedValue(answer(status, body))
    const error = await failing()
    expect(error).toMatchObject({ code, status, requestId: 'r1' })
    const message = typeof body === 'object' ? body.message : DEFAULT_FAILURE
    if (code !== 'limited') expect(errorToWords(error)).toBe(message)
  })

  test('of the network has the code “unavailable”, and a readable message when offline', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failing()).toMatchObject({ code: 'unavailable', status: 0 })
    vi.stubGlobal('navigator', { onLine: false })
    expect(errorToWords(await failing())).toBe('You’re offline. Your changes are kept here.')
  })

  test('does not show the message of an internal error', () => {
    expect(errorToWords(new Error('x is not a function'))).toBe(DEFAULT_FAILURE)
    expect(errorToWords('odd')).toBe(DEFAULT_FAILURE)
  })

  test('of an expired token ends its session, and a failed sign-in ends none', async () => {
    fetching.mockImplementation(async () =>
      answer(401, { code: 'unauthenticated', message: 'Sign in', status: 401 }),
    )
    await failing()
    expect(onUnauthenticated).toHaveBeenCalledExactlyOnceWith('abc')
    const signIn = api.call(authenticate, { body: { email: 'a@b.de', password: 'wrong' } })
    await expect(signIn).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })
})

describe('a successful response that does not come from the server', () => {
  const publish = () =>
    api.call(publishObjects, { body: { slug: 'archive', object_ids: ['a'.repeat(24)] } })
  const page = '<!doctype html><title>Sign in to the network</title>'
  const other = { 'content-type': 'text/html' }

  test.each([
    ['a page', new Response(page, { headers: other })],
    ['a page that says it is JSON', answer(200, page)],
    ['nothing', answer(200)],
    ['nothing, as it should be', new Response(null, { status: 204 })],
    ['no object', answer(200, ['a'])],
    ['an empty object', answer(200, {})],
    ['an object of another shape', answer(200, { success: true })],
    ['the right words as another type', new Response('{"modified":1}', { headers: other })],
  ])('is reported as a failure: %s', async (_what, response) => {
    fetching.mockResolvedValue(response)
    const error = await publish().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unavailable', status: 0 })
    expect(errorToWords(error)).toMatch(/^Something answered in the place of the server/)
    expect(errorToWords(error)).toMatch(/whether this was done/)
  })

  test('is recognised by the missing keys of a list, and additional keys do no harm', async () => {
    const input = { params: { slug: 'a', kind: 'b' }, query: {} }
    fetching.mockResolvedValueOnce(answer(200, { items: [] }))
    const error = await api.call(list, input).catch((reason: unknown) => reason)
    expect(errorToWords(error)).toMatch(/Check the connection and try again\.$/)
    fetching.mockResolvedValueOnce(answer(200, { things: [], newer: true }))
    expect(await api.call(list, input)).toEqual({ things: [], newer: true })
  })

  test('is not suspected if the answer is an empty object by contract', async () => {
    fetching.mockResolvedValue(answer(201, {}))
    const body = { email: 'a@b.de', password: 'x' }
    expect(await api.call(signup, { body })).toEqual({})
  })

  test('is not accepted as a file', async () => {
    fetching.mockResolvedValue(new Response(page, { headers: other }))
    const exporting = api.download(exportObjects, {
      body: { slug: 'a', query: {}, format: 'csv' },
    })
    await expect(exporting).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('status 206 asks for the one-time code', async () => {
  fetching.mockResolvedValue(answer(206, {}))
  const error = await api
    .call(authenticate, { body: { email: 'a@b.de', password: 'x' } })
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(OtpRequired)
  expect(error).toMatchObject({ code: 'otp_required', status: 206 })
})

test('queries have the specified cache times, and retry no refused request', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: 15_000,
    gcTime: 120_000,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
  })
  const retry = queries?.retry as (failures: number, error: Error) => boolean
  const refused = new ApiError({ status: 403, code: 'forbidden', message: '' })
  const broken = new ApiError({ status: 500, code: 'internal', message: '' })
  expect([retry(0, refused), retry(0, broken), retry(1, broken)]).toEqual([false, true, false])
})

describe('a downloaded file', () => {
  const make = endpoint({
    id: 'things.export',
    method: 'POST',
    path: '/things/export',
    auth: 'user',
    summary: '',
    body: () => type({ slug: 'string' }),
    response: () => type('string'),
    file: ['text/csv'],
  })

  test('has its name and number of rows, and reports the progress of the download', async () => {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-length': '6',
      'x-total-count': '2',
      'content-disposition': `attachment; filename="_.csv"; filename*=UTF-8''%C3%A9.csv`,
    }
    fetching.mockResolvedValue(new Response('é,b\r\n', { headers }))
    const seen: number[][] = []
    const file = await api.download(
      make,
      { body: { slug: 'a' } },
      { onProgress: (received, total) => seen.push([received, total]) },
    )
    expect([file.name, file.count, file.content.type]).toEqual([
      'é.csv',
      2,
      'text/csv; charset=utf-8',
    ])
    expect(await file.content.text()).toBe('é,b\r\n')
    expect(seen.at(-1)).toEqual([6, 6])
    expect(sent()).toMatchObject({ method: 'POST', body: '{"slug":"a"}', credentials: 'omit' })
    expect(sent().headers['authorization']).toBe('Bearer abc')
  })

  test('that is refused fails like any other call', async () => {
    const body = { status: 400, code: 'invalid', message: 'format must be csv', details: [] }
    fetching.mockResolvedValue(answer(400, body))
    const downloading = api.download(make, { body: { slug: 'a' } })
    await expect(downloading).rejects.toMatchObject({ code: 'invalid', message: body.message })
  })
})

describe('a request for another client', () => {
  const input = { params: { slug: 'blog', kind: 'x' }, query: {} }

  test('has the URL and the headers of an ordinary call', () => {
    expect(api.request(list, input)).toMatchObject({
      url: 'https://api.example/v3/buckets/blog/things/x',
      headers: { authorization: 'Bearer abc' },
    })
  })

  test('fails with the message of the server, and ends a session that is refused', () => {
    const { failure } = api.request(list, input)
    const body = JSON.stringify({ status: 413, code: 'too_large', message: 'Too many bytes.' })
    expect(failure({ status: 413, body, requestId: 'r1' })).toMatchObject({
      code: 'too_large',
      message: 'Too many bytes.',
      requestId: 'r1',
    })
    expect(failure(undefined)).toMatchObject({ code: 'unavailable', status: 0 })
    expect(failure({ status: 200, body: '<p>Log in</p>' })).toMatchObject({ status: 0 })
    expect(onUnauthenticated).not.toHaveBeenCalled()
    expect(failure({ status: 401, body: '' })).toMatchObject({ code: 'unauthenticated' })
    expect(onUnauthenticated).toHaveBeenCalledWith('abc')
  })
})

describe('without a session', () => {
  let token: string | undefined
  const message = createApi({ baseUrl: '', token: () => token, onUnauthenticated })
  const input = { params: { slug: 'blog', kind: 'x' }, query: {} }
  const pending: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
    })

  beforeEach(() => {
    token = 'abc'
  })

  test('no request that needs one is sent', async () => {
    token = undefined
    const refused = expect.objectContaining({ code: 'unauthenticated', status: 401 })
    await expect(message.call(list, input)).rejects.toEqual(refused)
    await expect(message.stream(add, { body: { title: 'a' } }).next()).rejects.toEqual(refused)
    await expect(message.upload(add, { body: { title: 'a' } }, [])).rejects.toEqual(refused)
    await expect(message.download(add, { body: { title: 'a' } })).rejects.toEqual(refused)
    expect(() => message.request(list, input)).toThrow(refused)
    expect(fetching).not.toHaveBeenCalled()
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test('a request whose response was lost is not repeated with the token of the ended session', async () => {
    fetching.mockImplementation(async () => {
      token = undefined
      throw new TypeError('down')
    })
    const lost = message.call(add, { body: { title: 'a' } })
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' })
    expect(fetching).toHaveBeenCalledTimes(1)
  })

  test('reads in progress are aborted, and writes are not', async () => {
    fetching.mockImplementation(pending)
    const read = message.call(list, input)
    const streamed = message.stream(add, { body: { title: 'a' } }).next()
    void message.call(add, { body: { title: 'a' } }).catch(() => undefined)
    message.endSession()
    await expect(Promise.allSettled([read, streamed])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    expect(sent(2).signal).toBeUndefined()
    fetching.mockResolvedValue(answer(200, { things: [] }))
    expect(await message.call(list, input)).toEqual({ things: [] })
  })
})
