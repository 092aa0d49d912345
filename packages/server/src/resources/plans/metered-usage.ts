import {
  type MeteredKey,
  meteredKeys,
  type PlanId,
  planOffers,
  type Plans,
} from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { type ReachedLimit, limitReachedMail } from '../../mail/billing-mails.ts'
import { adminsOf, billingUrl, tell } from '../billing/payers.ts'
import { type TeamScope, titleOf } from '../teams/team-scope.ts'
import { planFor } from './limits.ts'
import type { Amounts } from './metering.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    metered_usage: {
      place_id: string
      /** The month in UTC: `2026-11`. */
      month: string
      meter: MeteredKey
      amount: number
      /** The highest percentage of the limit that admins were notified of. */
      told: number
    }
  }
}

const monthOf = ({ clock }: Pick<App, 'clock'>): string => clock.iso().slice(0, 7)

/** Reads the metered usage of this month from the database. */
export async function meteredOf(
  app: Pick<App, 'db' | 'clock'>,
  scope: TeamScope,
): Promise<NonNullable<Plans['this_month']>> {
  const rows = await app.db.read
    .selectFrom('metered_usage')
    .select(['meter', 'amount'])
    .where('place_id', '=', scope.id)
    .where('month', '=', monthOf(app))
    .execute()
  const byMeter = new Map(rows.map(({ meter, amount }) => [meter, amount]))
  const amounts = meteredKeys.map((key) => [key, byMeter.get(key) ?? 0])
  return Object.fromEntries(amounts) as NonNullable<Plans['this_month']>
}

/** Number of buckets per write, so that others can write in between. */
const AT_ONCE = 100

/** Adds counts to the database, and notifies admins of limits that are near or reached. Called by the scheduler. */
export async function storeMetered(app: App): Promise<void> {
  const counted = [...app.metering.take()]
  for (let from = 0; from < counted.length; from += AT_ONCE) {
    try {
      await app.db.write(
        (write) => store(app, write, counted.slice(from, from + AT_ONCE)),
        'read committed',
      )
    } catch (reason) {
      // Return the counts, so that the next run stores them.
      for (const [bucketId, amounts] of counted.slice(from))
        for (const [meter, amount] of amounts) app.metering.add(bucketId, meter, amount)
      throw reason
    }
  }
}

interface MeteredScope {
  readonly scope: TeamScope
  readonly planId: PlanId
  readonly amounts: Amounts
}

async function store(
  app: App,
  write: Write,
  counted: readonly (readonly [bucketId: string, amounts: Amounts])[],
): Promise<void> {
  const metered = new Map<string, MeteredScope>()
  for (const [bucketId, amounts] of counted) {
    const { scope, planId } = await planFor(app, write.db, { bucketId })
    // The bucket was deleted in the meantime, or the usage belongs to a person.
    if (scope.id === '') continue
    const sum = metered.get(scope.id) ?? { scope, planId, amounts: new Map() }
    for (const [meter, added] of amounts)
      sum.amounts.set(meter, (sum.amounts.get(meter) ?? 0) + added)
    metered.set(scope.id, sum)
  }
  const totals = await addAll(app, write.db, metered)
  for (const { scope, planId } of metered.values()) {
    const reached: ReachedLimit[] = []
    for (const { place_id, meter, amount, told } of totals) {
      if (place_id !== scope.id) continue
      const limit = planOffers[planId].limits[meter]
      const percent = limit === null ? 0 : reportedShares.find((one) => amount * 100 >= limit * one)
      if (limit === null || !percent || percent <= told) continue
      await saveNotice(app, write.db, scope, meter, percent)
      reached.push({ meter, percent, limit })
    }
    if (reached.length > 0) await tellAdmins(app, write, scope, reached)
  }
}

/** The shares of a limit at which admins are notified, in percent. */
const reportedShares = [100, 80] as const

/**
 * Adds to the counts of the month. All processes write in the same order, so that they do not deadlock.
 * @returns the new counts
 */
async function addAll(app: App, db: Reader, metered: ReadonlyMap<string, MeteredScope>) {
  const month = monthOf(app)
  const rows = [...metered].flatMap(([place_id, { amounts }]) =>
    [...amounts].map(([meter, amount]) => ({ place_id, month, meter, amount, told: 0 })),
  )
  if (rows.length === 0) return []
  const keyOf = ({ place_id, meter }: (typeof rows)[number]) => `${place_id} ${meter}`
  return db
    .insertInto('metered_usage')
    .values(rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['place_id', 'month', 'meter']).doUpdateSet((eb) => ({
        amount: eb('metered_usage.amount', '+', eb.ref('excluded.amount')),
      })),
    )
    .returning(['place_id', 'meter', 'amount', 'told'])
    .execute()
}

const saveNotice = (app: App, db: Reader, { id }: TeamScope, meter: MeteredKey, percent: number) =>
  db
    .updateTable('metered_usage')
    .set({ told: percent })
    .where('place_id', '=', id)
    .where('month', '=', monthOf(app))
    .where('meter', '=', meter)
    .execute()

/** E-mails the admins of a project or workspace once the write is committed. */
async function tellAdmins(
  app: App,
  write: Write,
  scope: TeamScope,
  reached: readonly ReachedLimit[],
): Promise<void> {
  const about = {
    title: await titleOf(write.db, scope),
    resource: scope.resource,
    url: billingUrl(app.settings.PUBLIC_URL, scope),
    reached,
  }
  tell(app, write, await adminsOf(write.db, scope), (reader) => limitReachedMail(reader, about))
}
