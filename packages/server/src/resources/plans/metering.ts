import type { MeteredKey } from '@typecase/contract/plans'
import type { FastifyReply } from 'fastify'

import type { Settings } from '../../settings/settings.ts'

export type Amounts = Map<MeteredKey, number>

/**
 * Counts metered usage in memory: each minute and at the end it is added to the database, where all processes add up. A
 * killed process loses its latest counts. With `PLAN_LIMITS=off` nothing is counted.
 */
export interface Metering {
  add(bucketId: string, meter: MeteredKey, amount?: number): void
  /** Counts a response and the known bytes of its body, once it was sent. */
  addAnswer(
    reply: FastifyReply,
    bucketId: string,
    meter: () => MeteredKey,
    bandwidth: 'api_bandwidth' | 'media_bandwidth',
  ): void
  /** The counts since the last call, by bucket; resets them. */
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
