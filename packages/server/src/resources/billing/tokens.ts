import type { Purchase } from '@typecase/contract/billing'
import { formatMoney, type PackageId, tokenPacks } from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { reloadFailedMail } from '../../mail/billing-mails.ts'
import { describeDecline } from '../../payments/declined.ts'
import { findUser } from '../users/store.ts'
import { toMailReader } from '../users/user-view.ts'
import { findAccount, toAutoReload } from './accounts.ts'
import { openCharge, pay } from './charges.ts'
import { spendable } from './wallet.ts'

const WEEK = 7 * 24 * 3600 * 1000

export function packOf(id: PackageId) {
  const pack = tokenPacks.find(({ package_id }) => package_id === id)
  if (!pack) throw new Error(`There is no token pack ${id}.`)
  return pack
}

/** Formats the size of a pack: `2M AI tokens`. */
export const formatPack = (tokens: number): string => `${tokens / 1_000_000}M AI tokens`

/** Counts the tokens that a user has used in the last seven days. */
export async function usedLastWeek(db: Reader, userId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('token_entries')
    .select((eb) => eb.fn.sum<number>('tokens').as('tokens'))
    .where('user_id', '=', userId)
    .where('created_at', '>', now - WEEK)
    .where('tokens', '<', 0)
    .executeTakeFirst()
  return -(row?.tokens ?? 0)
}

/**
 * Buys the pack of a user's auto-reload if the balance is below its threshold or below what a call needs: one purchase
 * at a time, and within the limit per calendar month. A declined card turns the auto-reload off and notifies the user.
 */
export async function reload(app: App, userId: string, needed = 0): Promise<void> {
  const { db, clock, mailer, settings } = app
  const charge = await db.write(async (write) => {
    const account = await findAccount(write.db, userId)
    const { enabled, threshold, package_id, monthly_limit } = toAutoReload(account)
    if (!account || !enabled) return undefined
    const pack = packOf(package_id)
    const balance = await spendable(write.db, userId, clock.now())
    const isHelp = balance < needed && balance + pack.tokens >= needed
    if (account.balance >= threshold && !isHelp) return undefined
    const open = await write.db
      .selectFrom('charges')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'reload')
      .where('status', '=', 'pending')
      .executeTakeFirst()
    const spent = await spentThisMonth(write.db, userId, clock.now())
    if (open || spent + pack.amount > monthly_limit) return undefined
    return openCharge(write.db, clock, {
      userId,
      kind: 'reload',
      description: `${formatPack(pack.tokens)}, auto-reload`,
      amount: pack.amount,
      pack,
    })
  }, 'serializable')
  if (!charge) return
  const { status, failure_rule: rule, amount } = await pay(app, charge)
  if (status !== 'failed') return
  await db.write(async (write) => {
    await write.db
      .updateTable('billing_accounts')
      .set((eb) => ({ reload_enabled: 0, reload_rev: eb('reload_rev', '+', 1) }))
      .where('user_id', '=', userId)
      .execute()
    const user = await findUser(write.db, userId)
    if (user?.status !== 'active') return
    const url = `${settings.PUBLIC_URL}/workspace/billing/addons`
    const reason = describeDecline(rule ?? 'card_declined')
    const mail = reloadFailedMail(toMailReader(user), { amount, reason, url })
    write.afterCommit(() => mailer.send(mail))
  }, 'serializable')
}

/** Returns the cents that auto-reload has spent in this calendar month (UTC), including pending charges. */
async function spentThisMonth(db: Reader, userId: string, now: number): Promise<number> {
  const date = new Date(now)
  const kind: Purchase['kind'] = 'reload'
  const row = await db
    .selectFrom('charges')
    .select((eb) => eb.fn.sum<number>('amount').as('amount'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('status', '<>', 'failed')
    .where('created_at', '>=', Date.UTC(date.getUTCFullYear(), date.getUTCMonth()))
    .executeTakeFirst()
  return row?.amount ?? 0
}

/** Returns the error for a monthly limit that is below the price of the pack. */
export const limitProblem = (packageId: PackageId, monthlyLimit: number): string | undefined =>
  monthlyLimit < packOf(packageId).amount
    ? `settings.monthly_limit must be at least ${formatMoney(packOf(packageId).amount)}, the price of the pack`
    : undefined
