import type { Endpoint } from '@typecase/contract/endpoint'
import { type CallInput, textOf, urlOf } from '@typecase/contract/request-url'

import type { ApiError } from '../api-error.ts'
import type { ApiService, CallOptions } from '../services.ts'

export type { CallInput }

/** Handlers by endpoint id. A handler that throws makes the call fail. */
export type ApiHandlers = Readonly<
  Record<string, (input: CallInput, files: readonly File[]) => unknown>
>

/** A real server, for tests that need one. */
export interface ApiServer {
  readonly baseUrl: string
  readonly token?: string
}

/** A recorded call: its input and the id of its endpoint. */
export interface RecordedCall extends CallInput {
  readonly endpoint: string
}

/** Creates an API for tests, over handlers or over HTTP. Every call is added to `calls`. */
export function testApi(api: ApiHandlers | ApiServer, calls: RecordedCall[]): ApiService {
  async function answer(
    endpoint: Endpoint,
    result: unknown,
    files: readonly File[],
    options: CallOptions,
  ): Promise<unknown> {
    // `InputOf` guarantees these parts.
    const input = result as CallInput
    calls.push({ endpoint: endpoint.id, ...input })
    options.signal?.throwIfAborted()
    if (isServer(api)) return callServer(api, endpoint, input, files, options)
    const handler = api[endpoint.id]
    if (!handler) throw new Error(`The test has no answer to ${endpoint.id}`)
    return handler(input, files)
  }

  // Handlers and servers return what the endpoint promises, or the test is wrong.
  return {
    call: (endpoint, input, options = {}) => answer(endpoint, input, [], options) as never,
    async *stream(endpoint, input, options = {}) {
      const result: unknown = await answer(endpoint, input, [], options)
      // A handler that is a generator yields partial responses.
      if (isStream(result)) yield* result as AsyncIterable<never>
      else yield result as never
    },
    upload: (endpoint, input, files, options = {}) =>
      answer(endpoint, input, files, options) as never,
    request: (endpoint, input) => ({
      url: urlOf(isServer(api) ? api.baseUrl : '', endpoint, input as CallInput),
      headers: isServer(api) && api.token ? { authorization: `Bearer ${api.token}` } : {},
      failure: ({ status, body } = UNREACHABLE) => failureOf(status, JSON.parse(body)),
    }),
    download: (endpoint, input, options = {}) => answer(endpoint, input, [], options) as never,
  }
}

const UNREACHABLE = {
  status: 0,
  body: '{"code":"unavailable","message":"The server cannot be reached."}',
}

function failureOf(status: number, body: Pick<ApiError, 'code' | 'message'>): ApiError {
  const details: ApiError['details'] = []
  const common = { details, requestId: undefined, current: undefined, base: undefined }
  return Object.assign(new Error(), common, { status }, body, { name: 'ApiError' })
}

const isStream = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

function isServer(api: ApiHandlers | ApiServer): api is ApiServer {
  return typeof api.baseUrl === 'string'
}

async function callServer(
  { baseUrl, token }: ApiServer,
  endpoint: Endpoint,
  input: CallInput,
  files: readonly File[],
  { signal, idempotencyKey, ifMatch }: CallOptions,
): Promise<unknown> {
  const { body } = input
  const fileField = endpoint.fileField ?? 'files'
  const response = await fetch(urlOf(baseUrl, endpoint, input), {
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
  for (const [key, value] of Object.entries(body ?? {})) data.append(key, textOf(value))
  for (const file of files) data.append(fileField, file)
  return data
}
