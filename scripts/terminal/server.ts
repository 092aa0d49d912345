import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import { type CallInput, urlOf } from '@typecase/contract/request-url'
import type { ErrorBody } from '@typecase/contract/errors'

import { Problem } from './problem.ts'

/** A server, and who asks it. */
export interface Server {
  readonly url: string
  readonly token?: string
}

/** What the server refused, in its words. */
export class Refused extends Problem {
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>) {
    const request = body.code === 'internal' && body.request_id ? ` (${body.request_id})` : ''
    super((body.message ?? `The server answered ${status}.`) + request)
    this.body = body
  }
}

/** Calls an endpoint of the contract. @throws Problem with the server's words */
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
  // The server answers what the endpoint promises.
  return body as OutputOf<E>
}

/** Sends a request, and reads its answer where it is JSON. @throws Problem with the server's words */
export async function send(
  { url, token }: Server,
  path: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(new URL(path, url), { ...init, headers }).catch(() => {
    throw new Problem(`No server answers at ${url}.`)
  })
  const body = parsed(await response.text())
  if (response.ok) return { status: response.status, body: body ?? {} }
  throw new Refused(response.status, body ?? {})
}

/** JSON where it is JSON; a proxy may answer in its own words. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
