import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { type } from 'arktype'

import { askDelivery, askWebhook, currentWebhook, group, webhookArgs, when } from './pickers.ts'

const runs = () => import('./deliveries-runs.ts')

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
  defaults: (facts) => ({ delivery_id: facts['webhooks.delivery'] }),
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
  defaults: ({ 'webhooks.delivery': id }) => ({
    delivery_ids: id === undefined ? undefined : [id],
  }),
  ask: { delivery_ids: { ...askDelivery, title: 'Deliveries', isMany: true } },
  load: async () => (await runs()).redeliver,
})

export const redeliverFailed = defineCommand({
  id: 'webhooks.redeliver-failed',
  title: 'Redeliver all failed…',
  aliases: ['Replay failed deliveries', 'Retry failed deliveries'],
  keywords: ['given up', 'resend', 'again', 'hook'],
  group,
  when,
  icon: 'refresh-cw',
  effect: 'write',
  isAlwaysPlanned: true,
  args: webhookArgs,
  defaults: currentWebhook,
  ask: { webhook_id: askWebhook },
  load: async () => (await runs()).redeliverFailed,
})

export const deliveryCommands: readonly AnyCommand[] = [showDelivery, redeliver, redeliverFailed]
