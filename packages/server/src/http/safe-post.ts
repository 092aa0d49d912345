import type * as Undici from 'undici'

import { onFirstUse } from '../on-first-use.ts'
import {
  type Network,
  PrivateAddress,
  type SafeAddresses,
  toFetchFailure,
} from './safe-addresses.ts'

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  /** Covers the time until the response starts, and the reading of its first `maxBytes`. */
  readonly timeoutMs: number
  /** Bytes of the response to read. */
  readonly maxBytes: number
}

/** Any response of the other server, redirects included. */
export interface PostAnswer {
  readonly status: number
  /** Empty for a private network. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The first bytes as UTF-8. Null for a private network, whose responses the user who entered the address must not
   * see.
   */
  readonly body: string | null
}

export interface SafePost {
  /**
   * Posts to an address that a user entered, without following redirects.
   * @throws Failure `invalid` or `timeout` if there is no response
   */
  post(address: string, posting: Posting): Promise<PostAnswer>
  /** @throws Failure `invalid` for an address that is refused before it is resolved */
  assertSafe(address: string): void
}

export function createSafePost({ assertSafe, connector }: SafeAddresses): SafePost {
  const agents = new Map<Network, Undici.Agent>()

  function agentOf(network: Network, timeoutMs: number): Undici.Agent {
    const { Agent } = onFirstUse.undici
    const agent = agents.get(network) ?? new Agent({ connect: connector(timeoutMs, network) })
    agents.set(network, agent)
    return agent
  }

  async function postIn(
    network: Network,
    address: string,
    { headers, body, signal, timeoutMs, maxBytes }: Posting,
  ): Promise<PostAnswer> {
    const dispatcher = agentOf(network, timeoutMs)
    const { request } = onFirstUse.undici
    const answer = await request(address, { method: 'POST', dispatcher, signal, headers, body })
    const text = await beginning(answer.body, maxBytes)
    return network === 'public'
      ? { status: answer.statusCode, headers: flat(answer.headers), body: text }
      : { status: answer.statusCode, headers: {}, body: null }
  }

  return {
    assertSafe,

    async post(address, posting) {
      const { signal, timeoutMs } = posting
      const ended = AbortSignal.timeout(timeoutMs)
      const withDeadline = { ...posting, signal: AbortSignal.any([signal, ended]) }
      try {
        assertSafe(address)
        return await postIn('public', address, withDeadline).catch((reason: unknown) => {
          // The lookup refused the address, so nothing has been sent.
          if (reason instanceof PrivateAddress) return postIn('private', address, withDeadline)
          throw reason
        })
      } catch (reason) {
        signal.throwIfAborted()
        throw toFetchFailure(reason, ended.aborted, timeoutMs)
      }
    },
  }
}

/**
 * Reads the part of a body that arrives in time. A failure is ignored, because the status has been received already.
 */
async function beginning(body: AsyncIterable<Buffer> & { destroy(): unknown }, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // The body ended early; the bytes so far are used.
  }
  // The decoder drops a character that the cut divides. PostgreSQL accepts no U+0000 in texts.
  const bytes = Buffer.concat(chunks).subarray(0, maxBytes)
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
}

function flat(headers: Undici.Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
