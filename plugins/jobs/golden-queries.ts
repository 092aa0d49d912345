import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'session.isLoggedIn': true,
  'route.bucketSlug': 'archive',
  can: new Set(['objects:write']),
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'history', expect: 'jobs.nav.go', facts },
  { query: 'undo', expect: 'jobs.undo', facts },
  { query: 'redo', expect: 'jobs.redo', facts },
]
