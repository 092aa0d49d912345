import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Write } from '../database/write-queue.ts'
import { Failure } from './failure.ts'
import type { Sealer } from '../secrets/sealer.ts'
import type { Principal } from './principal.ts'

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: {
      id: string
      request_hash: string
      /** Null in rows of earlier versions, which stored a claim while the first call ran. */
      status: number | null
      body: string | null
      created_at: number
    }
  }
}

const DAY = 24 * 3600 * 1000

/** A response stored under an `Idempotency-Key`. */
export interface StoredResponse {
  status: number
  body: string
}

/** The claim of a running request on its key. */
export interface Claim {
  /**
   * Stores the response in the same write as its effect.
   * @throws Failure `conflict`, which rolls back the write, if another process has stored a response first
   */
  keep(write: Write, answer: StoredResponse): Promise<void>
  /** Returns the response that another process stored: a client may retry there while its first try still runs here. */
  storedResponse(): Promise<StoredResponse | undefined>
  /** Releases the key when the request ends, with or without a stored response. */
  release(): void
}

/**
 * Makes retries of creating calls safe: the same key within 24 hours gets the first call's response. An hourly job
 * deletes expired keys; a call reads only its own key.
 */
export function createIdempotency({ read }: Pick<Database, 'read'>, clock: Clock, sealer: Sealer) {
  /**
   * Keys whose first call still runs in this process, with the hash of its input. They are not stored, since a call
   * ends with its process. If two processes run the same call, the write of one is rolled back.
   */
  const running = new Map<string, string>()

  return {
    /**
     * Claims the key of a request.
     * @returns the stored response of an earlier call, or a claim for this one; undefined without a key
     * @throws Failure `key_reused` for another body, `conflict` while the first call runs
     */
    async claim(
      request: FastifyRequest,
      principal: Principal,
    ): Promise<{ response: StoredResponse } | { claim: Claim } | undefined> {
      const key = request.headers['idempotency-key']
      if (typeof key !== 'string' || key.length === 0 || request.method !== 'POST') return undefined
      if (key.length > 200)
        throw new Failure('invalid', 'Idempotency-Key must be at most 200 characters')
      const id = sha256(`${callerOf(principal)}\n${request.routeOptions.url}\n${key}`)
      const requestHash = sha256(requestText(request))

      const ofRunning = running.get(id)
      if (ofRunning !== undefined) {
        assertSame(ofRunning, requestHash)
        throw new Failure(
          'conflict',
          'The first request with this Idempotency-Key is still running.',
        )
      }
      running.set(id, requestHash)
      try {
        const stored = await find(id, requestHash)
        if (stored) {
          running.delete(id)
          return { response: stored }
        }
      } catch (reason) {
        running.delete(id)
        throw reason
      }
      return {
        claim: {
          keep: (write, answer) => keep(write, id, requestHash, answer),
          storedResponse: () => find(id, requestHash),
          release: () => void running.delete(id),
        },
      }
    },
  }

  async function find(id: string, requestHash: string): Promise<StoredResponse | undefined> {
    const row = await read
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || row.status === null || row.created_at < clock.now() - DAY) return undefined
    assertSame(row.request_hash, requestHash)
    return { status: row.status, body: row.body ? sealer.open(row.body) : '' }
  }

  async function keep(
    { db }: Write,
    id: string,
    requestHash: string,
    { status, body }: StoredResponse,
  ): Promise<void> {
    // The body is encrypted because it may contain a new bucket's keys.
    const row = {
      request_hash: requestHash,
      status,
      body: sealer.seal(body),
      created_at: clock.now(),
    }
    const stored = await db
      .insertInto('idempotency_keys')
      .values({ id, ...row })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(row)
          .where((eb) =>
            eb.or([
              eb('idempotency_keys.status', 'is', null),
              eb('idempotency_keys.created_at', '<', clock.now() - DAY),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst()
    if (!stored) throw new Failure('conflict', 'Another server has answered the same request.')
  }
}

/** Returns the content of a request: its body, and the parameters in its address. */
function requestText({ body, params }: FastifyRequest): string {
  const json = JSON.stringify(body ?? null)
  // Without parameters, the hash equals that of earlier versions, so their stored responses stay valid.
  return Object.keys(params as object).length === 0 ? json : `${json}\n${JSON.stringify(params)}`
}

function assertSame(storedHash: string, requestHash: string): void {
  if (storedHash === requestHash) return
  throw new Failure('key_reused', 'This Idempotency-Key was used for another request.')
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns an identifier of the principal that is the same in every call. */
function callerOf(principal: Principal): string {
  if (principal.kind === 'user') return `${principal.kind} ${principal.sessionHash}`
  return principal.kind === 'key'
    ? `${principal.kind} ${principal.bucketId} ${principal.access}`
    : principal.kind
}
