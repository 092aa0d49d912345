import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive' }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'api', expect: 'api.nav.go', facts },
  { query: 'copy terminal', expect: 'api.copy-terminal', facts },
  { query: 'terminal command', expect: 'api.copy-terminal', facts },
  { query: 'copy as http', expect: 'api.copy-request', facts },
  { query: 'curl', expect: 'api.copy-request', facts },
]
