import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { type } from 'arktype'

import {
  askDisabled,
  askEnabled,
  askWebhook,
  currentWebhook,
  group,
  webhookArgs,
  when,
} from './pickers.ts'

const runs = () => import('./webhooks-runs.ts')
/** About the webhook on screen, or one that is asked for. */
const ofWebhook = {
  group,
  when,
  args: webhookArgs,
  defaults: currentWebhook,
  ask: { webhook_id: askWebhook },
} as const

export const openWebhook = defineCommand({
  id: 'webhooks.open',
  title: 'Open webhook deliveries…',
  aliases: ['Go to webhook', 'Show deliveries of webhook'],
  keywords: ['log', 'history', 'requests', 'hooks'],
  icon: 'webhook',
  ...ofWebhook,
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

const header = () => type({ key: 'string', 'value?': 'string' })
const written = () =>
  type({
    'title?': 'string',
    'endpoint?': 'string',
    'resource?': "'objects' | 'media'",
    'events?': "('created' | 'edited' | 'published' | 'unpublished' | 'deleted')[]",
    'payload?': 'boolean',
    'props?': 'string',
    'object_types?': 'string[]',
    'headers?': header().array(),
    'is_enabled?': 'boolean',
  })

export const saveArgs = () =>
  type({ bucket: 'string', webhook_id: 'string', data: written(), 'rev?': 'number.integer' })

/** Run by the undo of an edit: what people type into the form holds values that no history may keep. */
export const setWebhook = defineCommand({
  id: 'webhooks.set',
  title: 'Save webhook',
  group,
  when,
  icon: 'pencil',
  isInternal: true,
  effect: 'write',
  args: saveArgs,
  load: async () => (await runs()).setWebhook,
})

export const editWebhook = defineCommand({
  id: 'webhooks.edit',
  title: 'Edit webhook…',
  aliases: ['Change webhook', 'Rename webhook'],
  keywords: ['hook', 'endpoint', 'events', 'headers', 'props', 'payload'],
  icon: 'pencil',
  ...ofWebhook,
  effect: 'nav',
  load: async () => (await runs()).editWebhook,
})

export const enableWebhook = defineCommand({
  id: 'webhooks.enable',
  title: 'Enable webhook…',
  aliases: ['Turn on webhook'],
  keywords: ['hook', 'resume', 'start'],
  icon: 'play',
  ...ofWebhook,
  ask: { webhook_id: askDisabled },
  effect: 'write',
  load: async () => (await runs()).enableWebhook,
})

export const disableWebhook = defineCommand({
  id: 'webhooks.disable',
  title: 'Disable webhook…',
  aliases: ['Turn off webhook'],
  keywords: ['hook', 'pause', 'stop'],
  icon: 'ban',
  ...ofWebhook,
  ask: { webhook_id: askEnabled },
  effect: 'write',
  load: async () => (await runs()).disableWebhook,
})

export const testWebhook = defineCommand({
  id: 'webhooks.test',
  title: 'Send test to webhook…',
  aliases: ['Test webhook', 'Ping webhook'],
  keywords: ['try', 'event', 'check', 'hook'],
  icon: 'send',
  ...ofWebhook,
  effect: 'none',
  load: async () => (await runs()).testWebhook,
})

export const rotateSecret = defineCommand({
  id: 'webhooks.rotate-secret',
  title: 'Rotate signing secret of webhook…',
  aliases: ['New signing secret', 'Reset webhook secret'],
  keywords: ['hook', 'signature', 'key', 'replace', 'leaked'],
  icon: 'rotate-ccw',
  ...ofWebhook,
  effect: 'write',
  load: async () => (await runs()).rotateSecret,
})

export const copyEndpoint = defineCommand({
  id: 'webhooks.copy-endpoint',
  title: 'Copy webhook endpoint…',
  aliases: ['Copy address of webhook'],
  keywords: ['url', 'clipboard', 'hook'],
  icon: 'copy',
  ...ofWebhook,
  effect: 'none',
  load: async () => (await runs()).copyEndpoint,
})

export const deleteWebhook = defineCommand({
  id: 'webhooks.delete',
  title: 'Delete webhook…',
  aliases: ['Remove webhook'],
  keywords: ['hook'],
  icon: 'trash-2',
  ...ofWebhook,
  // It can be brought back, with its secret and its log.
  effect: 'write',
  load: async () => (await runs()).deleteWebhook,
})

export const placedArgs = () => type({ bucket: 'string', webhook_id: 'string' })

/** Run by the undo of a delete. */
export const restoreWebhook = defineCommand({
  id: 'webhooks.restore',
  title: 'Restore webhook',
  group,
  when,
  icon: 'undo-2',
  isInternal: true,
  effect: 'write',
  args: placedArgs,
  load: async () => (await runs()).restoreWebhook,
})

export const webhookCommands: readonly AnyCommand[] = [
  openWebhook,
  addWebhook,
  setWebhook,
  editWebhook,
  enableWebhook,
  disableWebhook,
  testWebhook,
  rotateSecret,
  copyEndpoint,
  deleteWebhook,
  restoreWebhook,
]
