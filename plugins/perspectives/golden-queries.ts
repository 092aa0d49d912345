import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'blog' }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'view as', expect: 'perspectives.view-as', facts },
  { query: 'view release', expect: 'perspectives.view-as', facts },
  { query: 'perspective', expect: 'perspectives.view-as', facts },
  {
    query: 'back to drafts',
    expect: 'perspectives.view-drafts',
    facts: { ...facts, 'perspectives.isOther': true },
  },
]
