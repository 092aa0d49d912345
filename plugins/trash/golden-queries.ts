import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:delete']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to trash', expect: 'trash.nav.go', facts },
  { query: 'empty tr', expect: 'trash.empty', facts },
]
