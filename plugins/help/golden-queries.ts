import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'keyboard', expect: 'help.show-keys', facts },
  { query: 'cheat', expect: 'help.show-keys', facts },
  { query: 'change keyb', expect: 'help.edit-keys', facts },
  { query: 'single', expect: 'help.toggle-single-keys', facts },
]
