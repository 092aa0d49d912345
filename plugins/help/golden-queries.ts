import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'keyboard', expect: 'help.show-keys', facts },
  { query: 'cheat', expect: 'help.show-keys', facts },
  { query: 'change keyb', expect: 'help.edit-keys', facts },
  { query: 'set a key', expect: 'help.set-key', facts },
  { query: 'add shortcut', expect: 'help.set-key', facts },
  { query: 'keymap preset', expect: 'help.use-preset', facts },
  { query: 'vim', expect: 'help.use-preset', facts },
  { query: 'export keymap', expect: 'help.export-keymap', facts },
  { query: 'import keymap', expect: 'help.import-keymap', facts },
  { query: 'single', expect: 'help.toggle-single-keys', facts },
]
