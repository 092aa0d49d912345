import { createHash } from 'node:crypto'

import {
  addBilling,
  billingWebhook,
  cancelIntent,
  confirmTestIntent,
  deletePaymentMethod,
  endSubscription,
  getAutoReload,
  getBilling,
  getTokenBalance,
  initIntent,
  listPaymentMethods,
  listPurchases,
  listSubscriptions,
  listTokenPacks,
  listTokenPurchases,
  type Purchase,
  PURCHASES_PAGE_SIZE,
  purchaseTokenPack,
  setDefaultPaymentMethod,
  updateAutoReload,
  updateBilling,
} from '@typecase/contract/billing'
import { CURRENCY, tokenPacks } from '@typecase/contract/plans'
import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { conflict, invalid, notFound, stale, unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { paymentFailed } from '../../payments/declined.ts'
import { actorOf } from '../audit/audit-log.ts'
import { findUser } from '../users/store.ts'
import { toUser } from '../users/user-view.ts'
import {
  findAccount,
  findCustomer,
  openAccount,
  openCustomer,
  toAutoReload,
  toBilling,
} from './accounts.ts'
import { assertCard } from './change-plan.ts'
import { chargeOfRequest, listCharges, openCharge, pay, payAgain, toPurchase } from './charges.ts'
import { endPaidSubscription, listPaidSubscriptions, renewalsOf } from './paid-subscriptions.ts'
import { applyEvent } from './provider-events.ts'
import { scopeIn } from './subscription-store.ts'
import { limitProblem, formatPack, packOf, usedLastWeek } from './tokens.ts'

type Details = Partial<Omit<ReturnType<typeof toBilling>, 'rev'>>

export function routes(app: App): Route[] {
  const { db, clock, payments, limits } = app
  const { mode, publishableKey: publishable_key } = payments

  async function cardsOf({ userId }: UserPrincipal) {
    const customer = await findCustomer(app, userId)
    return { payment_methods: customer ? await payments.listCards(customer) : [], mode }
  }

  /** Stores invoice details and sends them to the provider, which prints them on invoices. */
  async function saveDetails(userId: string, data: Details, rev?: number) {
    const answer = await db.write(async (write) => {
      const before = toBilling(await openAccount(write.db, userId))
      if (rev !== undefined && rev !== before.rev) throw stale(before)
      await write.db
        .updateTable('billing_accounts')
        .set((eb) => ({ ...data, details_rev: eb('details_rev', '+', 1) }))
        .where('user_id', '=', userId)
        .execute()
      const user = await findUser(write.db, userId)
      if (!user) throw unauthenticated()
      return { user: toUser(app, user), billing: toBilling(await findAccount(write.db, userId)) }
    }, 'serializable')
    const customer = await findCustomer(app, userId)
    if (customer) await payments.describeCustomer(customer, answer.billing)
    return answer
  }

  async function purchases(
    { userId }: UserPrincipal,
    { limit = PURCHASES_PAGE_SIZE, skip = 0 }: { limit?: number; skip?: number },
    kinds?: readonly Purchase['kind'][],
  ) {
    const page = { limit, skip, ...(kinds && { kinds }) }
    return { ...(await listCharges(db.read, userId, page)), limit, skip, mode }
  }

  async function subscriptions({ userId }: UserPrincipal) {
    const listed = await listPaidSubscriptions(app, userId)
    return { subscriptions: listed, total: listed.length, mode }
  }

  return [
    handle(getBilling, async ({ principal: { userId } }) => ({
      billing: toBilling(await findAccount(db.read, userId)),
      mode,
      publishable_key,
    })),
    handle(addBilling, async ({ principal: { userId }, body: { data }, commit }) => {
      const none = { email: '', company: '', tax_id: '', address: '' }
      const answer = await saveDetails(userId, { ...none, ...data })
      // Stores the response after the call to the provider, so that a retry repeats a failed call.
      return commit(async () => answer, 'read committed')
    }),
    handle(updateBilling, ({ principal: { userId }, body: { data, rev }, ifMatch = rev }) =>
      saveDetails(userId, data, ifMatch),
    ),

    handle(listPaymentMethods, ({ principal }) => cardsOf(principal)),
    // The next three change data of the provider, so the response is stored after the provider's call.
    handle(initIntent, async ({ principal: { userId }, commit }) => {
      await limits.count('card', userId)
      const setup_intent = await payments.createIntent(await openCustomer(app, userId))
      return commit(async () => ({ setup_intent, mode, publishable_key }), 'read committed')
    }),
    handle(cancelIntent, async ({ principal: { userId }, body: { intent_id }, commit }) => {
      const customer = await findCustomer(app, userId)
      if (!customer) throw notFound('Intent')
      await payments.cancelIntent(customer, intent_id)
      return commit(async () => ({ message: 'No card was added.' }), 'read committed')
    }),
    handle(setDefaultPaymentMethod, async ({ principal, body: { payment_method_id }, commit }) => {
      const customer = await findCustomer(app, principal.userId)
      if (!customer) throw notFound('Card')
      await payments.setDefaultCard(customer, payment_method_id)
      const answer = await cardsOf(principal)
      return commit(async () => answer, 'read committed')
    }),
    handle(confirmTestIntent, async ({ principal, body: { intent_id, ...card } }) => {
      const { confirmTestIntent: confirm } = payments
      const customer = await findCustomer(app, principal.userId)
      if (!confirm || !customer) throw notFound('Intent')
      await limits.count('card', principal.userId)
      await confirm(customer, intent_id, card)
      return cardsOf(principal)
    }),
    handle(deletePaymentMethod, async ({ principal, query: { payment_method_id: id } }) => {
      const customer = await findCustomer(app, principal.userId)
      const cards = customer ? await payments.listCards(customer) : []
      if (!customer || !cards.some((card) => card.id === id)) throw notFound('Card')
      const paid = cards.length === 1 ? await renewalsOf(db.read, principal.userId) : []
      if (paid.length > 0)
        throw conflict(
          `This card pays for ${paid.join('; ')}. Add another card first, or end what it pays for.`,
          [{ path: 'payment_method_id', message: 'This is the last card', rule: 'last_card' }],
        )
      await payments.detachCard(customer, id)
      return cardsOf(principal)
    }),

    handle(listSubscriptions, ({ principal }) => subscriptions(principal)),
    handle(endSubscription, async (call) => {
      await endPaidSubscription(app, actorOf(call), scopeIn(call.body))
      return subscriptions(call.principal)
    }),

    handle(listTokenPacks, () => ({
      token_packs: tokenPacks.map((pack) => ({ ...pack, currency: CURRENCY })),
      total: tokenPacks.length,
      mode,
    })),
    handle(purchaseTokenPack, async ({ principal, body: { package_id }, request, commit }) => {
      const { userId } = principal
      const requestKey = requestKeyOf(userId, request)
      const existing =
        requestKey === undefined ? undefined : await chargeOfRequest(db.read, requestKey)
      if (existing && existing.package_id !== package_id)
        throw conflict('This Idempotency-Key was used for another purchase.')
      if (!existing) {
        await limits.count('card', userId)
        await assertCard(app, userId)
      }
      const pack = packOf(package_id)
      const { amount, tokens } = pack
      const subscription =
        existing ??
        (await db.write(
          (write) =>
            openCharge(write.db, clock, {
              userId,
              kind: 'tokens',
              description: formatPack(tokens),
              amount,
              pack,
              requestKey,
            }),
          'serializable',
        ))
      const charge = await (existing ? payAgain(app, subscription) : pay(app, subscription))
      if (charge.status === 'failed') throw paymentFailed(charge.failure_rule ?? '')
      return commit(
        async (write) => ({
          purchase: toPurchase(charge),
          balance: (await openAccount(write.db, userId)).balance,
          mode,
        }),
        'serializable',
      )
    }),
    handle(getTokenBalance, async ({ principal: { userId } }) => ({
      balance: (await findAccount(db.read, userId))?.balance ?? 0,
      currency: 'tokens' as const,
      used_last_week: await usedLastWeek(db.read, userId, clock.now()),
      mode,
    })),
    handle(listTokenPurchases, ({ principal, query }) =>
      purchases(principal, query, ['tokens', 'reload']),
    ),
    handle(listPurchases, ({ principal, query }) => purchases(principal, query)),

    handle(getAutoReload, async ({ principal: { userId } }) => ({
      settings: toAutoReload(await findAccount(db.read, userId)),
      mode,
    })),
    handle(updateAutoReload, async ({ principal: { userId }, body, ifMatch = body.rev }) => {
      if (body.settings.enabled) await assertCard(app, userId)
      const settings = await db.write(async (write) => {
        const before = toAutoReload(await openAccount(write.db, userId))
        if (ifMatch !== undefined && ifMatch !== before.rev) throw stale(before)
        const { enabled, threshold, package_id, monthly_limit } = { ...before, ...body.settings }
        const problem = limitProblem(package_id, monthly_limit)
        if (problem !== undefined) throw invalid('settings.monthly_limit', problem, 'min')
        await write.db
          .updateTable('billing_accounts')
          .set((eb) => ({
            reload_enabled: Number(enabled),
            reload_threshold: threshold,
            reload_package_id: package_id,
            reload_monthly_limit: monthly_limit,
            reload_rev: eb('reload_rev', '+', 1),
          }))
          .where('user_id', '=', userId)
          .execute()
        return toAutoReload(await findAccount(write.db, userId))
      }, 'serializable')
      return { settings, mode }
    }),

    handle(billingWebhook, async ({ request }) => {
      if (!payments.readEvent) throw notFound('Webhook')
      const signature = request.headers['stripe-signature']
      const body = typeof request.body === 'string' ? request.body : ''
      await applyEvent(app, await payments.readEvent(body, String(signature ?? '')))
      return { received: true }
    }),
  ]
}

/** Returns a key for a request that may be repeated. A repetition finds its charge by this key. */
function requestKeyOf(userId: string, { headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  return createHash('sha256').update(`${userId}\n${key}`).digest('hex')
}
