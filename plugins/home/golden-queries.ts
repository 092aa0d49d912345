import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const

export const goldenQueries: readonly GoldenQuery[] = [
  {
    query: 'go to home',
    expect: 'home.nav.go',
    facts: { ...facts, 'route.bucketSlug': 'archive' },
  },
  { query: 'home', expect: 'home.start.go', facts },
  { query: 'try it with content', expect: 'home.try-content', facts },
  { query: 'try content', expect: 'home.try-content', facts },
]
