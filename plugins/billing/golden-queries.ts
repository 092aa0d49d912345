import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const
const inProject = {
  ...facts,
  'project.id': '0123456789abcdef01234567',
  'project.role': 'admin',
  'project.can': new Set(['billing:write']),
  'project.workspaceID': 'default',
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'billing', expect: 'billing.open', facts },
  { query: 'go to billing', expect: 'billing.open', facts },
  { query: 'change plan', expect: 'billing.change-plan', facts: inProject },
  { query: 'upgrade', expect: 'billing.change-plan', facts: inProject },
  { query: 'buy tokens', expect: 'billing.buy-tokens', facts },
  { query: 'ai tokens', expect: 'billing.buy-tokens', facts },
  { query: 'add card', expect: 'billing.add-card', facts },
  { query: 'default card', expect: 'billing.set-default-card', facts },
  { query: 'remove card', expect: 'billing.remove-card', facts },
  { query: 'add add-on', expect: 'billing.add-add-on', facts: inProject },
  { query: 'remove add-on', expect: 'billing.remove-add-on', facts: inProject },
  { query: 'take over payment', expect: 'billing.take-over', facts: inProject },
  { query: 'stop paying', expect: 'billing.end-subscription', facts },
  { query: 'cancel subscription', expect: 'billing.end-subscription', facts },
  { query: 'auto-reload', expect: 'billing.set-auto-reload', facts },
  { query: 'purchases', expect: 'billing.show-purchases', facts },
  { query: 'invoice details', expect: 'billing.edit-invoice-details', facts },
  {
    query: 'yearly prices',
    expect: 'billing.toggle-interval',
    facts: { ...facts, 'route.id': 'billing.project' },
  },
]
