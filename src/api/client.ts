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
  /** Origin of the server; '' for the origin of the page. */
  readonly baseUrl: string
  /** Returns the current bearer token. */
  readonly token: () => string | undefined
  /** Called when the server refused a call with this token: the session has ended. */
  readonly onUnauthenticated: (token: string) => void
  /** Default: the browser's `fetch`. */
  readonly fetch?: typeof fetch
}

/** Milliseconds before the single retry of a call whose response was lost. */
const RETRY_AFTER = 400

/** The API client with the methods that only the core uses. */
export interface Client extends ApiService {
  /** Aborts pending reads, because the session has ended. */
  endSession(): void
}

/** Creates the client for the endpoints of the contract. */
export function createApi(parts: ApiParts): Client {
  const { baseUrl, token, onUnauthenticated } = parts
  // Looked up at each call, because tests replace the global function.
  const reach: typeof fetch = (...to) => (parts.fetch ?? fetch)(...to)
  let session = new AbortController()

  /** Adds the end of the session to a signal. For reads only: a write is not aborted, since it may have arrived. */
  const untilEnd = (signal: AbortSignal | undefined): AbortSignal =>
    signal ? AbortSignal.any([signal, session.signal]) : session.signal

  /** Returns the token for a call. @throws ApiError if the call needs a session and there is none */
  function bearerFor(endpoint: Endpoint): string | undefined {
    // Calls that use a bucket key send no session token.
    const bearer = isOfUser(endpoint) || endpoint.auth === 'optional' ? token() : undefined
    if (isOfUser(endpoint) && bearer === undefined) throw signedOut()
    return bearer
  }

  /** Sends a call, checks the response and returns the endpoint's output. */
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
      // The types of the server's handlers guarantee the rest: a complete check would slow down every screen.
      return body as OutputOf<E>
    }
    throw refusalOf(endpoint, bearer, answer)
  }

  /** Creates the error for a refused call. Ends the session if the token was refused. */
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
        // The server executes a call with a given key only once, so it is safe to retry after a lost response.
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
      // `receiveFile` returns a `DownloadedFile` for every success.
      return file as DownloadedFile
    },
    endSession() {
      session.abort()
      session = new AbortController()
    },
  } satisfies Client
}

/** Whether the call requires a signed-in user. */
const isOfUser = ({ auth }: Endpoint): boolean => auth === 'user' || auth === 'session'

/** Loaded separately, because most sessions send no file. */
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
      // Only the bearer token authenticates. Cookies are sent only where a sign-in is bound to this browser, and at log-out.
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
