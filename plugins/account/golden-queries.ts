import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'account', expect: 'account.open', facts: { 'session.isLoggedIn': true } },
  { query: 'profile', expect: 'account.open', facts: { 'session.isLoggedIn': true } },
  { query: 'change name', expect: 'account.change-name', facts: { 'session.isLoggedIn': true } },
  { query: 'deactiv', expect: 'account.deactivate', facts: { 'session.isLoggedIn': true } },
]
