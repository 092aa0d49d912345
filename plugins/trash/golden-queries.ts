import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:delete']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to trash', expect: 'trash.nav.go', facts },
  { query: 'empty tr', expect: 'trash.empty', facts },
  {
    query: 'restore',
    expect: 'trash.restore',
    facts: {
      ...facts,
      'selection.kind': 'trashed',
      'selection.ids': ['a'],
      'selection.count': 1,
    },
  },
  { query: 'restore all', expect: 'trash.restore-all', facts },
  { query: 'restore everything', expect: 'trash.restore-all', facts },
]
