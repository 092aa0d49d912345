import {
  cancelIntent,
  confirmTestIntent,
  deletePaymentMethod,
  getTokenBalance,
  initIntent,
  listPaymentMethods,
  listPurchases,
  purchaseTokenPack,
  setDefaultPaymentMethod,
  updateBilling,
} from '@typecase/contract/billing'
import { listPlans } from '@typecase/contract/plans'
import { updateProjectBilling } from '@typecase/contract/projects'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { settlePending } from '../resources/billing/charges.ts'
import { renewDue, syncSubscriptions } from '../resources/billing/renewals.ts'
import { signInAgain } from '../testing/billing.ts'
import { mailsOf } from '../testing/outbox.ts'
import { addOwner, addPerson, joinProject, type Owner } from '../testing/people.ts'
import { startTestStripe, type StripeObject, type TestStripe } from '../testing/stripe-server.ts'
import { createTestClock, type TestClock } from '../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const DAY = 24 * 3600 * 1000

let stripe: TestStripe
let server: TestServer
let clock: TestClock
let owner: Owner

beforeAll(async () => {
  stripe = await startTestStripe()
})
beforeEach(async () => {
  clock = createTestClock()
  server = await startTestServer({ PLAN_LIMITS: 'on', ...stripe.settings }, { clock })
  owner = await addOwner(server)
})
afterEach(async () => {
  stripe.before = stripe.after = undefined
  await server.remove()
})
afterAll(() => stripe.close())

/** Makes the owner a customer with a card. */
async function addCard(declined?: string): Promise<StripeObject> {
  ;(await server.call(initIntent, {}, owner)).ok()
  return stripe.addCard(customer().id, declined)
}
function customer(): StripeObject {
  const created = stripe.objects['customers']?.findLast(
    ({ metadata }) => (metadata as { user_id: string }).user_id === owner.id,
  )
  if (!created) throw new Error('Stripe does not know the owner.')
  return created
}
const buy = (headers: Record<string, string> = {}) =>
  server.send(purchaseTokenPack, { body: { package_id: 'tokens-2m' } }, { ...owner, headers })
const balance = async () => (await server.call(getTokenBalance, {}, owner)).ok().balance
const intents = () =>
  (stripe.objects['payment_intents'] ?? []).filter((one) => one['customer'] === customer().id)
const subscriptions = () =>
  (stripe.objects['subscriptions'] ?? []).filter((one) => one['customer'] === customer().id)
const plan = async () => {
  const query = { project_id: owner.project.id }
  return (await server.call(listPlans, { query }, owner)).ok().subscription
}
const change = (data: object) =>
  server.send(updateProjectBilling, { body: { project_id: owner.project.id, data } }, owner)
async function deliver(type: string, object: object, id?: string): Promise<number> {
  const { body, signature } = stripe.event(type, object, clock.now(), id)
  return (await post(body, signature)).statusCode
}
const post = (payload: string, signature: string) =>
  server.http.inject({
    method: 'POST',
    url: '/v3/billing/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })

describe('cards', () => {
  test('are those that Stripe has for the customer, with one as the default', async () => {
    const { setup_intent, mode, publishable_key } = (await server.call(initIntent, {}, owner)).ok()
    expect({ mode, publishable_key }).toEqual({ mode: 'stripe', publishable_key: 'pk_test_1' })
    expect(setup_intent.client_secret).toBe('secret')
    const first = stripe.addCard(customer().id)
    const second = stripe.addCard(customer().id)
    const list = async () => (await server.call(listPaymentMethods, {}, owner)).ok().payment_methods
    expect((await list()).map(({ id }) => id)).toEqual([first.id, second.id])
    const body = { payment_method_id: second.id }
    ;(await server.call(setDefaultPaymentMethod, { body }, owner)).ok()
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id])
    ;(await server.call(deletePaymentMethod, { query: body }, owner)).ok()
    expect(await list()).toMatchObject([{ id: first.id, is_default: true }])
    const cancel = { body: { intent_id: setup_intent.id } }
    expect((await server.call(cancelIntent, cancel, owner)).status).toBe(200)
    expect((await server.call(cancelIntent, cancel, owner)).status).toBe(409)
  })

  test('of another customer are not found, and test cards cannot be entered', async () => {
    const stranger = await addOwner(server)
    ;(await server.call(initIntent, {}, stranger)).ok()
    const card = await addCard()
    const body = { payment_method_id: card.id }
    expect((await server.send(setDefaultPaymentMethod, { body }, stranger)).status).toBe(404)
    const typed = { intent_id: 'seti_1', number: '4242424242424242', exp_month: 1, exp_year: 2100 }
    expect((await server.send(confirmTestIntent, { body: typed }, owner)).status).toBe(404)
  })
})

test('billing details are passed on to Stripe for its invoices', async () => {
  await addCard()
  const data = { email: 'books@example.com', company: 'Cats Ltd' }
  ;(await server.call(updateBilling, { body: { data } }, owner)).ok()
  expect(customer()).toMatchObject({ email: 'books@example.com', name: 'Cats Ltd' })
})

describe('a charge', () => {
  test('is made once per Idempotency-Key, and a declined one gives the reason', async () => {
    const bad = await addCard('insufficient_funds')
    expect((await buy()).error()).toMatchObject({
      status: 402,
      details: [{ rule: 'insufficient_funds' }],
    })
    ;(await server.call(deletePaymentMethod, { query: { payment_method_id: bad.id } }, owner)).ok()
    stripe.addCard(customer().id)
    ;(await buy({ 'idempotency-key': 'a' })).ok()
    ;(await buy({ 'idempotency-key': 'a' })).ok()
    expect(await balance()).toBe(2_000_000)
    expect(intents().map(({ status }) => status)).toEqual(['requires_payment_method', 'succeeded'])
    expect(intents().at(-1)).toMatchObject({ amount: '2500', currency: 'usd', off_session: 'true' })
  })

  test('whose answer was lost is found by a query, and not made again', async () => {
    await addCard()
    stripe.after = (call) => {
      if (call === 'POST /v1/payment_intents') throw new Error('lost')
    }
    expect((await buy()).error()).toMatchObject({ status: 503, code: 'unavailable' })
    stripe.after = undefined
    expect((await server.call(listPurchases, { query: {} }, owner)).ok().purchases).toMatchObject([
      { status: 'pending' },
    ])
    clock.advance(3 * 60_000)
    await settlePending(server.app)
    expect(await balance()).toBe(2_000_000)
    expect(intents()).toHaveLength(1)
  })

  test('that never reached Stripe is marked as failed', async () => {
    await addCard()
    stripe.before = (call) => {
      if (call === 'POST /v1/payment_intents') throw new Error('cut')
    }
    expect((await buy()).status).toBe(503)
    clock.advance(3 * 60_000)
    await settlePending(server.app)
    expect((await server.call(listPurchases, { query: {} }, owner)).ok().purchases).toMatchObject([
      { status: 'failed' },
    ])
    expect(await balance()).toBe(0)
  })

  test('whose answer was lost is also settled by an event', async () => {
    await addCard()
    stripe.after = (call) => {
      if (call === 'POST /v1/payment_intents') throw new Error('lost')
    }
    expect((await buy()).status).toBe(503)
    stripe.after = undefined
    const [intent] = intents()
    expect(await deliver('payment_intent.succeeded', intent ?? {})).toBe(200)
    expect(await deliver('payment_intent.succeeded', intent ?? {})).toBe(200)
    expect(await balance()).toBe(2_000_000)
  })
})

describe('the webhook', () => {
  test('refuses unsigned and old events, and accepts unknown ones', async () => {
    const { body, signature } = stripe.event('charge.refunded', { id: 'ch_1' }, clock.now())
    expect((await post(body, '')).statusCode).toBe(400)
    expect((await post(`${body} `, signature)).statusCode).toBe(400)
    expect((await post(body, signature)).json()).toEqual({ received: true })
    clock.advance(301_000)
    expect((await post(body, signature)).statusCode).toBe(400)
  })

  test('answers 404 in test mode', async () => {
    const plain = await startTestServer()
    try {
      const { statusCode } = await plain.http.inject({
        method: 'POST',
        url: '/v3/billing/webhook',
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      })
      expect(statusCode).toBe(404)
    } finally {
      await plain.remove()
    }
  })
})

describe('a plan', () => {
  /** Stripe's invoice for the next period. */
  function invoice(status: 'paid' | 'open', more: object = {}): StripeObject {
    const [subscription] = subscriptions()
    const end = Math.floor(clock.now() / 1000) + 31 * 24 * 3600
    return stripe.add('invoices', {
      status,
      billing_reason: 'subscription_cycle',
      amount_due: 29_900,
      amount_paid: status === 'paid' ? 29_900 : 0,
      parent: { subscription_details: { subscription: subscription?.id } },
      lines: { data: [{ period: { start: 0, end } }] },
      ...more,
    })
  }
  const later = async (ms: number) => {
    clock.advance(ms)
    owner = { ...owner, ...(await signInAgain(server, owner)) }
  }

  test('is charged by Typecase first, and renewed by Stripe from the end of the period', async () => {
    await addCard()
    ;(await change({ plan_id: 'starter', add_ons: ['revision_history'] })).ok()
    expect(intents()).toMatchObject([{ amount: '39800' }])
    expect(subscriptions()).toMatchObject([
      {
        trial_end: String(Date.UTC(2026, 1, 1) / 1000),
        proration_behavior: 'none',
        items: {
          data: [
            { price_data: { unit_amount: '29900', recurring: { interval: 'month' } } },
            { price_data: { unit_amount: '9900', product: 'typecase-revision-history' } },
          ],
        },
      },
    ])
    ;(await change({ add_ons: [] })).ok()
    expect(subscriptions()).toMatchObject([
      { items: { data: [{ price_data: { product: 'typecase-starter' } }] } },
    ])
    ;(await change({ plan_id: 'free' })).ok()
    expect(subscriptions()).toMatchObject([{ status: 'canceled' }])
  })

  test('whose answer from Stripe was lost is sent again without a second subscription', async () => {
    await addCard()
    stripe.after = (call) => {
      if (call === 'POST /v1/subscriptions') throw new Error('lost')
    }
    ;(await change({ plan_id: 'starter' })).ok()
    stripe.after = undefined
    await syncSubscriptions(server.app)
    await syncSubscriptions(server.app)
    expect(subscriptions()).toHaveLength(1)
    const row = await server.app.db.read.selectFrom('subscriptions').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ provider_id: subscriptions()[0]?.id, is_unsynced: 0 })
  })

  test('is renewed by Stripe’s invoice, reported once or repeatedly, in any order', async () => {
    await addCard()
    ;(await change({ plan_id: 'starter' })).ok()
    await later(31 * DAY)
    await renewDue(server.app)
    const paid = invoice('paid')
    const [subscription] = subscriptions()
    // Other invoices of the subscription belong to no period.
    const first = invoice('paid', { billing_reason: 'subscription_create', amount_paid: 0 })
    for (const [type, object, id] of [
      ['invoice.paid', first, 'evt_a'],
      ['invoice.paid', paid, 'evt_b'],
      ['invoice.paid', paid, 'evt_b'],
      // An earlier failure arrives late.
      ['invoice.payment_failed', paid, 'evt_c'],
      ['invoice.paid', paid, 'evt_d'],
    ] as const)
      expect(await deliver(type, object, id)).toBe(200)
    expect(await plan()).toMatchObject({
      status: 'active',
      now: { plan_id: 'starter' },
      period_end: '2026-03-04T00:00:00.000Z',
    })
    const { purchases } = (await server.call(listPurchases, { query: {} }, owner)).ok()
    expect(purchases.map(({ kind }) => kind)).toEqual(['renewal', 'subscription'])
    expect(subscription?.['status']).toBe('trialing')
  })

  test('that was changed just before Stripe’s invoice is sent to Stripe afterwards', async () => {
    await addCard()
    ;(await change({ plan_id: 'starter', add_ons: ['revision_history'] })).ok()
    stripe.before = (call) => {
      if (call.startsWith('POST /v1/subscriptions')) throw new Error('cut')
    }
    ;(await change({ add_ons: [] })).ok()
    stripe.before = undefined
    await later(31 * DAY)
    expect(await deliver('invoice.paid', invoice('paid', { amount_paid: 39_800 }))).toBe(200)
    await syncSubscriptions(server.app)
    expect(subscriptions()).toMatchObject([
      { items: { data: [{ price_data: { product: 'typecase-starter' } }] } },
    ])
    expect(await plan()).toMatchObject({ status: 'active', period_end: '2026-03-04T00:00:00.000Z' })
  })

  test('that is changed while Stripe learns of an earlier change is renewed as it was changed last', async () => {
    await addCard()
    ;(await change({ plan_id: 'starter' })).ok()
    stripe.before = (call) => {
      if (call.startsWith('POST /v1/subscriptions')) throw new Error('cut')
    }
    ;(await change({ add_ons: ['revision_history'] })).ok()
    stripe.before = undefined
    const { payments } = server.app
    const renew: typeof payments.renew = async (...renewal) => {
      ;(await change({ add_ons: [] })).ok()
      return payments.renew(...renewal)
    }
    await syncSubscriptions({ ...server.app, payments: { ...payments, renew } })
    await syncSubscriptions(server.app)
    expect(subscriptions()).toMatchObject([
      { items: { data: [{ price_data: { product: 'typecase-starter' } }] } },
    ])
  })

  test('that is paid at the last moment does not end', async () => {
    const first = owner
    await addCard()
    ;(await change({ plan_id: 'starter' })).ok()
    clock.advance(1000)
    owner = await addOwner(server)
    await addCard()
    ;(await change({ plan_id: 'starter' })).ok()
    await later(31 * DAY)
    const second = owner
    for (owner of [first, second])
      expect(await deliver('invoice.payment_failed', invoice('open'))).toBe(200)
    const { payments } = server.app
    const app = {
      ...server.app,
      clock: { ...clock, now: () => clock.now() + 8 * DAY },
      payments: {
        ...payments,
        // The second plan is paid while the first one ends.
        async stopRenewing(id: string) {
          if (subscriptions()[0]?.id !== id) (await change({ plan_id: 'starter' })).ok()
          return payments.stopRenewing(id)
        },
      },
    }
    await renewDue(app)
    expect(await plan()).toMatchObject({ status: 'active' })
    expect(subscriptions()).toMatchObject([{ status: 'trialing' }])
    expect(mailsOf(server, second.email).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('ended'),
    )
    owner = first
    expect(subscriptions()).toMatchObject([{ status: 'canceled' }])
  })

  test('that Stripe could not charge is past due until it is paid', async () => {
    await addCard()
    ;(await change({ plan_id: 'starter' })).ok()
    await later(31 * DAY)
    const open = invoice('open')
    expect(await deliver('invoice.payment_failed', open)).toBe(200)
    expect(await plan()).toMatchObject({ status: 'past_due' })
    ;(await change({ plan_id: 'starter' })).ok()
    expect(await plan()).toMatchObject({ status: 'active' })
    expect(await deliver('invoice.paid', open)).toBe(200)
    const { purchases } = (await server.call(listPurchases, { query: {} }, owner)).ok()
    expect(purchases.map(({ kind, status }) => [kind, status])).toEqual([
      ['renewal', 'paid'],
      ['subscription', 'paid'],
    ])
  })

  test('that is past due can be paid by another admin, although Stripe reports its end at once', async () => {
    await addCard()
    ;(await change({ plan_id: 'starter' })).ok()
    await later(31 * DAY)
    expect(await deliver('invoice.payment_failed', invoice('open'))).toBe(200)
    const [subscription] = subscriptions()
    const admin = await addPerson(server)
    await joinProject(server, admin, owner, 'admin')
    owner = { ...owner, ...admin }
    await addCard()
    const { payments } = server.app
    const { stopRenewing } = payments
    payments.stopRenewing = async (id) => {
      await stopRenewing(id)
      expect(await deliver('customer.subscription.deleted', subscription ?? {})).toBe(200)
    }
    ;(await change({ plan_id: 'starter', payer: 'me' })).ok()
    expect(await plan()).toMatchObject({ status: 'active', next: null })
  })

  test('that Stripe has cancelled ends with its period', async () => {
    await addCard()
    ;(await change({ plan_id: 'starter' })).ok()
    expect(await deliver('customer.subscription.deleted', subscriptions()[0] ?? {})).toBe(200)
    expect(await plan()).toMatchObject({ next: { plan_id: 'free' } })
    await later(31 * DAY)
    await renewDue(server.app)
    expect(await plan()).toBe(null)
  })
})
