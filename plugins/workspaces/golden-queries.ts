import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const
const inWorkspace = {
  ...facts,
  'workspace.id': '0123456789abcdef01234567',
  'workspace.role': 'admin',
  'workspace.can': new Set(['settings:write']),
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'workspaces', expect: 'workspaces.open-list', facts },
  { query: 'new works', expect: 'workspaces.new', facts },
  { query: 'create workspace', expect: 'workspaces.new', facts },
  { query: 'switch work', expect: 'workspaces.switch', facts },
  { query: 'workspace settings', expect: 'workspaces.open-settings', facts: inWorkspace },
  { query: 'rename works', expect: 'workspaces.rename', facts: inWorkspace },
  { query: 'workspace logo', expect: 'workspaces.change-logo', facts: inWorkspace },
  { query: 'upload logo', expect: 'workspaces.upload-logo', facts: inWorkspace },
  { query: 'delete works', expect: 'workspaces.delete', facts: inWorkspace },
]
