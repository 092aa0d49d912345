import { type MeteredKey, meteredKeys, planOffers, type Plans } from '@typecase/contract/plans'
import type { FastifyReply } from 'fastify'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { type ReachedLimit, limitReachedMail } from '../../mail/billing-mails.ts'
import type { Settings } from '../../settings/settings.ts'
import { adminsOf, billingUrl, tell } from '../billing/payers.ts'
import { type TeamPlace, titleOf } from '../teams/team-place.ts'
import { heldBy } from './limits.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    metered_usage: {
      place_id: string
      /** `2026-11`, UTC. */
      month: string
      meter: MeteredKey
      amount: number
      /** The share of the limit that admins were last told of, in percent. */
      told: number
    }
  }
}

type Amounts = Map<MeteredKey, number>

/**
 * Counts what goes by, in memory: each minute and at the end it is added to the database, where all processes add up. What a
 * process counted since is lost when it is killed. With `PLAN_LIMITS=off` nothing is counted.
 */
export interface Metering {
  add(bucketId: string, meter: MeteredKey, amount?: number): void
  /** Counts an answer and the bytes of its body, as far as they are known, once it was sent. */
  addAnswer(
    reply: FastifyReply,
    bucketId: string,
    meter: () => MeteredKey,
    bandwidth: 'api_bandwidth' | 'media_bandwidth',
  ): void
  /** What was counted since, by bucket; the next one begins anew. */
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

const monthOf = ({ clock }: Pick<App, 'clock'>): string => clock.iso().slice(0, 7)

/** What went by this month, by what was added to the database. */
export async function meteredOf(
  app: Pick<App, 'db' | 'clock'>,
  place: TeamPlace,
): Promise<NonNullable<Plans['this_month']>> {
  const rows = await app.db.read
    .selectFrom('metered_usage')
    .select(['meter', 'amount'])
    .where('place_id', '=', place.id)
    .where('month', '=', monthOf(app))
    .execute()
  const known = new Map(rows.map(({ meter, amount }) => [meter, amount]))
  const amounts = meteredKeys.map((key) => [key, known.get(key) ?? 0])
  return Object.fromEntries(amounts) as NonNullable<Plans['this_month']>
}

/** Adds what was counted to the database, and tells admins of limits that are near or reached. For the scheduler. */
export async function storeMetered(app: App): Promise<void> {
  const counted = app.metering.take()
  if (counted.size === 0) return
  try {
    await app.db.write((write) => store(app, write, counted))
  } catch (reason) {
    // The next time.
    for (const [bucketId, amounts] of counted)
      for (const [meter, amount] of amounts) app.metering.add(bucketId, meter, amount)
    throw reason
  }
}

async function store(app: App, write: Write, counted: ReadonlyMap<string, Amounts>): Promise<void> {
  for (const [bucketId, amounts] of counted) {
    const { place, planId } = await heldBy(app, write.db, { bucketId })
    // The bucket was deleted meanwhile, or what was counted is a person's.
    if (place.id === '') continue
    const reached: ReachedLimit[] = []
    for (const [meter, added] of amounts) {
      const total = await addTo(app, write.db, place, meter, added)
      const limit = planOffers[planId].limits[meter]
      const percent =
        limit === null ? 0 : sharesTold.find((one) => total.amount * 100 >= limit * one)
      if (limit === null || !percent || percent <= total.told) continue
      await saveTold(app, write.db, place, meter, percent)
      reached.push({ meter, percent, limit })
    }
    if (reached.length > 0) await tellAdmins(app, write, place, reached)
  }
}

/** In percent of a limit. */
const sharesTold = [100, 80] as const

const addTo = (app: App, db: Reader, { id }: TeamPlace, meter: MeteredKey, added: number) =>
  db
    .insertInto('metered_usage')
    .values({ place_id: id, month: monthOf(app), meter, amount: added, told: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['place_id', 'month', 'meter'])
        .doUpdateSet((eb) => ({ amount: eb('metered_usage.amount', '+', added) })),
    )
    .returning(['amount', 'told'])
    .executeTakeFirstOrThrow()

const saveTold = (app: App, db: Reader, { id }: TeamPlace, meter: MeteredKey, told: number) =>
  db
    .updateTable('metered_usage')
    .set({ told })
    .where('place_id', '=', id)
    .where('month', '=', monthOf(app))
    .where('meter', '=', meter)
    .execute()

/** Mails the admins of a place, once it is committed. */
async function tellAdmins(
  app: App,
  write: Write,
  place: TeamPlace,
  reached: readonly ReachedLimit[],
): Promise<void> {
  const about = {
    title: await titleOf(write.db, place),
    resource: place.resource,
    url: billingUrl(app.settings.PUBLIC_URL, place),
    reached,
  }
  tell(app, write, await adminsOf(write.db, place), (reader) => limitReachedMail(reader, about))
}
