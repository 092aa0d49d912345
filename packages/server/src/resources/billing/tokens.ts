import type { Purchase } from '@typecase/contract/billing'
import { formatMoney, type PackageId, tokenPacks } from '@typecase/contract/plans'

import type { Ai, AiUsage, TextAsked } from '../../ai/ai.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { forbidden } from '../../http/failure.ts'
import { reloadFailedMail } from '../../mail/billing-mails.ts'
import { declinedInWords } from '../../payments/declined.ts'
import { findUser } from '../users/store.ts'
import { toMailReader } from '../users/user-view.ts'
import { findAccount, toAutoReload } from './accounts.ts'
import { addTokens, openCharge, pay } from './charges.ts'
import { billedPlaceOf, findSubscription } from './subscription-store.ts'

const WEEK = 7 * 24 * 3600 * 1000

export function packOf(id: PackageId) {
  const pack = tokenPacks.find(({ package_id }) => package_id === id)
  if (!pack) throw new Error(`There is no pack of tokens ${id}.`)
  return pack
}

/** `2M tokens` */
export const packInWords = (tokens: number): string => `${tokens / 1_000_000}M AI tokens`

/** Letters of a token, on average, as providers give it for English. */
const LETTERS_OF_TOKEN = 4

const estimated = ({ messages }: TextAsked, letters: number): AiUsage => {
  const sent = messages.reduce((sum, { content }) => sum + content.length, 0)
  return {
    input_tokens: Math.ceil(sent / LETTERS_OF_TOKEN),
    output_tokens: Math.ceil(letters / LETTERS_OF_TOKEN),
  }
}

/** Tokens that somebody used within a week. */
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

/** Whose tokens a bucket uses: those of who pays for its workspace or project, or who made it where nobody does. */
export async function payerOf(db: Reader, bucketId: string): Promise<string | undefined> {
  const bucket = await db
    .selectFrom('buckets')
    .select('project_id')
    .where('id', '=', bucketId)
    .executeTakeFirst()
  if (!bucket) return undefined
  const place = await billedPlaceOf(db, bucket.project_id)
  const subscription = await findSubscription(db, place.id)
  if (subscription) return subscription.userId
  const table = place.resource === 'project' ? 'projects' : 'workspaces'
  const made = await db
    .selectFrom(table)
    .innerJoin('users', 'users.id', `${table}.created_by`)
    .select('users.id')
    .where(`${table}.id`, '=', place.id)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
  return made?.id
}

/**
 * AI for a bucket. Where plans are enforced, it is refused while the payer's wallet is empty, and what it used is taken
 * from it: the last text may take more than there was.
 */
export function aiOf(app: App, bucketId: string): Ai {
  const { ai, settings, db, clock } = app
  if (settings.PLAN_LIMITS === 'off') return ai

  /** @throws Failure `forbidden` where nobody has tokens for it */
  async function payer(): Promise<string> {
    const userId = await payerOf(db.read, bucketId)
    const account = userId === undefined ? undefined : await findAccount(db.read, userId)
    if (userId === undefined || (account?.balance ?? 0) <= 0)
      throw forbidden(
        'There are no AI tokens left for this project. Its payer can buy more under Billing.',
      )
    return userId
  }

  async function debit(userId: string, { input_tokens, output_tokens }: AiUsage): Promise<void> {
    const used = input_tokens + output_tokens
    if (used <= 0) return
    app.metering.add(bucketId, 'ai_input_tokens', input_tokens)
    app.metering.add(bucketId, 'ai_output_tokens', output_tokens)
    const entry = { user_id: userId, tokens: -used, charge_id: null, bucket_id: bucketId }
    await db.write((write) => addTokens(write.db, { ...entry, created_at: clock.now() }))
    // Nobody waits for a purchase to read a text.
    void reload(app, userId).catch((reason: unknown) =>
      app.log.warn({ err: reason }, 'auto-reload could not be tried'),
    )
  }

  return {
    ...ai,
    async text(asked, signal) {
      const userId = await payer()
      const made = await ai.text(asked, signal)
      await debit(userId, made.usage)
      return made
    },
    async *stream(asked, signal) {
      const userId = await payer()
      let usage: AiUsage | undefined
      let letters = 0
      const stream = ai.stream(asked, signal)
      try {
        for (;;) {
          const { value, done } = await stream.next()
          if (done) return (usage = value)
          letters += value.length
          yield value
        }
      } finally {
        await stream.return({ input_tokens: 0, output_tokens: 0 })
        // Of a text that is broken off, the provider does not say what it took.
        if (usage !== undefined || letters > 0)
          await debit(userId, usage ?? estimated(asked, letters))
      }
    },
    async image(asked, signal) {
      const userId = await payer()
      const made = await ai.image(asked, signal)
      await debit(userId, made.usage)
      return made
    },
  }
}

/**
 * Buys the pack of the auto-reload where the balance is below its threshold: one at a time, and no more in a calendar
 * month than the limit. Where the card is declined it is turned off, and a mail says so.
 */
export async function reload(app: App, userId: string): Promise<void> {
  const { db, clock, mailer, settings } = app
  const charge = await db.write(async (write) => {
    const account = await findAccount(write.db, userId)
    const { enabled, threshold, package_id, monthly_limit } = toAutoReload(account)
    if (!account || !enabled || account.balance >= threshold) return undefined
    const pack = packOf(package_id)
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
      description: `${packInWords(pack.tokens)}, auto-reload`,
      amount: pack.amount,
      pack,
    })
  })
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
    const reason = declinedInWords(rule ?? 'card_declined')
    const mail = reloadFailedMail(toMailReader(user), { amount, reason, url })
    write.afterCommit(() => mailer.send(mail))
  })
}

/** Cents that auto-reload spent, or is spending, in this calendar month (UTC). */
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

/** Why a monthly limit would never buy the pack; nothing where it may. */
export const limitProblem = (packageId: PackageId, monthlyLimit: number): string | undefined =>
  monthlyLimit < packOf(packageId).amount
    ? `settings.monthly_limit must be at least ${formatMoney(packOf(packageId).amount)}, the price of the pack`
    : undefined
