import { addOnIds, PLAN_LIMIT, planIds, planOffers } from '@typecase/contract/plans'
import type { AskChoice, AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { token } from '@typecase/plugin-sdk/token'
import { type } from 'arktype'

import { isOnBilling, mayPay, scopeArgs, whyNotPay } from '../billing-scope.ts'

const group = 'Billing'

// The declarations are data, so the code that reads from the server is loaded on demand.
const runs = () => import('./plans-runs.ts')

/** `max_amount` is the amount that the user agreed to pay now. */
const scope = {
  resource: "'project' | 'workspace'",
  resource_id: 'string',
  'max_amount?': 'number',
} as const

/** The page with the plans, for commands. */
export interface PlansPage {
  toggleInterval(): void
}
export const plansPage = token<PlansPage>('billing.plans-page', 1)

export const openBilling = defineCommand({
  id: 'billing.open',
  title: 'Go to billing',
  keywords: ['plan', 'payment', 'subscription', 'invoice', 'price', 'add-ons'],
  group: 'Go to',
  icon: 'credit-card',
  when: has('session.isLoggedIn'),
  remedies: [PLAN_LIMIT],
  effect: 'nav',
  load: async () => (await runs()).openBilling,
})

export const toggleInterval = defineCommand({
  id: 'billing.toggle-interval',
  title: 'Show monthly or yearly prices',
  keywords: ['month', 'year', 'annual', 'discount'],
  group,
  icon: 'calendar-days',
  when: isOnBilling,
  why: () => 'Go to billing first.',
  effect: 'none',
  runNow: (_args, { page }) => page(plansPage)?.toggleInterval(),
})

export const changePlanArgs = () =>
  type({
    ...scope,
    plan_id: "'free' | 'starter' | 'pro'",
    'interval?': "'month' | 'year'",
  })

const askPlan: AskChoice = {
  kind: 'choice',
  title: 'Plan',
  placeholder: 'Which plan?',
  choices: planIds
    .filter((id) => id !== 'enterprise')
    .map((id) => ({ value: id, label: planOffers[id].name, help: planOffers[id].description })),
}

export const changePlan = defineCommand({
  id: 'billing.change-plan',
  title: 'Change plan…',
  keywords: [
    'price',
    'limits',
    'upgrade',
    'downgrade',
    'subscribe',
    'subscription',
    'cancel',
    'starter',
    'pro',
    'pay',
  ],
  group,
  icon: 'layers',
  when: mayPay,
  why: whyNotPay,
  effect: 'write',
  args: changePlanArgs,
  defaults: scopeArgs,
  ask: {
    plan_id: askPlan,
    interval: {
      kind: 'choice',
      title: 'Paid',
      placeholder: 'Monthly or yearly?',
      isNeeded: ({ plan_id }) => plan_id !== 'free',
      choices: [
        { value: 'month', label: 'Monthly' },
        { value: 'year', label: 'Yearly', help: 'Save 10%' },
      ],
    },
  },
  load: async () => (await runs()).changePlan,
})

export const addOnArgs = () => type({ ...scope, add_on: type.enumerated(...addOnIds) })

const askAddOn = (state: 'available' | 'active'): AskPicker => ({
  kind: 'picker',
  title: 'Add-on',
  placeholder: 'Which add-on?',
  search: async (query, context) => (await runs()).addOnRows(query, state, context),
})

export const addAddOn = defineCommand({
  id: 'billing.add-add-on',
  title: 'Add add-on…',
  keywords: ['buy', 'bundle', 'localization', 'webhooks', 'revision history', 'backups'],
  aliases: ['Buy add-on'],
  group,
  icon: 'puzzle',
  when: mayPay,
  why: whyNotPay,
  effect: 'write',
  args: addOnArgs,
  defaults: scopeArgs,
  ask: { add_on: askAddOn('available') },
  load: async () => (await runs()).addAddOn,
})

export const removeAddOn = defineCommand({
  id: 'billing.remove-add-on',
  title: 'Remove add-on…',
  keywords: ['cancel', 'bundle', 'stop'],
  group,
  icon: 'minus',
  when: mayPay,
  why: whyNotPay,
  effect: 'write',
  args: addOnArgs,
  defaults: scopeArgs,
  ask: { add_on: askAddOn('active') },
  load: async () => (await runs()).removeAddOn,
})

export const takeOverArgs = () => type(scope)

export const takeOver = defineCommand({
  id: 'billing.take-over',
  title: 'Take over payment…',
  keywords: ['payer', 'pay', 'card', 'owner', 'renew', 'keep the plan'],
  aliases: ['Become the payer'],
  group,
  icon: 'wallet',
  when: mayPay,
  why: whyNotPay,
  effect: 'write',
  args: takeOverArgs,
  defaults: scopeArgs,
  load: async () => (await runs()).takeOver,
})

/** `place_id` is the id of the project or workspace. */
export const endSubscriptionArgs = () => type({ place_id: 'string' })

export const endSubscription = defineCommand({
  id: 'billing.end-subscription',
  title: 'Stop paying for…',
  keywords: ['cancel', 'end', 'subscription', 'plan', 'unsubscribe', 'left'],
  aliases: ['Cancel subscription', 'End subscription'],
  group,
  icon: 'ban',
  when: has('session.isLoggedIn'),
  effect: 'destructive',
  args: endSubscriptionArgs,
  ask: {
    place_id: {
      kind: 'picker',
      title: 'Plan',
      placeholder: 'Which plan?',
      search: async (query, context) => (await runs()).subscriptionRows(query, context),
    },
  },
  load: async () => (await runs()).endPlan,
})

export const planCommands: readonly AnyCommand[] = [
  openBilling,
  toggleInterval,
  changePlan,
  addAddOn,
  removeAddOn,
  takeOver,
  endSubscription,
]
