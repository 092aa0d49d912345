import { parse, type RawResponse } from './response.ts'
import { unreachable } from './api-error.ts'
import { readEvents } from './event-stream.ts'

interface StreamRequest {
  readonly url: string
  readonly body: unknown
  readonly signal?: AbortSignal
}

/** Requests a response that arrives in parts. A server without support for streaming sends one complete response. */
export async function* streamAnswers(
  method: string,
  request: StreamRequest,
  headers: Readonly<Record<string, string>>,
  reach: typeof fetch,
): AsyncGenerator<RawResponse> {
  try {
    yield* answersIn(await send(method, request, headers, reach))
  } catch (error) {
    if (request.signal?.aborted || isOurs(error)) throw error
    throw unreachable()
  }
}

const send = (
  method: string,
  { url, body, signal }: StreamRequest,
  headers: Readonly<Record<string, string>>,
  reach: typeof fetch,
): Promise<Response> =>
  reach(url, {
    method,
    headers: {
      ...headers,
      accept: 'text/event-stream, application/json',
      'content-type': 'application/json',
    },
    // Only the bearer token authenticates, so no cookies are sent.
    credentials: 'omit',
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

async function* answersIn(response: Response): AsyncGenerator<RawResponse> {
  const { status } = response
  const requestId = response.headers.get('x-request-id')
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream') || !response.body) {
    yield { status, type, body: parse(await response.text()), requestId }
    return
  }
  let isWhole = false
  for await (const { event, data } of readEvents(response.body)) {
    const body = parse(data)
    isWhole = event !== 'progress'
    yield {
      status: event === 'error' ? statusOf(body) : status,
      type: 'application/json',
      body,
      requestId,
    }
  }
  if (!isWhole) throw unreachable()
}

const statusOf = (errorBody: unknown): number =>
  typeof errorBody === 'object' && errorBody !== null && 'status' in errorBody
    ? Number(errorBody.status)
    : 500

/** Whether the reader itself threw the error. Such errors pass through. */
const isOurs = (error: unknown): boolean => error instanceof Error && 'code' in error
