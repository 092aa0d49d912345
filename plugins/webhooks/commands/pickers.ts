import type { AskPicker } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

export const group = 'Webhooks'
export const when = and(has('route.bucketSlug'), can('webhooks:write'))

const rows = () => import('./picker-rows.ts')

export const webhookArgs = () => type({ webhook_id: 'string' })

/** The webhook on screen, or the row that has the focus. */
export const currentWebhook = (facts: FactValues) => ({ webhook_id: facts['webhooks.webhook'] })

const pick = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Webhook',
  placeholder: 'Which webhook?',
  search,
})

export const askWebhook = pick(async (query, context) => (await rows()).webhookRows(query, context))
export const askEnabled = pick(async (query, context) => (await rows()).enabledRows(query, context))
export const askDisabled = pick(async (query, context) =>
  (await rows()).disabledRows(query, context),
)

export const askDelivery: AskPicker = {
  kind: 'picker',
  title: 'Delivery',
  placeholder: 'Which delivery?',
  search: async (query, context) => (await rows()).deliveryRows(query, context),
}
