import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true, 'route.bucketSlug': 'archive' } as const

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'ask', expect: 'sentences.ask', facts },
  { query: 'ask ai', expect: 'sentences.ask', facts },
  { query: 'natural language', expect: 'sentences.ask', facts },
]
