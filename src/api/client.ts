import type { Endpoint, OutputOf } from '@typecase/contract/endpoint'
import { type CallInput, urlOf } from '@typecase/contract/request-url'
import type { ApiService, CallOptions, DownloadedFile } from '@typecase/plugin-sdk/services'
import { within } from '@typecase/plugin-sdk/within'

import { isResponseOf, parse, type RawResponse } from './response.ts'
import {
  type ApiError,
  errorFrom,
  notTheServer,
  OtpRequired,
  signedOut,
  unreachable,
} from './api-error.ts'
import { receiveFile } from './download.ts'
import { headersOf, newKey, otpHeader } from './request.ts'
import { streamAnswers } from './stream-answers.ts'

export interface ApiParts {
  /** Origin of the server; '' is the page's own. */
  readonly baseUrl: string
  /** The bearer token right now. */
  readonly token: () => string | undefined
  /** A call with this token was refused: the session is over. */
  readonly onUnauthenticated: (token: string) => void
  /** Reaches the server; the browser's own by default. */
  readonly fetch?: typeof fetch
}

/** Milliseconds before the one further attempt of a call whose answer got lost. */
const RETRY_AFTER = 400

/** The calls, with what only the core does with them. */
export interface Client extends ApiService {
  /** The session has ended: its pending reads are aborted. */
  endSession(): void
}

/** The server, over the contract's endpoints. */
export function createApi(parts: ApiParts): Client {
  const { baseUrl, token, onUnauthenticated } = parts
  // Looked up with each call: tests replace the global one.
  const reach: typeof fetch = (...to) => (parts.fetch ?? fetch)(...to)
  let session = new AbortController()

  /** Also ends with the session. What changes something is not broken off: it may have arrived. */
  const untilEnd = (signal: AbortSignal | undefined): AbortSignal =>
    signal ? AbortSignal.any([signal, session.signal]) : session.signal

  /** @throws ApiError before sending, for a call that needs a session when there is none */
  function bearerFor(endpoint: Endpoint): string | undefined {
    // Calls with a bucket's key know nothing of sessions.
    const bearer = isOfUser(endpoint) || endpoint.auth === 'optional' ? token() : undefined
    if (isOfUser(endpoint) && bearer === undefined) throw signedOut()
    return bearer
  }

  /** Calls, judges, and hands out what the endpoint promises. */
  async function exchange<E extends Endpoint>(
    endpoint: E,
    send: (bearer: string | undefined) => Promise<RawResponse>,
  ): Promise<OutputOf<E>> {
    const bearer = bearerFor(endpoint)
    const answer = await send(bearer)
    const { status, body } = answer
    if (status === 206) throw new OtpRequired()
    if (status >= 200 && status < 300) {
      if (!isResponseOf(endpoint, answer)) throw notTheServer(endpoint.method)
      // The rest is as the server's handlers are typed: checking all of it would cost every screen its time.
      return body as OutputOf<E>
    }
    throw refusalOf(endpoint, bearer, answer)
  }

  /** Also ends the session where that is why. */
  function refusalOf(
    endpoint: Endpoint,
    bearer: string | undefined,
    { status, body, requestId }: RawResponse,
  ): ApiError {
    const error = errorFrom(status, body, requestId)
    if (error.code === 'unauthenticated' && bearer && endpoint.auth !== 'optional') {
      onUnauthenticated(bearer)
    }
    return error
  }

  return {
    call(endpoint, input, options = {}) {
      const parts = input as CallInput
      const isRead = endpoint.method === 'GET'
      const keyed = withKey(endpoint, {
        ...options,
        ...(isRead && { signal: untilEnd(options.signal) }),
      })
      const url = urlOf(baseUrl, endpoint, parts)
      return exchange(endpoint, (bearer) => {
        const request = (): Promise<RawResponse> =>
          send(endpoint, url, parts.body, bearer, keyed, reach)
        if (!keyed.idempotencyKey) return request()
        // The server does nothing twice under one key, so that a lost answer may be asked for again.
        return withRetry(request, () => token() === bearer, options.signal)
      })
    },
    async *stream(endpoint, input, { signal, ...options } = {}) {
      const { body, ...rest } = input as CallInput
      const request = { url: urlOf(baseUrl, endpoint, rest), body, signal: untilEnd(signal) }
      const headers = headersOf(bearerFor(endpoint), options)
      const answers = streamAnswers(endpoint.method, request, headers, reach)
      for await (const answer of answers)
        yield await exchange(endpoint, () => Promise.resolve(answer))
    },
    upload(endpoint, input, files, options = {}) {
      const parts = input as CallInput
      const url = urlOf(baseUrl, endpoint, parts)
      return exchange(endpoint, async (bearer) => {
        const { formOf, sendFiles } = await uploading()
        const { signal, onProgress } = options
        return sendFiles({
          method: endpoint.method,
          url,
          headers: headersOf(bearer, options),
          body: formOf(parts.body ?? {}, endpoint.fileField ?? 'files', files),
          ...(signal && { signal }),
          ...(onProgress && { onProgress }),
        })
      })
    },
    request(endpoint, input) {
      const bearer = bearerFor(endpoint)
      return {
        url: urlOf(baseUrl, endpoint, input as CallInput),
        headers: headersOf(bearer, {}),
        failure(answer) {
          if (!answer) return unreachable()
          if (answer.status < 300) return notTheServer(endpoint.method)
          return refusalOf(endpoint, bearer, { ...answer, type: '', body: parse(answer.body) })
        },
      }
    },
    async download(endpoint, input, options = {}) {
      const parts = input as CallInput
      const url = urlOf(baseUrl, endpoint, parts)
      const file: unknown = await exchange(endpoint, (bearer) =>
        receiveFile({
          method: endpoint.method,
          url,
          headers: headersOf(bearer, {}),
          body: parts.body,
          ...options,
          signal: untilEnd(options.signal),
        }),
      )
      // Made by `receiveFile`, which every success comes through.
      return file as DownloadedFile
    },
    endSession() {
      session.abort()
      session = new AbortController()
    },
  } satisfies Client
}

/** Whether a call is made by someone who is signed in. */
const isOfUser = ({ auth }: Endpoint): boolean => auth === 'user' || auth === 'session'

/** Most sessions send no file. */
const uploading = () => within(() => import('./upload.ts'), 'The code that sends files')

function withKey(endpoint: Endpoint, options: CallOptions): CallOptions {
  if (endpoint.method !== 'POST' || !isOfUser(endpoint) || options.idempotencyKey) return options
  return { ...options, idempotencyKey: newKey() }
}

async function send(
  endpoint: Endpoint,
  url: string,
  body: unknown,
  bearer: string | undefined,
  options: CallOptions,
  reach: typeof fetch,
): Promise<RawResponse> {
  const hasBody = body !== undefined
  try {
    const response = await reach(url, {
      method: endpoint.method,
      headers: {
        ...headersOf(bearer, options),
        ...otpHeader(body),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      // The bearer is the only way in: cookies go out only where one ties a sign-in to this browser.
      credentials: endpoint.usesCookie ? 'same-origin' : 'omit',
      ...(hasBody && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
      ...(options.isLast && { keepalive: true }),
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      body: parse(text),
      requestId: response.headers.get('x-request-id'),
    }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw unreachable()
  }
}

async function withRetry(
  request: () => Promise<RawResponse>,
  isSameSession: () => boolean,
  signal: AbortSignal | undefined,
): Promise<RawResponse> {
  try {
    return await request()
  } catch (error) {
    if (signal?.aborted || !navigator.onLine) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
    signal?.throwIfAborted()
    if (!isSameSession()) throw error
    return request()
  }
}
