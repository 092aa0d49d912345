import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'bucket.role': 'developer',
  can: new Set(['bucket:read', 'types:write']),
}
const editing = {
  ...facts,
  'route.id': 'editor.object',
  'route.objectID': '0123456789abcdef01234567',
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'repositories', expect: 'repositories.nav.go', facts },
  { query: 'go to repository', expect: 'repositories.show', facts },
  { query: 'add repo', expect: 'repositories.add', facts },
  { query: 'new repository', expect: 'repositories.add', facts },
  { query: 'edit repo', expect: 'repositories.edit', facts },
  { query: 'change default branch', expect: 'repositories.edit', facts },
  { query: 'delete repo', expect: 'repositories.delete', facts },
  { query: 'open repo', expect: 'repositories.open', facts },
  { query: 'clone', expect: 'repositories.copy-clone-address', facts },
  { query: 'add branch', expect: 'repositories.add-branch', facts },
  { query: 'site of branch', expect: 'repositories.set-site', facts },
  { query: 'delete branch', expect: 'repositories.delete-branch', facts },
  { query: 'branch on host', expect: 'repositories.open-branch', facts },
  { query: 'open site', expect: 'repositories.open-site', facts },
  { query: 'preview on branch', expect: 'repositories.preview', facts: editing },
]
