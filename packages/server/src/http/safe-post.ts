import type * as Undici from 'undici'

import { onFirstUse } from '../on-first-use.ts'
import { type SafeAddresses, whyUnanswered } from './safe-addresses.ts'

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  /** Until the answer has begun, and for the beginning of it that is kept. */
  readonly timeoutMs: number
  /** Bytes of the answer that are wanted; the rest is not read. */
  readonly maxBytes: number
}

/** Whatever the other server answers, redirects included. */
export interface PostAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The beginning, as UTF-8. */
  readonly body: string
}

export interface SafePost {
  /** Posts to what somebody gave the address of. Redirects are not followed. @throws Failure `invalid` or `timeout` where no answer came */
  post(address: string, posting: Posting): Promise<PostAnswer>
  /** @throws Failure `invalid` for an address that would be refused whatever is behind it */
  assertSafe(address: string): void
}

export function createSafePost({ assertSafe, lookup }: SafeAddresses): SafePost {
  let agent: Undici.Agent | undefined

  return {
    assertSafe,

    async post(address, { headers, body, signal, timeoutMs, maxBytes }) {
      const { Agent, request } = onFirstUse.undici
      agent ??= new Agent({ connect: { lookup, timeout: timeoutMs } })
      const ended = AbortSignal.timeout(timeoutMs)
      try {
        assertSafe(address)
        const answer = await request(address, {
          method: 'POST',
          dispatcher: agent,
          signal: AbortSignal.any([signal, ended]),
          headers,
          body,
        })
        return {
          status: answer.statusCode,
          headers: flat(answer.headers),
          body: await beginning(answer.body, maxBytes),
        }
      } catch (reason) {
        signal.throwIfAborted()
        throw whyUnanswered(reason, ended.aborted, timeoutMs)
      }
    },
  }
}

/** What came of a body within its time: its status has been answered already. */
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
    // It ended early; what came before is kept.
  }
  // A character that the cut divides is left out; PostgreSQL takes no zero bytes in texts.
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
