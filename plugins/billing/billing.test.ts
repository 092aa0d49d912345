// @vitest-environment jsdom
import {
  endSubscription,
  listPaymentMethods,
  listSubscriptions,
  purchaseTokenPack,
} from '@typecase/contract/billing'
import {
  type Interval,
  type LimitKey,
  limitNames,
  listPlans,
  type Plan,
  planOffers,
  type Plans,
  quotePlan,
} from '@typecase/contract/plans'
import { updateProjectBilling } from '@typecase/contract/projects'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { beforeEach, describe, expect, test } from 'vitest'

import { planLabel } from './words.ts'
import plugin from './plugin.ts'
import { takeThanks, thankLater } from './thanks.ts'

type Subscription = NonNullable<Plans['subscription']>

const pricing = { amount: 1, is_subscribed: false }
const limits = Object.fromEntries(Object.keys(limitNames).map((key) => [key, ''])) as Record<
  LimitKey,
  string
>
const planOf = (id: keyof typeof planOffers, is_subscribed = false): Plan => ({
  ...limits,
  id,
  name: planOffers[id].name,
  description: '',
  is_popular: false,
  pricing: { month: pricing, year: pricing },
  is_subscribed,
  limits: {},
})
const subscribed = (interval: Interval, next: Subscription['next'] = null): Subscription => ({
  now: { plan_id: 'starter', interval, add_ons: [] },
  next,
  status: 'active',
  period_end: '2026-01-01T00:00:00.000Z',
  ends_at: null,
  is_payer: true,
})

describe('the button of a plan', () => {
  test.each([
    ['Contact Sales', planOf('enterprise'), null, 'month'],
    ['Select', planOf('pro'), null, 'month'],
    ['Current Plan', planOf('free', true), null, 'month'],
    ['Current Plan', planOf('starter', true), subscribed('month'), 'month'],
    ['Switch to Yearly', planOf('starter', true), subscribed('month'), 'year'],
    ['Switch to Monthly', planOf('starter', true), subscribed('year'), 'month'],
    [
      'Your Plan',
      planOf('starter', true),
      subscribed('month', { plan_id: 'free', interval: 'month', add_ons: [] }),
      'month',
    ],
  ] as const)('says %s', (label, plan, subscription, interval) => {
    expect(planLabel(plan, subscription, interval)).toBe(label)
  })
})

describe('thanks', () => {
  beforeEach(() => localStorage.clear())
  const subscription = { plan: planOf('pro'), isMonthly: true }

  test('are stored until they are read once', () => {
    thankLater(subscription)
    expect(localStorage.getItem('show_subscription_thank_you')).toBe('true')
    expect(takeThanks()).toEqual(subscription)
    expect(takeThanks()).toBeUndefined()
  })

  test('are cleared if they cannot be read', () => {
    localStorage.setItem('show_subscription_thank_you', 'true')
    localStorage.setItem('subscription_plan_data', '{')
    expect(takeThanks()).toBeUndefined()
    expect(localStorage.getItem('subscription_plan_data')).toBeNull()
  })
})

describe('buying tokens', () => {
  const facts = { 'session.isLoggedIn': true, 'workspace.id': 'default' } as const

  test('offers to add a card if there is none, and charges nothing', async () => {
    const api = {
      [listPaymentMethods.id]: () => ({ payment_methods: [], mode: 'test' }),
      [purchaseTokenPack.id]: () => {
        throw new Error('charged')
      },
    }
    const args = { package_id: 'tokens-2m' }
    const { outcome } = await runCommand(plugin, 'billing.buy-tokens', args, { api, facts })
    expect(outcome).toMatchObject({ open: { command: 'billing.add-card' } })
  })
})

describe('changing a plan', () => {
  beforeEach(() => localStorage.clear())
  const facts = {
    'session.isLoggedIn': true,
    'project.id': '0123456789abcdef01234567',
    'project.role': 'admin',
    'project.can': new Set(['billing:write']),
    'project.workspaceID': 'default',
  } as const
  const listed = { plans: [planOf('starter')], subscription: null, add_ons: [] }
  const now = { plan_id: 'starter', interval: 'month', add_ons: [] }
  const quote = {
    due_now: 29_900,
    now,
    next: null,
    period_end: null,
    renewal: 29_900,
    exceeded: [],
  }
  const card = { id: 'pm', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2100 }
  const api = {
    [listPlans.id]: () => listed,
    [quotePlan.id]: () => quote,
    [listPaymentMethods.id]: () => ({ payment_methods: [card], mode: 'test' }),
    [updateProjectBilling.id]: () => ({ project: {} }),
  }
  const args = { plan_id: 'starter', interval: 'month' }

  test('charges at most the quoted amount, and stores the thanks', async () => {
    const { log } = await runCommand(plugin, 'billing.change-plan', args, { api, facts })
    expect(log.calls.find(({ endpoint }) => endpoint === updateProjectBilling.id)?.body).toEqual({
      project_id: facts['project.id'],
      data: args,
      max_amount: 29_900,
    })
    expect(takeThanks()).toMatchObject({ plan: { name: 'Starter' }, isMonthly: true })
  })

  test('takes over the payment without a charge now', async () => {
    const free = { ...quote, due_now: 0, period_end: '2026-02-01T00:00:00.000Z' }
    const { log, outcome } = await runCommand(
      plugin,
      'billing.take-over',
      {},
      { api: { ...api, [quotePlan.id]: () => free }, facts },
    )
    expect(log.calls.find(({ endpoint }) => endpoint === updateProjectBilling.id)?.body).toEqual({
      project_id: facts['project.id'],
      data: { payer: 'me' },
      max_amount: 0,
    })
    expect(outcome).toMatchObject({ message: 'You pay for this project from now on' })
  })

  test('charges nothing without a confirmation', async () => {
    const options = { api, facts, confirms: false }
    const { log } = await runCommand(plugin, 'billing.change-plan', args, options)
    expect(log.calls.map(({ endpoint }) => endpoint)).not.toContain(updateProjectBilling.id)
    expect(takeThanks()).toBeUndefined()
  })
})

describe('a subscription that the user pays for', () => {
  const facts = { 'session.isLoggedIn': true } as const
  const paid = {
    resource: 'workspace',
    id: '0123456789abcdef01234567',
    title: 'Press',
    is_archived: false,
    now: { plan_id: 'starter', interval: 'month', add_ons: [] },
    next: null,
    status: 'active',
    period_end: '2026-02-01T00:00:00.000Z',
    ends_at: null,
    renewal: 29_900,
  }
  const args = { place_id: paid.id }
  const withSubscription = (subscription: object) => ({
    [listSubscriptions.id]: () => ({ subscriptions: [subscription], total: 1, mode: 'test' }),
    [endSubscription.id]: () => ({ subscriptions: [], total: 0, mode: 'test' }),
  })

  test('can be ended without a role in its workspace', async () => {
    const options = { api: withSubscription(paid), facts }
    const { log } = await runCommand(plugin, 'billing.end-subscription', args, options)
    const ended = log.calls.find(({ endpoint }) => endpoint === endSubscription.id)
    expect(ended?.body).toEqual({ workspace_id: paid.id })
  })

  test('cannot be ended twice', async () => {
    const options = { api: withSubscription({ ...paid, renewal: 0 }), facts }
    await expect(runCommand(plugin, 'billing.end-subscription', args, options)).rejects.toThrow(
      'You no longer pay for this.',
    )
  })
})
