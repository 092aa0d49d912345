import { bucketSettings } from '@typecase/content/slots'
import { route } from '@typecase/plugin-sdk/route'
import { section, sectionRoute } from '@typecase/plugin-sdk/section'
import { token } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

export const settingsRoute = sectionRoute(bucketSettings)

export const webhooksSection = section(bucketSettings, {
  id: 'webhooks.webhooks',
  title: 'Webhooks',
  icon: 'webhook',
  order: 55,
  keywords: ['hooks', 'endpoints', 'events', 'http', 'deliveries', 'signing secret'],
  commandTitle: 'Open webhooks',
  when: has('route.bucketSlug'),
  load: () => import('./views/webhooks-section.tsx'),
})

/** The list of webhooks in the settings, for commands. */
export interface WebhooksPage {
  /** Opens the form for a new webhook. */
  add(): void
}
export const webhooksPage = token<WebhooksPage>('webhooks.webhooks-page', 1)

/**
 * The deliveries of a webhook, filtered by state and title, with `skip` for pages. `delivery` is the open delivery, and
 * `open` a dialog on the page.
 */
export const webhookRoute = route({
  id: 'webhooks.deliveries',
  mount: 'bucket',
  path: 'webhooks/$webhookID',
  title: 'Webhook',
  search: () =>
    type({
      // Importing the contract would add all webhook endpoints to the first file of the dashboard.
      'state?': "'waiting' | 'delivered' | 'failed' | 'given_up'",
      'search?': 'string',
      'skip?': 'number.integer >= 0',
      'delivery?': 'string',
      'open?': "'edit'",
    }),
  load: () => import('./views/webhook-page.tsx'),
})

/** The page of a webhook, for commands. */
export interface WebhookPage {
  readonly webhookID: string
  /** Shows a new signing secret for the only time. */
  showSecret(secret: string): void
}
export const webhookPage = token<WebhookPage>('webhooks.webhook-page', 1)
