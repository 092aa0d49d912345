import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { sectionRoute } from '@typecase/plugin-sdk/section'
import { and, eq, has, not, or } from '@typecase/plugin-sdk/when'

import { deliveryCommands, redeliver, redeliverFailed } from './commands/deliveries.ts'
import {
  addWebhook,
  copyEndpoint,
  deleteWebhook,
  editWebhook,
  testWebhook,
  webhookCommands,
} from './commands/webhooks.ts'
import { facts } from './facts.ts'
import { webhookRoute } from './routes.ts'
import { webhooksSection } from './sections.ts'

const inList = and(
  eq('route.id', sectionRoute('settings.section').id),
  eq('list.creates', addWebhook.id),
  has('webhooks.webhook'),
)
const onPage = and(eq('route.id', webhookRoute.id), has('webhooks.webhook'))
const onEither = or(inList, onPage)
/** Also in a delivery, which is a dialog over the page; not in what lies over both. */
const onDelivery = and(
  onPage,
  has('webhooks.delivery'),
  not(has('palette.isOpen')),
  not(has('dialog.isOpen')),
)

export default {
  commands: [...webhookCommands, ...deliveryCommands, webhooksSection.open],
  facts,
  keys: [
    { keys: 'n', command: addWebhook.id, when: eq('list.creates', addWebhook.id) },
    { keys: 'e', command: editWebhook.id, when: onEither },
    { keys: 't', command: testWebhook.id, when: onEither },
    { keys: 'y', command: copyEndpoint.id, when: onEither },
    { keys: 'Delete', command: deleteWebhook.id, when: inList },
    { keys: 'r', command: redeliver.id, when: onDelivery, inDialog: true },
    { keys: 'Shift+R', command: redeliverFailed.id, when: onPage },
  ],
} satisfies PluginPart
