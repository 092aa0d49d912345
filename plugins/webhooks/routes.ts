import { deliveryStates } from '@typecase/contract/webhooks'
import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/**
 * The deliveries of one webhook: those of a state, those whose title holds a text, the page after `skip`. `delivery` names
 * the one that is open, `open` the dialog over the page.
 */
export const webhookRoute = route({
  id: 'webhooks.deliveries',
  mount: 'bucket',
  path: 'webhooks/$webhookID',
  title: 'Webhook',
  search: () =>
    type({
      'state?': type.enumerated(...deliveryStates),
      'search?': 'string',
      'skip?': 'number.integer >= 0',
      'delivery?': 'string',
      'open?': "'edit'",
    }),
  load: () => import('./views/webhook-page.tsx'),
})
