import type { MeteredKey } from '@typecase/contract/plans'
import type { FastifyReply } from 'fastify'

import type { Settings } from '../../settings/settings.ts'

export type Amounts = Map<MeteredKey, number>

/**
 * Counts metered usage in memory. Every minute and at shutdown the counts are added to the database, which sums up
 * those of all processes. A killed process loses its latest counts. With `PLAN_LIMITS=off` nothing is counted.
 */
export interface Metering {
  add(bucketId: string, meter: MeteredKey, amount?: number): void
  /** Counts a response and the bytes of its body, if known, once it has been sent. */
  addAnswer(
    reply: FastifyReply,
    bucketId: string,
    meter: () => MeteredKey,
    bandwidth: 'api_bandwidth' | 'media_bandwidth',
  ): void
  /** Returns the counts by bucket since the last call, and resets them. */
  take(): ReadonlyMap<string, Amounts>
}

export function createMetering({ PLAN_LIMITS }: Pick<Settings, 'PLAN_LIMITS'>): Metering {
  let counted = new Map<string, Amounts>()

  function add(bucketId: string, meter: MeteredKey, amount = 1): void {
    if (PLAN_LIMITS === 'off' || amount <= 0) return
    const amounts: Amounts = counted.get(bucketId) ?? new Map()
    amounts.set(meter, (amounts.get(meter) ?? 0) + amount)
    counted.set(bucketId, amounts)
  }

  return {
    add,
    addAnswer(reply, bucketId, meter, bandwidth) {
      if (PLAN_LIMITS === 'off') return
      reply.raw.once('close', () => {
        add(bucketId, meter())
        if (reply.raw.statusCode === 304 || reply.request.method === 'HEAD') return
        add(bucketId, bandwidth, Number(reply.getHeader('content-length') ?? 0))
      })
    },
    take() {
      const taken = counted
      counted = new Map()
      return taken
    },
  }
}
