import type { AutoReload, Billing } from '@typecase/contract/billing'
import type { Selectable } from 'kysely'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { unauthenticated } from '../../http/failure.ts'
import type { Customer } from '../../payments/payments.ts'
import { findUser } from '../users/store.ts'
import type { AccountTable } from './tables.ts'

export type Account = Selectable<AccountTable>

/** Reads a user's billing account, and creates it if necessary. @param db the transaction of a write */
export async function openAccount(db: Reader, userId: string): Promise<Account> {
  await db
    .insertInto('billing_accounts')
    .values({ user_id: userId, customer_id: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const account = await findAccount(db, userId)
  if (!account) throw unauthenticated()
  return account
}

export const findAccount = (db: Reader, userId: string): Promise<Account | undefined> =>
  db.selectFrom('billing_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()

/**
 * Finds the payment provider's customer of a user, if there is one. In test mode the customer's id is the user's own
 * id, which Stripe does not know.
 */
export async function findCustomer(
  { db, payments }: Pick<App, 'db' | 'payments'>,
  userId: string,
): Promise<Customer | undefined> {
  const customerId = (await findAccount(db.read, userId))?.customer_id
  if (!customerId || (customerId === userId) !== (payments.mode === 'test')) return undefined
  return { userId, customerId }
}

/** Returns the payment provider's customer of a user, and creates it on first use. @throws Failure `unavailable` */
export async function openCustomer(
  app: Pick<App, 'db' | 'payments'>,
  userId: string,
): Promise<Customer> {
  const { db, payments } = app
  const customer = await findCustomer(app, userId)
  if (customer) return customer
  const user = await findUser(db.read, userId)
  if (!user) throw unauthenticated()
  const customerId = await payments.createCustomer(user)
  await db.write(async (write) => {
    await openAccount(write.db, userId)
    await write.db
      .updateTable('billing_accounts')
      .set({ customer_id: customerId })
      .where('user_id', '=', userId)
      .execute()
  }, 'serializable')
  return { userId, customerId }
}

export const toBilling = (account: Account | undefined): Billing => ({
  email: account?.email ?? '',
  company: account?.company ?? '',
  tax_id: account?.tax_id ?? '',
  address: account?.address ?? '',
  rev: account?.details_rev ?? 1,
})

export const toAutoReload = (account: Account | undefined): AutoReload => ({
  enabled: account?.reload_enabled === 1,
  threshold: account?.reload_threshold ?? 500_000,
  package_id: account?.reload_package_id ?? 'tokens-2m',
  monthly_limit: account?.reload_monthly_limit ?? 200_00,
  rev: account?.reload_rev ?? 1,
})
