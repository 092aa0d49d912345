import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { endSubscription, listSubscriptions } from '@typecase/contract/billing'
import {
  type AddOn,
  addOnIds,
  addOnOffers,
  type Bought,
  boughtInWords,
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
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Dialogs, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { goToBilling, mayCharge, refreshBilling } from '../billing-calls.ts'
import { dayInWords, titleOfOwn } from '../in-words.ts'
import { type Place, placeQuery } from '../place.ts'
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

const readPlans = (services: Services, place: Place) =>
  services
    .get(Queries)
    .fetchQuery(apiQueryOptions(services, listPlans, { query: placeQuery(place) }))

/** Asks about a change, with what it costs, and makes it. */
async function change(
  { services }: RunContext,
  place: Place,
  data: Wish,
  title: string,
): Promise<{ outcome: Outcome } | { quote: PlanQuote }> {
  const api = services.get(Api)
  const quote = await api.call(quotePlan, { body: { ...placeQuery(place), data } })
  if (quote.due_now > 0) {
    const amount = formatMoney(quote.due_now)
    const answer = await mayCharge(services, { title, text: textOf(quote), amount })
    if (answer === 'needs a card')
      return { outcome: { open: refTo(addCard), message: 'Add a card first' } }
    if (answer === 'no') return { outcome: {} }
  } else {
    const isSure = await services
      .get(Dialogs)
      .confirm({ title, text: `Nothing is due now. ${textOf(quote)}`, action: 'Change' })
    if (!isSure) return { outcome: {} }
  }
  const body = { data, max_amount: quote.due_now }
  try {
    await (place.resource === 'project'
      ? api.call(updateProjectBilling, { body: { project_id: place.resource_id, ...body } })
      : api.call(updateWorkspaceBilling, { body: { workspace_id: place.resource_id, ...body } }))
  } finally {
    // A charge that was declined is among the purchases, too.
    await refreshBilling(services)
  }
  return { quote }
}

const textOf = (quote: PlanQuote): string => [nextInWords(quote), ...quote.exceeded].join(' ')

/** What is renewed, or ends, when the period does. */
function nextInWords({ next, now, renewal, period_end }: PlanQuote): string {
  if (period_end === null) return 'It ends at once.'
  const day = dayInWords(period_end)
  if (renewal === 0) return `What you have stays until ${day}; then it ends.`
  const each = (next ?? now).interval
  return next
    ? `${boughtInWords(next)} follows on ${day}, for ${formatMoney(renewal)} a ${each}.`
    : `All is renewed on ${day}, for ${formatMoney(renewal)} a ${each}.`
}

export const changePlan: CommandModule<ArgsOf<typeof commands.changePlanArgs>> = {
  run: async ({ plan_id, interval = 'month', ...place }, context) => {
    const { plans, subscription } = await readPlans(context.services, place)
    const { name } = planOffers[plan_id]
    // Whoever goes back to Free gives up the add-ons by their own command.
    const wish = plan_id === 'free' ? { plan_id } : { plan_id, interval }
    const made = await change(context, place, wish, `Change to ${name}?`)
    if ('outcome' in made) return made.outcome
    const plan = plans.find(({ id }) => id === plan_id)
    const isNew = subscription?.now.plan_id !== plan_id
    if (plan && isNew && made.quote.due_now > 0 && made.quote.now.plan_id === plan_id) {
      thankLater({ plan, isMonthly: made.quote.now.interval === 'month' })
      return {}
    }
    return { message: changedInWords(made.quote) }
  },
}

function changedInWords({ now, next, period_end }: PlanQuote): string {
  if (period_end === null) return 'The plan has ended'
  if (!next) return `You have ${boughtInWords(now)}`
  return `${boughtInWords(next)} follows on ${dayInWords(period_end)}`
}

/** The add-ons that are wanted by now, with what was asked for last. */
const wantedAddOns = (subscription: { now: Bought; next: Bought | null } | null): AddOn[] => [
  ...((subscription?.next ?? subscription?.now)?.add_ons ?? []),
]

export const addAddOn: CommandModule<ArgsOf<typeof commands.addOnArgs>> = {
  run: async ({ add_on, ...place }, context) => {
    const { subscription } = await readPlans(context.services, place)
    const add_ons = [...wantedAddOns(subscription), add_on]
    const { title } = addOnOffers[add_on]
    const made = await change(context, place, { add_ons }, `Add ${title}?`)
    return 'outcome' in made ? made.outcome : { message: `${title} is on` }
  },
}

export const removeAddOn: CommandModule<ArgsOf<typeof commands.addOnArgs>> = {
  run: async ({ add_on, ...place }, context) => {
    const { subscription } = await readPlans(context.services, place)
    const add_ons = wantedAddOns(subscription).filter((one) => one !== add_on)
    const { title } = addOnOffers[add_on]
    const made = await change(context, place, { add_ons }, `Remove ${title}?`)
    if ('outcome' in made) return made.outcome
    const end = made.quote.period_end
    return { message: end ? `${title} ends on ${dayInWords(end)}` : `${title} has ended` }
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
      ...(one.state === 'bundled' && { reason: 'In the bundle that you have.' }),
      ...(one.state === 'coming' && { reason: 'It comes with a later version.' }),
    }))
}

export const takeOver: CommandModule<ArgsOf<typeof commands.takeOverArgs>> = {
  run: async (place, context) => {
    const title = `Pay for this ${place.resource}?`
    const made = await change(context, place, { payer: 'me' }, title)
    return 'outcome' in made
      ? made.outcome
      : { message: `You pay for this ${place.resource} from now on` }
  },
}

const readOwn = async (services: Services) => {
  const { subscriptions } = await services
    .get(Queries)
    .fetchQuery(apiQueryOptions(services, listSubscriptions, {}))
  return subscriptions
}

export const endOwn: CommandModule<ArgsOf<typeof commands.endOwnArgs>> = {
  run: async ({ place_id }, { services }) => {
    const own = (await readOwn(services)).find(({ id }) => id === place_id)
    if (!own || own.renewal === 0) throw new Refusal('You do not pay for this any more.')
    const { resource, id, status, period_end } = own
    const until = status === 'past_due' ? 'at once' : `on ${dayInWords(period_end)}`
    const isSure = await services.get(Dialogs).confirm({
      title: `Stop paying for ${titleOfOwn(own)}?`,
      text: `${boughtInWords(own.next ?? own.now)} ends ${until}. Nothing is deleted, and your card is not charged again.`,
      action: 'Stop paying',
      isDestructive: true,
    })
    if (!isSure) return {}
    await services
      .get(Api)
      .call(endSubscription, { body: placeQuery({ resource, resource_id: id }) })
    await refreshBilling(services)
    return { message: `${titleOfOwn(own)} ends ${until}` }
  },
}

export async function ownRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  return (await readOwn(services))
    .filter((own) => own.renewal > 0 && holdsWords(titleOfOwn(own), query))
    .map((own) => ({
      id: own.id,
      value: own.id,
      label: titleOfOwn(own),
      icon: own.resource === 'project' ? 'folder' : 'building-2',
      subtitle: `${boughtInWords(own.next ?? own.now)}, ${formatMoney(own.renewal)}`,
    }))
}
