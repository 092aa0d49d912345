import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import { type CallInput, urlOf } from '@typecase/contract/request-url'
import type { ErrorBody } from '@typecase/contract/errors'

import { Problem } from './problem.ts'

/** A server and the caller's token. */
export interface Server {
  readonly url: string
  readonly token?: string
}

/** An error response of the server. */
export class ServerRefusal extends Problem {
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>) {
    const request = body.code === 'internal' && body.request_id ? ` (${body.request_id})` : ''
    super((body.message ?? `The server answered ${status}.`) + request)
    this.body = body
  }
}

/** Calls an endpoint of the contract. @throws Problem with the server's message */
export async function call<E extends Endpoint>(
  server: Server,
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  // `InputOf` guarantees these parts.
  const parts = input as CallInput
  const { body } = await send(server, urlOf('', endpoint, parts), {
    method: endpoint.method,
    ...(parts.body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parts.body),
    }),
  })
  // The endpoint's contract guarantees this type.
  return body as OutputOf<E>
}

/** Calls an endpoint that responds with a file. @throws Problem with the server's message */
export async function download(
  server: Server,
  endpoint: Endpoint,
  body: unknown,
): Promise<ReadableStream<Uint8Array>> {
  const response = await request(server, urlOf('', endpoint, {}), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.body) throw new Problem('The server answered without a file.')
  return response.body
}

/** Sends a request and parses a JSON response. @throws Problem with the server's message */
export async function send(
  server: Server,
  path: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const response = await request(server, path, init)
  return { status: response.status, body: parseJson(await response.text()) ?? {} }
}

async function request({ url, token }: Server, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(new URL(path, url), { ...init, headers }).catch(() => {
    throw new Problem(`No server answers at ${url}.`)
  })
  if (response.ok) return response
  throw new ServerRefusal(response.status, parseJson(await response.text()) ?? {})
}

/** Parses JSON; undefined for other text, which a proxy may send. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
