import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'bucket.role': 'admin',
  can: new Set(['bucket:read', 'bucket:settings']),
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'assistants', expect: 'assistants.open-assistants-settings', facts },
  { query: 'revoke assistant', expect: 'assistants.revoke', facts },
  { query: 'disconnect assistant', expect: 'assistants.revoke', facts },
  { query: 'set assistants', expect: 'assistants.set', facts },
  { query: 'review plan', expect: 'assistants.review-plan', facts },
  { query: 'decline plan', expect: 'assistants.decline-plan', facts },
  { query: 'undo plan of an assistant', expect: 'assistants.undo-plan', facts },
  {
    query: 'show what an assistant changed',
    expect: 'assistants.show-changes',
    facts: { ...facts, 'route.objectID': 'a', 'assistants.revision': 'r' },
  },
  { query: 'turn assistants off', expect: 'assistants.set', facts },
]
