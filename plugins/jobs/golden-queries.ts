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
  { query: 'who changed', expect: 'jobs.nav.go', facts },
  { query: 'open history', expect: 'jobs.nav.go', facts },
  { query: 'undo this', expect: 'jobs.undo-change-set', facts: { ...facts, 'jobs.change': 'a' } },
  { query: 'redo this', expect: 'jobs.redo-change-set', facts: { ...facts, 'jobs.undo': 'a' } },
  { query: 'undo newest', expect: 'jobs.undo-newest', facts },
  { query: 'undo the newest change', expect: 'jobs.undo-newest', facts },
  {
    query: 'changes of this object',
    expect: 'jobs.changes-of-object',
    facts: { ...facts, 'route.objectID': 'a' },
  },
  {
    query: 'history of this',
    expect: 'jobs.changes-of-object',
    facts: { ...facts, 'selection.kind': 'object', 'selection.ids': ['a'], 'selection.count': 1 },
  },
  { query: 'cancel job', expect: 'jobs.cancel', facts },
  { query: 'running jobs', expect: 'jobs.show-running', facts },
]
