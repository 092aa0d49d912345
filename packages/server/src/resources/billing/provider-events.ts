import type { App } from '../../app.ts'
import type { ProviderEvent } from '../../payments/payments.ts'
import { findCharge, settle } from './charges.ts'
import { applyEnd, applyInvoice } from './renewals.ts'

/** Applies an event of the payment provider once. Irrelevant events are skipped. */
export async function applyEvent(app: App, { id, about }: ProviderEvent): Promise<void> {
  await app.db.write(async (write) => {
    const isNew = await write.db
      .insertInto('payment_events')
      .values({ id, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!isNew || !about) return
    if ('invoice' in about) return applyInvoice(app, write, about.invoice)
    if ('ended' in about) return applyEnd(write, about.ended)
    // The charge may belong to another installation that shares the provider's account.
    if (await findCharge(write.db, about.chargeId))
      await settle(app, write, about.chargeId, about.outcome)
  }, 'serializable')
}
