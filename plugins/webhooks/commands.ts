import {
  listDeliveries,
  MAX_WEBHOOK_TITLE,
  webhookEvents,
  webhookResources,
} from '@typecase/contract/webhooks'
import { formatAge } from '@typecase/content/words/age'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { recordCommand } from '@typecase/content/record/define-record'
import { undoCommand } from '@typecase/content/record/record-undo'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { Api } from '@typecase/plugin-sdk/services'
import { and, eq, has, not, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { facts, PAGE_SIZE, webhook } from './record.ts'
import { settingsRoute, webhookRoute, webhooksSection } from './routes.ts'
import { eventLabels, stateIcons, stateLabels } from './words.ts'

const runs = () => import('./runs.ts')
const { group, when } = webhook

export const openWebhook = recordCommand(webhook, {
  id: 'webhooks.open',
  title: 'Open webhook deliveries…',
  aliases: ['Go to webhook', 'Show deliveries of webhook'],
  keywords: ['log', 'history', 'requests', 'hooks'],
  effect: 'nav',
  load: async () => (await runs()).openWebhook,
})

export const addWebhook = defineCommand({
  id: 'webhooks.add',
  title: 'Add webhook…',
  aliases: ['New webhook', 'Create webhook'],
  keywords: ['hook', 'endpoint', 'event', 'http', 'call', 'notify'],
  group,
  when,
  icon: 'plus',
  effect: 'nav',
  load: async () => (await runs()).addWebhook,
})

export const createArgs = () =>
  type({
    endpoint: '0 < string <= 2000',
    events: type.enumerated(...webhookEvents).array(),
    'title?': `string <= ${MAX_WEBHOOK_TITLE}`,
    'resource?': type.enumerated(...webhookResources),
    'object_types?': 'string[]',
    'payload?': 'boolean',
    'props?': 'string',
  })

/**
 * Creates a webhook in one call, for terminals and assistants. People use the form, which also sets headers, because
 * these hold secrets.
 */
export const createWebhook = defineCommand({
  id: 'webhooks.create',
  title: 'Add webhook with its settings',
  group,
  when,
  icon: 'plus',
  isInternal: true,
  effect: 'write',
  args: createArgs,
  ask: {
    endpoint: { kind: 'text', title: 'Endpoint', placeholder: 'https://example.com/hook' },
    events: {
      kind: 'text',
      title: 'Events',
      help: `A list of ${webhookEvents.join(', ')}; media have created, edited and deleted`,
    },
    object_types: { kind: 'text', title: 'Object types', help: 'Slugs; all types if left out' },
    payload: { kind: 'text', title: 'Payload', help: 'Whether the object is sent along: true' },
  },
  call: async () => (await runs()).createCall,
  load: async () => (await runs()).createWebhook,
})

export const editWebhook = recordCommand(webhook, {
  id: 'webhooks.edit',
  title: 'Edit webhook…',
  aliases: ['Change webhook', 'Rename webhook'],
  keywords: ['hook', 'endpoint', 'events', 'headers', 'props', 'payload'],
  icon: 'pencil',
  effect: 'nav',
  load: async () => (await runs()).editWebhook,
})

export const enableWebhook = recordCommand(webhook, {
  id: 'webhooks.enable',
  title: 'Enable webhook…',
  aliases: ['Turn on webhook'],
  keywords: ['hook', 'resume', 'start'],
  icon: 'play',
  effect: 'write',
  offer: ({ is_enabled }) => (is_enabled ? 'It is already enabled.' : true),
  load: async () => (await runs()).enableWebhook,
})

export const disableWebhook = recordCommand(webhook, {
  id: 'webhooks.disable',
  title: 'Disable webhook…',
  aliases: ['Turn off webhook'],
  keywords: ['hook', 'pause', 'stop'],
  icon: 'ban',
  effect: 'write',
  offer: ({ is_enabled }) => is_enabled || 'It is already disabled.',
  load: async () => (await runs()).disableWebhook,
})

export const testWebhook = recordCommand(webhook, {
  id: 'webhooks.test',
  title: 'Send test to webhook…',
  aliases: ['Test webhook', 'Ping webhook'],
  keywords: ['try', 'event', 'check', 'hook'],
  icon: 'send',
  effect: 'none',
  load: async () => (await runs()).testWebhook,
})

export const rotateSecret = recordCommand(webhook, {
  id: 'webhooks.rotate-secret',
  title: 'Rotate signing secret of webhook…',
  aliases: ['New signing secret', 'Reset webhook secret'],
  keywords: ['hook', 'signature', 'key', 'replace', 'leaked'],
  icon: 'rotate-ccw',
  effect: 'destructive',
  load: async () => (await runs()).rotateSecret,
})

export const copyEndpoint = recordCommand(webhook, {
  id: 'webhooks.copy-endpoint',
  title: 'Copy webhook endpoint…',
  aliases: ['Copy address of webhook'],
  keywords: ['url', 'clipboard', 'hook'],
  icon: 'copy',
  effect: 'none',
  load: async () => (await runs()).copyEndpoint,
})

export const deleteWebhook = recordCommand(webhook, {
  id: 'webhooks.delete',
  title: 'Delete webhook…',
  aliases: ['Remove webhook'],
  keywords: ['hook'],
  icon: 'trash-2',
  // An undo restores the webhook with its secret and log.
  effect: 'write',
  load: async () => (await runs()).deleteWebhook,
})

export const undoWebhook = undoCommand(webhook, {
  id: 'webhooks.undo',
  load: async () => (await runs()).changes.undoModule,
})

/** Picks a delivery of a webhook whose title contains the text, newest first. */
const askDelivery: AskPicker = {
  kind: 'picker',
  title: 'Delivery',
  placeholder: 'Which delivery?',
  async search(text, { services, facts: values, signal }) {
    const slug = bucketSlugOf(values)
    const query = { slug, limit: PAGE_SIZE, search: text.slice(0, 200) }
    const [webhooks, { deliveries }] = await Promise.all([
      webhook.all(services, slug),
      services.get(Api).call(listDeliveries, { query }, { signal }),
    ])
    const titles = new Map(webhooks.map(({ id, title }) => [id, title]))
    return deliveries.map(({ id, webhook_id, title, event, state, triggered_at }) => ({
      id,
      value: id,
      label: `${title}: ${eventLabels[event].toLowerCase()}`,
      icon: stateIcons[state],
      subtitle: [titles.get(webhook_id) ?? '', stateLabels[state], formatAge(triggered_at)].join(
        ' · ',
      ),
    }))
  },
}

export const deliveryArgs = () => type({ delivery_id: 'string' })

export const showDelivery = defineCommand({
  id: 'webhooks.show-delivery',
  title: 'Show webhook delivery…',
  aliases: ['Search deliveries', 'Find delivery'],
  keywords: ['request', 'response', 'log', 'payload', 'hook'],
  group,
  when,
  icon: 'file-text',
  effect: 'nav',
  args: deliveryArgs,
  defaults: ({ 'webhooks.delivery': delivery_id }) => ({ delivery_id }),
  ask: { delivery_id: askDelivery },
  load: async () => (await runs()).showDelivery,
})

export const deliveriesArgs = () => type({ delivery_ids: 'string[] >= 1' })

export const redeliver = defineCommand({
  id: 'webhooks.redeliver',
  title: 'Redeliver…',
  aliases: ['Replay delivery', 'Send webhook again', 'Retry delivery'],
  keywords: ['repeat', 'resend', 'hook'],
  group,
  when,
  icon: 'refresh-cw',
  effect: 'write',
  args: deliveriesArgs,
  defaults: ({ 'webhooks.delivery': id }) => ({ delivery_ids: id === undefined ? id : [id] }),
  ask: { delivery_ids: { ...askDelivery, title: 'Deliveries', isMany: true } },
  load: async () => (await runs()).redeliver,
})

export const redeliverFailed = recordCommand(webhook, {
  id: 'webhooks.redeliver-failed',
  title: 'Redeliver all failed…',
  aliases: ['Replay failed deliveries', 'Retry failed deliveries'],
  keywords: ['given up', 'resend', 'again', 'hook'],
  icon: 'refresh-cw',
  effect: 'write',
  isAlwaysPlanned: true,
  load: async () => (await runs()).redeliverFailed,
})

const inList = and(
  eq('route.id', settingsRoute.id),
  eq('list.creates', addWebhook.id),
  has(webhook.fact),
)
const onPage = and(eq('route.id', webhookRoute.id), has(webhook.fact))
const onEither = or(inList, onPage)
/** Holds on the page, even with a delivery open in a dialog, but not below the palette or another dialog. */
const onDelivery = and(
  onPage,
  has('webhooks.delivery'),
  not(has('palette.isOpen')),
  not(has('dialog.isOpen')),
)

export default {
  commands: [
    openWebhook,
    addWebhook,
    createWebhook,
    editWebhook,
    enableWebhook,
    disableWebhook,
    testWebhook,
    rotateSecret,
    copyEndpoint,
    deleteWebhook,
    undoWebhook,
    showDelivery,
    redeliver,
    redeliverFailed,
    webhooksSection.open,
  ],
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
