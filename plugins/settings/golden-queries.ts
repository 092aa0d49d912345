import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive' }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to settings', expect: 'settings.nav.go', facts },
  { query: 'settings', expect: 'settings.nav.go', facts },
]
