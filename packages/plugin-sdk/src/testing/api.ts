import type { Endpoint } from '@typecase/contract/endpoint'

import type { ApiService, CallOptions } from '../services.ts'

/** The parts of a call's input, whichever the endpoint has. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Answers by endpoint id; one that throws makes the call fail. */
export type ApiHandlers = Readonly<
  Record<string, (input: CallInput, files: readonly File[]) => unknown>
>

/** A real server, for tests that want one. */
export interface ApiServer {
  readonly baseUrl: string
  readonly token?: string
}

/** A call that was made: its input and the id of its endpoint. */
export interface RecordedCall extends CallInput {
  readonly endpoint: string
}

/** An API for tests: over handlers, or over HTTP. Every call is added to `calls`. */
export function testApi(api: ApiHandlers | ApiServer, calls: RecordedCall[]): ApiService {
  async function answer(
    endpoint: Endpoint,
    given: unknown,
    files: readonly File[],
    options: CallOptions,
  ): Promise<unknown> {
    // `InputOf` guarantees these parts.
    const input = given as CallInput
    calls.push({ endpoint: endpoint.id, ...input })
    options.signal?.throwIfAborted()
    if (isServer(api)) return callServer(api, endpoint, input, files, options)
    const handler = api[endpoint.id]
    if (!handler) throw new Error(`The test has no answer to ${endpoint.id}`)
    return handler(input, files)
  }

  // The answers of handlers and servers are what the endpoint promises, or the test is wrong.
  return {
    call: (endpoint, input, options = {}) => answer(endpoint, input, [], options) as never,
    async *stream(endpoint, input, options = {}) {
      const given: unknown = await answer(endpoint, input, [], options)
      // A handler that is a generator answers bit by bit.
      if (isStream(given)) yield* given as AsyncIterable<never>
      else yield given as never
    },
    upload: (endpoint, input, files, options = {}) =>
      answer(endpoint, input, files, options) as never,
    sendBytes: (endpoint, input, bytes, options = {}) =>
      answer(endpoint, input, [new File([bytes], 'bytes')], options) as never,
    download: (endpoint, input, options = {}) => answer(endpoint, input, [], options) as never,
  }
}

const isStream = (given: unknown): given is AsyncIterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given

function isServer(api: ApiHandlers | ApiServer): api is ApiServer {
  return typeof api.baseUrl === 'string'
}

const bases = { dashboard: '/v3', content: '/v3/buckets/:slug', origin: '' } as const

async function callServer(
  { baseUrl, token }: ApiServer,
  endpoint: Endpoint,
  { params = {}, query = {}, body }: CallInput,
  files: readonly File[],
  { signal, idempotencyKey, ifMatch }: CallOptions,
): Promise<unknown> {
  const path = `${bases[endpoint.base ?? 'dashboard']}${endpoint.path}`.replaceAll(
    /:(\w+)/g,
    (_all, name: string) => encodeURIComponent(text(params[name])),
  )
  const url = new URL(path, baseUrl)
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, text(value))
  }
  const fileField = endpoint.fileField ?? 'files'
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(files.length === 0 && body !== undefined && { 'content-type': 'application/json' }),
    },
    body:
      files.length > 0
        ? form(body, fileField, files)
        : body === undefined
          ? null
          : JSON.stringify(body),
    ...(signal && { signal }),
  })
  const answer: unknown = response.status === 204 ? undefined : await response.json()
  if (response.ok) return answer
  throw Object.assign(new Error(`${endpoint.id} answered ${response.status}`), answer)
}

function form(body: unknown, fileField: string, files: readonly File[]): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(body ?? {})) data.append(key, text(value))
  for (const file of files) data.append(fileField, file)
  return data
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
