import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'

/**
 * Endpoints for the public command line. They offer the functions of `plans/list` and `projects/updateBilling` in the
 * shapes that it expects. Amounts are in dollars.
 */

const one = () => type({ project_id: id() })
/** The id of a price: a plan or an add-on, and the billing interval, such as `starter:month`. */
const priceId = () => type('0 < string <= 60')
const price = () => type({ id: 'string', amount: 'number', is_subscribed: 'boolean' })
const changes = ['payment_failed', 'conflict', 'unavailable'] as const

export const listProjectPlans = endpoint({
  id: 'projects.listPlans',
  method: 'GET',
  path: '/projects/listPlans',
  auth: 'session',
  summary: 'Returns the plans of `plans/list`, with an id for each price.',
  query: one,
  response: () =>
    type({
      plans: type({
        id: 'string',
        name: 'string',
        description: 'string',
        /** Prices by interval; empty for a negotiated price. */
        pricing: { '[string]': price() },
        is_subscribed: 'boolean',
        '[string]': 'unknown',
      }).array(),
    }),
})

export const listProjectAddons = endpoint({
  id: 'projects.listAddons',
  method: 'GET',
  path: '/projects/listAddons',
  auth: 'session',
  summary: 'Returns the add-ons of `plans/list`, with an id for each price.',
  query: one,
  response: () =>
    type({
      addons: type({
        id: 'string',
        name: 'string',
        description: 'string',
        pricing: { '[string]': price() },
        is_subscribed: 'boolean',
      }).array(),
    }),
})

export const projectUsage = endpoint({
  id: 'projects.usage',
  method: 'GET',
  path: '/projects/usage',
  auth: 'session',
  summary: 'Returns the usage of `plans/list` with the limits of the plan, as texts.',
  query: one,
  response: () => type({ usage: 'object', plan_info: 'object' }),
})

export const addPlanSubscription = endpoint({
  id: 'projects.addPlanSubscription',
  method: 'POST',
  path: '/projects/addPlanSubscription',
  auth: 'session',
  summary: 'Subscribes a project to the plan of a price, like `projects/updateBilling`.',
  body: () => type({ project_id: id(), price_id: priceId() }),
  response: message,
  errors: [...changes],
})

export const cancelPlanSubscription = endpoint({
  id: 'projects.cancelPlanSubscription',
  method: 'DELETE',
  path: '/projects/cancelPlanSubscription',
  auth: 'session',
  summary: 'Cancels the plan of a project at the end of its period.',
  query: one,
  response: message,
  errors: [...changes],
})

export const addAddonSubscription = endpoint({
  id: 'projects.addAddonSubscription',
  method: 'POST',
  path: '/projects/addAddonSubscription',
  auth: 'session',
  summary: 'Adds an add-on to the plan of a project, like `projects/updateBilling`.',
  body: () => type({ project_id: id(), addon_id: 'string <= 60', 'price_id?': 'string <= 60' }),
  response: message,
  errors: [...changes],
})

export const cancelAddonSubscription = endpoint({
  id: 'projects.cancelAddonSubscription',
  method: 'DELETE',
  path: '/projects/cancelAddonSubscription',
  auth: 'session',
  summary: 'Cancels an add-on of a project at the end of its period.',
  query: () => type({ project_id: id(), addon_id: 'string <= 60' }),
  response: message,
  errors: [...changes],
})

export const billingPortal = endpoint({
  id: 'projects.billingPortal',
  method: 'POST',
  path: '/projects/billing-portal',
  auth: 'session',
  summary: 'Returns the address of the page for managing the plan of a project.',
  isRepeatable: true,
  body: one,
  response: () => type({ url: 'string' }),
})
