import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { endSubscription, listSubscriptions } from '@typecase/contract/billing'
import {
  type AddOn,
  addOnIds,
  addOnOffers,
  type Purchase,
  describePurchase,
  formatMoney,
  type Interval,
  listPlans,
  planOffers,
  type PlanQuote,
  quotePlan,
} from '@typecase/contract/plans'
import { updateProjectBilling } from '@typecase/contract/projects'
import { updateWorkspaceBilling } from '@typecase/contract/workspaces'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { type ArgsOf, type CommandModule, type Outcome, refTo } from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { chargeQuestion, goToBilling, refreshBilling } from '../queries.ts'
import { formatInvoiceDay, titleOfSubscription } from '../words.ts'
import { type BillingScope, scopeQuery } from '../billing-scope.ts'
import { thankLater } from '../thanks.ts'
import { addCard } from './cards.ts'
import type * as commands from './plans.ts'

interface Wish {
  readonly payer?: 'me'
  readonly plan_id?: 'free' | 'starter' | 'pro'
  readonly interval?: Interval
  readonly add_ons?: AddOn[]
}

export const openBilling: CommandModule = {
  run: (_args, { go, facts }) => goToBilling(go, facts),
}

const readPlans = (services: Services, scope: BillingScope) =>
  services
    .get(Queries)
    .fetchQuery(apiQueryOptions(services, listPlans, { query: scopeQuery(scope) }))

/** Returns the question before a change, with its price. @returns undefined if there is no card */
async function changeQuestion(
  services: Services,
  scope: BillingScope,
  data: Wish,
  title: string,
): Promise<CommandQuestion | undefined> {
  const quote = await services.get(Api).call(quotePlan, { body: { ...scopeQuery(scope), data } })
  const text = textOf(quote)
  if (quote.due_now > 0) return chargeQuestion(services, { title, text, amount: quote.due_now })
  return {
    title,
    text: `Nothing is due now. ${text}`,
    action: 'Change',
    args: { max_amount: 0 },
  }
}

interface Agreement extends BillingScope {
  readonly max_amount?: number
}

/** Makes a change that the user agreed to. The server refuses to charge more than the agreed amount. */
async function change(
  services: Services,
  { max_amount, ...scope }: Agreement,
  data: Wish,
): Promise<{ outcome: Outcome } | { quote: PlanQuote }> {
  // Without a card, the user has not agreed to an amount.
  if (max_amount === undefined)
    return { outcome: { open: refTo(addCard), message: 'Add a card first' } }
  const api = services.get(Api)
  const quote = await api.call(quotePlan, { body: { ...scopeQuery(scope), data } })
  const body = { data, max_amount }
  try {
    await (scope.resource === 'project'
      ? api.call(updateProjectBilling, { body: { project_id: scope.resource_id, ...body } })
      : api.call(updateWorkspaceBilling, { body: { workspace_id: scope.resource_id, ...body } }))
  } finally {
    // A declined charge is listed among the purchases, too.
    await refreshBilling(services)
  }
  return { quote }
}

const textOf = (quote: PlanQuote): string => [describeNext(quote), ...quote.exceeded].join(' ')

/** Returns a sentence on the plan that renews, begins or ends with the period. */
function describeNext({ next, now, renewal, period_end }: PlanQuote): string {
  if (period_end === null) return 'It ends at once.'
  const day = formatInvoiceDay(period_end)
  if (renewal === 0) return `What you have stays until ${day}; then it ends.`
  const each = (next ?? now).interval
  return next
    ? `${describePurchase(next)} follows on ${day}, for ${formatMoney(renewal)} a ${each}.`
    : `All is renewed on ${day}, for ${formatMoney(renewal)} a ${each}.`
}

type PlanArgs = ArgsOf<typeof commands.changePlanArgs>

/** Returns the data for a change of plan. Switching to Free does not touch add-ons: a separate command cancels them. */
const planWish = ({ plan_id, interval = 'month' }: PlanArgs): Wish =>
  plan_id === 'free' ? { plan_id } : { plan_id, interval }

export const changePlan: CommandModule<PlanArgs> = {
  confirmation: (args, { services }) =>
    changeQuestion(services, args, planWish(args), `Change to ${planOffers[args.plan_id].name}?`),
  run: async (args, { services }) => {
    const { plan_id } = args
    const { plans, subscription } = await readPlans(services, args)
    const outcome = await change(services, args, planWish(args))
    if ('outcome' in outcome) return outcome.outcome
    const plan = plans.find(({ id }) => id === plan_id)
    const isNew = subscription?.now.plan_id !== plan_id
    if (plan && isNew && outcome.quote.due_now > 0 && outcome.quote.now.plan_id === plan_id) {
      thankLater({ plan, isMonthly: outcome.quote.now.interval === 'month' })
      return {}
    }
    return { message: describeChange(outcome.quote) }
  },
}

function describeChange({ now, next, period_end }: PlanQuote): string {
  if (period_end === null) return 'The plan has ended'
  if (!next) return `You have ${describePurchase(now)}`
  return `${describePurchase(next)} follows on ${formatInvoiceDay(period_end)}`
}

/** Returns the add-ons of the next period if it differs from the current one, or else those of the current one. */
const selectedAddOns = (subscription: { now: Purchase; next: Purchase | null } | null): AddOn[] => [
  ...((subscription?.next ?? subscription?.now)?.add_ons ?? []),
]

type AddOnArgs = ArgsOf<typeof commands.addOnArgs>

const titleOf = ({ add_on }: AddOnArgs): string => addOnOffers[add_on].title

async function addWish({ add_on, ...scope }: AddOnArgs, services: Services): Promise<Wish> {
  const { subscription } = await readPlans(services, scope)
  return { add_ons: [...selectedAddOns(subscription), add_on] }
}

async function removeWish({ add_on, ...scope }: AddOnArgs, services: Services): Promise<Wish> {
  const { subscription } = await readPlans(services, scope)
  return { add_ons: selectedAddOns(subscription).filter((one) => one !== add_on) }
}

export const addAddOn: CommandModule<ArgsOf<typeof commands.addOnArgs>> = {
  confirmation: async (args, { services }) =>
    changeQuestion(services, args, await addWish(args, services), `Add ${titleOf(args)}?`),
  run: async (args, { services }) => {
    const outcome = await change(services, args, await addWish(args, services))
    return 'outcome' in outcome ? outcome.outcome : { message: `Added ${titleOf(args)}.` }
  },
}

export const removeAddOn: CommandModule<ArgsOf<typeof commands.addOnArgs>> = {
  confirmation: async (args, { services }) =>
    changeQuestion(services, args, await removeWish(args, services), `Remove ${titleOf(args)}?`),
  run: async (args, { services }) => {
    const outcome = await change(services, args, await removeWish(args, services))
    if ('outcome' in outcome) return outcome.outcome
    const title = titleOf(args)
    const end = outcome.quote.period_end
    return { message: end ? `${title} ends on ${formatInvoiceDay(end)}` : `${title} has ended` }
  },
}

export async function addOnRows(
  query: string,
  state: 'available' | 'active',
  { services, args }: AskContext,
): Promise<readonly PickerRow[]> {
  const { resource, resource_id } = args
  if ((resource !== 'project' && resource !== 'workspace') || typeof resource_id !== 'string')
    return []
  const { add_ons, subscription } = await readPlans(services, { resource, resource_id })
  const interval = subscription?.now.interval ?? 'month'
  return add_ons
    .filter((one) => (state === 'active' ? one.state === 'active' : one.state !== 'active'))
    .filter(({ title }) => holdsWords(title, query))
    .sort((a, b) => addOnIds.indexOf(a.id) - addOnIds.indexOf(b.id))
    .map((one) => ({
      id: one.id,
      value: one.id,
      label: one.title,
      icon: 'puzzle',
      subtitle: `${formatMoney(one.pricing[interval])} a ${interval}`,
      ...(one.state === 'bundled' && { reason: 'Included in your bundle.' }),
      ...(one.state === 'coming' && { reason: 'Coming in a later version.' }),
    }))
}

export const takeOver: CommandModule<ArgsOf<typeof commands.takeOverArgs>> = {
  confirmation: (scope, { services }) =>
    changeQuestion(services, scope, { payer: 'me' }, `Pay for this ${scope.resource}?`),
  run: async (scope, { services }) => {
    const outcome = await change(services, scope, { payer: 'me' })
    return 'outcome' in outcome
      ? outcome.outcome
      : { message: `You pay for this ${scope.resource} from now on` }
  },
}

const readSubscription = async (services: Services) => {
  const { subscriptions } = await services
    .get(Queries)
    .fetchQuery(apiQueryOptions(services, listSubscriptions, {}))
  return subscriptions
}

/** Reads the user's subscription for a project or workspace, and when it would end. */
async function readPaid(services: Services, place_id: string) {
  const subscription = (await readSubscription(services)).find(({ id }) => id === place_id)
  if (!subscription || subscription.renewal === 0) throw new Refusal('You no longer pay for this.')
  const until =
    subscription.status === 'past_due'
      ? 'at once'
      : `on ${formatInvoiceDay(subscription.period_end)}`
  return { subscription, until }
}

export const endPlan: CommandModule<ArgsOf<typeof commands.endSubscriptionArgs>> = {
  confirmation: async ({ place_id }, { services }) => {
    const { subscription, until } = await readPaid(services, place_id)
    return {
      title: `Stop paying for ${titleOfSubscription(subscription)}?`,
      text: `${describePurchase(subscription.next ?? subscription.now)} ends ${until}. Nothing is deleted, and your card is not charged again.`,
      action: 'Stop paying',
    }
  },
  run: async ({ place_id }, { services }) => {
    const { subscription, until } = await readPaid(services, place_id)
    const { resource, id } = subscription
    await services
      .get(Api)
      .call(endSubscription, { body: scopeQuery({ resource, resource_id: id }) })
    await refreshBilling(services)
    return { message: `${titleOfSubscription(subscription)} ends ${until}` }
  },
}

export async function subscriptionRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  return (await readSubscription(services))
    .filter(
      (subscription) =>
        subscription.renewal > 0 && holdsWords(titleOfSubscription(subscription), query),
    )
    .map((subscription) => ({
      id: subscription.id,
      value: subscription.id,
      label: titleOfSubscription(subscription),
      icon: subscription.resource === 'project' ? 'folder' : 'building-2',
      subtitle: `${describePurchase(subscription.next ?? subscription.now)}, ${formatMoney(subscription.renewal)}`,
    }))
}
