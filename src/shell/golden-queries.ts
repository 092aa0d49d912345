import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true }

/** Golden queries for the commands of the frame and the session. */
export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'repeat last', expect: 'shell.repeat-last', facts },
  { query: 'retry failed', expect: 'shell.retry-failed', facts },
  { query: 'set theme', expect: 'shell.set-theme', facts },
  { query: 'dates and numbers', expect: 'shell.set-region', facts },
  { query: 'date format', expect: 'shell.set-region', facts },
  { query: 'decimal comma', expect: 'shell.set-region', facts },
  { query: 'dark mode', expect: 'shell.toggle-theme', facts },
  { query: 'toggle sidebar', expect: 'shell.toggle-sidebar', facts },
  { query: 'pin to sidebar', expect: 'shell.pin-row', facts },
  { query: 'unpin', expect: 'shell.unpin-row', facts },
  { query: 'remove from sidebar', expect: 'shell.unpin-row', facts },
  { query: 'move up in sidebar', expect: 'shell.move-row-up', facts },
  { query: 'move down in sidebar', expect: 'shell.move-row-down', facts },
  { query: 'reorder sidebar', expect: 'shell.move-row-up', facts },
  { query: 'reset sidebar', expect: 'shell.reset-sidebar', facts },
  { query: 'emoji', expect: 'shell.insert-emoji', facts: { ...facts, 'focus.hasText': true } },
  { query: 'smiley', expect: 'shell.insert-emoji', facts: { ...facts, 'focus.hasText': true } },
  { query: 'go up', expect: 'shell.go-up', facts: { ...facts, 'route.up': '/archive/objects' } },
  { query: 'copy address', expect: 'shell.copy-address', facts },
  { query: 'switch plugin off', expect: 'shell.disable-plugin', facts },
  { query: 'enable plugin', expect: 'shell.enable-plugin', facts },
  { query: 'all commands', expect: 'shell.show-commands', facts },
  { query: 'zen', expect: 'shell.enter-zen', facts },
  { query: 'leave zen', expect: 'shell.leave-zen', facts: { ...facts, zen: true } },
  { query: 'log out', expect: 'session.log-out', facts },
  { query: 'sign out', expect: 'session.log-out', facts },
]
