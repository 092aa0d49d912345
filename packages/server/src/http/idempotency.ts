import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { Failure } from './failure.ts'
import type { Sealer } from '../secrets/sealer.ts'
import type { Principal } from './principal.ts'

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: {
      id: string
      request_hash: string
      status: number | null
      body: string | null
      created_at: number
    }
  }
}

const DAY = 24 * 3600 * 1000
const ABANDONED = 60 * 1000

/** An answer kept under an `Idempotency-Key`. */
export interface KeptAnswer {
  status: number
  body: string
}

/** Makes retries of creating calls safe: the same key within 24 hours answers what the first call answered. */
export function createIdempotency(db: Database, clock: Clock, sealer: Sealer) {
  return {
    /**
     * Claims the key of a request.
     * @returns the kept answer of an earlier call, or how to keep this one's
     * @throws Failure `key_reused` for another body, `conflict` while the first call runs
     */
    async claim(request: FastifyRequest, principal: Principal) {
      const key = request.headers['idempotency-key']
      if (typeof key !== 'string' || key.length === 0 || request.method !== 'POST') return undefined
      if (key.length > 200)
        throw new Failure('invalid', 'Idempotency-Key must be at most 200 characters')
      const id = sha256(`${callerOf(principal)}\n${request.routeOptions.url}\n${key}`)
      const requestHash = sha256(JSON.stringify(request.body ?? null))

      const known = await db.write(async ({ db: tx }) => {
        await tx
          .deleteFrom('idempotency_keys')
          .where('created_at', '<', clock.now() - DAY)
          .execute()
        // A claim without an answer after a minute belongs to a server that died meanwhile.
        await tx
          .deleteFrom('idempotency_keys')
          .where('status', 'is', null)
          .where('created_at', '<', clock.now() - ABANDONED)
          .execute()
        const row = await tx
          .selectFrom('idempotency_keys')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) {
          await tx
            .insertInto('idempotency_keys')
            .values({
              id,
              request_hash: requestHash,
              status: null,
              body: null,
              created_at: clock.now(),
            })
            .execute()
        }
        return row
      })
      if (!known)
        return { keep: (answer: KeptAnswer) => keep(id, answer), release: () => release(id) }
      if (known.request_hash !== requestHash) {
        throw new Failure('key_reused', 'This Idempotency-Key was used for another request.')
      }
      if (known.status === null)
        throw new Failure(
          'conflict',
          'The first request with this Idempotency-Key is still running.',
        )
      return { kept: { status: known.status, body: known.body ? sealer.open(known.body) : '' } }
    },
  }

  async function keep(id: string, { status, body }: KeptAnswer): Promise<void> {
    // Sealed: an answer may show a new bucket's keys.
    const sealed = sealer.seal(body)
    await db.write(({ db: tx }) =>
      tx
        .updateTable('idempotency_keys')
        .set({ status, body: sealed })
        .where('id', '=', id)
        .execute(),
    )
  }

  /** A failed call leaves nothing behind: the same key may try again. */
  async function release(id: string): Promise<void> {
    await db.write(({ db: tx }) => tx.deleteFrom('idempotency_keys').where('id', '=', id).execute())
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Who a principal is, the same at every call. */
function callerOf(principal: Principal): string {
  if (principal.kind === 'user') return `${principal.kind} ${principal.sessionHash}`
  return principal.kind === 'key'
    ? `${principal.kind} ${principal.bucketId} ${principal.access}`
    : principal.kind
}
