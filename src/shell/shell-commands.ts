import { defineCommand } from '@typecase/plugin-sdk/command'
import { Announcer, Palette, Theme } from '@typecase/plugin-sdk/services'
import { and, has, not } from '@typecase/plugin-sdk/when'

import { PaletteControl } from '../palette/controller.ts'
import { ShellState } from './shell-state.ts'

export const openPalette = defineCommand({
  id: 'shell.open-palette',
  title: 'Search or run a command',
  group: 'View',
  icon: 'search',
  effect: 'none',
  isInternal: true,
  runNow: (_args, { services }) => services.get(PaletteControl).toggle(),
})

export const showCommands = defineCommand({
  id: 'shell.show-commands',
  title: 'Show all commands',
  keywords: ['palette', 'list'],
  group: 'View',
  icon: 'command',
  effect: 'none',
  runNow: (_args, { services }) => services.get(Palette).open({ query: '>' }),
})

export const showActions = defineCommand({
  id: 'shell.show-actions',
  title: 'Show actions for what is here',
  keywords: ['selection', 'row', 'context menu', 'more'],
  group: 'View',
  icon: 'zap',
  effect: 'none',
  isInternal: true,
  runNow: (_args, { services }) => services.get(PaletteControl).openHere(),
})

export const toggleTheme = defineCommand({
  id: 'shell.toggle-theme',
  title: 'Switch between light and dark',
  keywords: ['theme', 'dark mode', 'night mode', 'day', 'appearance', 'colour', 'color'],
  aliases: ['Night mode', 'Toggle theme', 'Dark mode', 'Light mode'],
  group: 'View',
  icon: 'contrast',
  effect: 'none',
  runNow(_args, { services }) {
    const theme = services.get(Theme)
    theme.set(theme.scheme() === 'dark' ? 'light' : 'dark')
    services.get(Announcer).say(`Theme: ${theme.get()}`)
  },
})

export const enterZen = defineCommand({
  id: 'shell.enter-zen',
  title: 'Enter zen mode',
  keywords: ['focus', 'distraction', 'full screen', 'write'],
  group: 'View',
  icon: 'maximize',
  when: and(has('session.isLoggedIn'), not(has('zen'))),
  why: ({ zen }) => (zen ? 'Zen mode is already on.' : undefined),
  effect: 'none',
  runNow(_args, { services }) {
    services.get(ShellState).setZen(true)
    services.get(Announcer).say('Zen mode. Escape leaves it.')
  },
})

export const leaveZen = defineCommand({
  id: 'shell.leave-zen',
  title: 'Leave zen mode',
  group: 'View',
  icon: 'maximize',
  when: and(has('session.isLoggedIn'), has('zen')),
  why: ({ zen }) => (zen ? undefined : 'Zen mode is off.'),
  effect: 'none',
  runNow: (_args, { services }) => services.get(ShellState).setZen(false),
})
