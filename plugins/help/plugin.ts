import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { keyboardRoute } from './routes.ts'

const when = has('session.isLoggedIn')

const commands: readonly AnyCommand[] = [
  defineCommand({
    id: 'help.show-keys',
    title: 'Show keyboard shortcuts',
    keywords: [
      'documentation',
      'docs',
      'manual',
      'support',
      'cheat sheet',
      'keys',
      'help',
      'hotkeys',
    ],
    group: 'Help',
    icon: 'keyboard',
    first: 4,
    when,
    effect: 'none',
    load: async () => (await import('./runs.ts')).showKeys,
  }),
  defineCommand({
    id: 'help.edit-keys',
    title: 'Change keyboard shortcuts',
    keywords: ['keymap', 'rebind', 'hotkeys', 'conflicts'],
    group: 'Help',
    icon: 'keyboard',
    when,
    effect: 'nav',
    load: async () => (await import('./runs.ts')).editKeys,
  }),
  defineCommand({
    id: 'help.toggle-single-keys',
    title: 'Switch single-letter shortcuts on or off',
    keywords: ['speech input', 'accessibility', 'single key'],
    group: 'Help',
    icon: 'keyboard',
    when,
    effect: 'none',
    load: async () => (await import('./runs.ts')).toggleSingleKeys,
  }),
]

export default definePlugin({
  id: 'help',
  version: '1.0.0',
  api: 1,
  title: 'Help',
  description: 'The cheat sheet of keys, and changing them.',
  icon: 'circle-question-mark',
  order: 95,
  routes: [keyboardRoute],
  commands,
  later: () => import('./later.ts'),
  activate: () => import('./activate.ts'),
  keys: [
    { keys: 'Shift+?', command: 'help.show-keys', inDialog: true },
    // Also works in text fields, where Shift+? types a question mark.
    { keys: 'Shift+F1', command: 'help.show-keys', inText: true, inDialog: true },
  ],
  slots: [
    fill('shell.overlays', {
      id: 'help.cheat-sheet',
      when,
      load: () => import('./views/cheat-sheet.tsx'),
    }),
    fill('shell.help', {
      id: 'help.button',
      when,
      load: () => import('./views/help-button.tsx'),
    }),
  ],
})
