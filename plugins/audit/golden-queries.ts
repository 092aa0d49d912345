import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'export audit log', expect: 'audit.export', facts },
  { query: 'account activity', expect: 'audit.open-activity-settings', facts },
  {
    query: 'open audit log',
    expect: 'audit.open-audit-log-settings',
    facts: { ...facts, 'route.projectID': 'f'.repeat(24) },
  },
  {
    query: 'audit log of the workspace',
    expect: 'audit.open-workspace',
    facts: {
      ...facts,
      'workspace.id': 'f'.repeat(24),
      'workspace.role': 'admin',
      'workspace.can': new Set(['audit:read']),
    },
  },
  {
    query: 'whole audit log',
    expect: 'audit.open-everything-settings',
    facts: { ...facts, 'session.isStaff': true },
  },
]
