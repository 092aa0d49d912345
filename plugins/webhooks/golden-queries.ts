import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'bucket.role': 'developer',
  can: new Set(['bucket:read', 'webhooks:write']),
}
const onPage = {
  ...facts,
  'route.id': 'webhooks.deliveries',
  'webhooks.webhook': '0123456789abcdef01234567',
  'webhooks.delivery': '0123456789abcdef01234568',
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'webhooks', expect: 'webhooks.open-webhooks-settings', facts },
  { query: 'add webhook', expect: 'webhooks.add', facts },
  { query: 'new webhook', expect: 'webhooks.add', facts },
  { query: 'edit webhook', expect: 'webhooks.edit', facts },
  { query: 'enable webhook', expect: 'webhooks.enable', facts },
  { query: 'disable webhook', expect: 'webhooks.disable', facts },
  { query: 'ping webhook', expect: 'webhooks.test', facts },
  { query: 'send test', expect: 'webhooks.test', facts: onPage },
  { query: 'rotate signing secret', expect: 'webhooks.rotate-secret', facts },
  { query: 'copy endpoint', expect: 'webhooks.copy-endpoint', facts },
  { query: 'delete webhook', expect: 'webhooks.delete', facts },
  { query: 'webhook deliveries', expect: 'webhooks.open', facts },
  { query: 'find delivery', expect: 'webhooks.show-delivery', facts },
  { query: 'redeliver', expect: 'webhooks.redeliver', facts: onPage },
  { query: 'replay delivery', expect: 'webhooks.redeliver', facts },
  { query: 'redeliver all failed', expect: 'webhooks.redeliver-failed', facts },
]
