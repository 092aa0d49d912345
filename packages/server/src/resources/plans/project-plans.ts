import {
  addAddonSubscription,
  addPlanSubscription,
  billingPortal,
  cancelAddonSubscription,
  cancelPlanSubscription,
  listProjectAddons,
  listProjectPlans,
  projectUsage,
} from '@typecase/contract/project-plans'
import {
  type AddOn,
  addOnIds,
  type Interval,
  intervals,
  type PlanId,
  planIds,
} from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import { invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { type Actor, actorOf } from '../audit/audit-log.ts'
import { changePlan, type PlanWish } from '../billing/change-plan.ts'
import { openTeam } from '../teams/team-scope.ts'
import { readPlans } from './read-plans.ts'

/** Routes for plans and usage of a project, in the form that the public command line expects. */
export function projectPlanRoutes(app: App): Route[] {
  const plansOf = (principal: UserPrincipal, project_id: string) =>
    readPlans(app, principal, { project_id })

  const change = (actor: Actor, project_id: string, wish: PlanWish) =>
    changePlan(app, actor, { resource: 'project', id: project_id }, wish)

  /** Changes the add-ons of a project. @param next returns the new add-ons for the current ones */
  async function changeAddOns(
    call: Parameters<typeof actorOf>[0] & { principal: UserPrincipal },
    project_id: string,
    next: (now: readonly AddOn[]) => readonly AddOn[],
  ): Promise<void> {
    const { subscription } = await plansOf(call.principal, project_id)
    const now = (subscription?.next ?? subscription?.now)?.add_ons ?? []
    await change(actorOf(call), project_id, { add_ons: next(now) })
  }

  return [
    handle(listProjectPlans, async ({ principal, query }) => {
      const { plans } = await plansOf(principal, query.project_id)
      return {
        plans: plans.map(({ pricing, ...plan }) => ({
          ...plan,
          pricing: pricesOf(plan.id, (every) => pricing[every]),
        })),
      }
    }),

    handle(listProjectAddons, async ({ principal, query }) => {
      const { add_ons, subscription } = await plansOf(principal, query.project_id)
      const isActive = (state: string) => state === 'active' || state === 'ends'
      return {
        addons: add_ons.map(({ id, title: name, description, pricing, state }) => ({
          id,
          name,
          description,
          is_subscribed: isActive(state),
          pricing: pricesOf(id, (every) => ({
            amount: pricing[every],
            is_subscribed: isActive(state) && subscription?.now.interval === every,
          })),
        })),
      }
    }),

    handle(projectUsage, async ({ principal, query }) => {
      const { plans, usage, this_month: month } = await plansOf(principal, query.project_id)
      const limits = plans.find((plan) => plan.is_subscribed)?.limits ?? {}
      return {
        usage: {
          total_objects: usage.objects,
          total_object_types: usage.object_types,
          api_requests: {
            non_cached: month?.api_non_cached,
            cached: month?.api_cached,
            bandwidth: month?.api_bandwidth,
          },
          media: {
            files: usage.media_files,
            storage: usage.media_storage,
            requests: month?.media_requests,
            bandwidth: month?.media_bandwidth,
          },
          ai: { input_tokens: month?.ai_input_tokens, output_tokens: month?.ai_output_tokens },
        },
        plan_info: {
          max_objects: limits['objects'],
          max_object_types: limits['object_types'],
          api_requests: {
            max_non_cached: limits['api_non_cached'],
            max_cached: limits['api_cached'],
            max_bandwidth: limits['api_bandwidth'],
          },
          media: {
            max_files: limits['media_files'],
            max_storage: limits['media_storage'],
            max_requests: limits['media_requests'],
            max_bandwidth: limits['media_bandwidth'],
          },
          ai_tokens: {
            max_input: limits['ai_input_tokens'],
            max_output: limits['ai_output_tokens'],
          },
        },
      }
    }),

    handle(addPlanSubscription, async (call) => {
      const { project_id, price_id } = call.body
      const [plan, every] = price_id.split(':')
      const plan_id = planIds.find((id) => id === plan)
      const interval = intervals.find((one) => one === every)
      if (!plan_id || !interval) throw unknown('price_id', 'a price of projects/listPlans')
      await change(actorOf(call), project_id, { plan_id, interval })
      // Store the response once the change is paid for.
      return call.commit(async () => ({ message: 'Subscribed to the plan.' }), 'read committed')
    }),

    handle(cancelPlanSubscription, async (call) => {
      await change(actorOf(call), call.query.project_id, { plan_id: 'free' })
      return { message: 'The plan ends with its period.' }
    }),

    handle(addAddonSubscription, async (call) => {
      const { project_id, addon_id } = call.body
      const added = addOnOf(addon_id)
      await changeAddOns(call, project_id, (now) => [...new Set([...now, added])])
      // Store the response once the change is paid for.
      return call.commit(async () => ({ message: 'Add-on added.' }), 'read committed')
    }),

    handle(cancelAddonSubscription, async (call) => {
      const { project_id, addon_id } = call.query
      const ended = addOnOf(addon_id)
      await changeAddOns(call, project_id, (now) => now.filter((one) => one !== ended))
      return { message: 'The add-on ends with its period.' }
    }),

    handle(billingPortal, async ({ principal, body: { project_id: id } }) => {
      await openTeam(app.db.read, principal, { resource: 'project', id }, 'billing:write')
      return { url: `${app.settings.PUBLIC_URL}/projects/${id}/billing/addons` }
    }),
  ]
}

const unknown = (path: string, what: string) => invalid(path, `${path} must be ${what}`, 'choice')

/** Returns the add-on with this id. @throws Failure `invalid` */
function addOnOf(id: string): AddOn {
  const addOn = addOnIds.find((one) => one === id)
  if (!addOn) throw unknown('addon_id', 'an add-on of projects/listAddons')
  return addOn
}

interface Price {
  readonly amount: number | null
  readonly is_subscribed: boolean
}

/** Returns the prices by interval in dollars; empty for a negotiated price. */
function pricesOf(id: PlanId | AddOn, priceOf: (every: Interval) => Price) {
  const prices = intervals.flatMap((every) => {
    const { amount, is_subscribed } = priceOf(every)
    if (amount === null) return []
    return [[every, { id: `${id}:${every}`, amount: amount / 100, is_subscribed }] as const]
  })
  return Object.fromEntries(prices)
}
