import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { presets } from '../keymap/presets.ts'

const group = 'Help'
const icon = 'keyboard'
const when = has('session.isLoggedIn')
const runs = () => import('./keymap-runs.ts')

export const setKeyArgs = () => type({ command: 'string' })

/** Opens the keymap editor at a command and records its next key. */
export const setKey = defineCommand({
  id: 'help.set-key',
  title: 'Set a key for a command…',
  nameForCommands: 'Set a key for this…',
  aliases: ['Add shortcut'],
  keywords: ['bind', 'keymap', 'hotkey', 'assign'],
  group,
  icon,
  when,
  effect: 'nav',
  args: setKeyArgs,
  ask: {
    command: {
      kind: 'picker',
      title: 'Command',
      placeholder: 'Which command?',
      search: async (query, context) => (await runs()).commandRows(query, context),
    },
  },
  load: async () => (await runs()).setKey,
})

export const presetArgs = () => type({ preset: "'vscode' | 'vim' | 'none'" })

export const choosePreset = defineCommand({
  id: 'help.use-preset',
  title: 'Use keymap preset…',
  aliases: ['Vim keys', 'VS Code keys'],
  keywords: ['keymap', 'shortcuts', 'hjkl', 'bindings'],
  group,
  icon,
  when,
  effect: 'none',
  args: presetArgs,
  ask: {
    preset: {
      kind: 'choice',
      title: 'Preset',
      choices: [
        ...presets.map(({ id, title, help }) => ({ value: id, label: title, help })),
        { value: 'none', label: 'No preset', help: 'Your own keys stay' },
      ],
    },
  },
  load: async () => (await runs()).choosePreset,
})

export const exportKeymap = defineCommand({
  id: 'help.export-keymap',
  title: 'Export keymap',
  aliases: ['Download keymap'],
  keywords: ['json', 'backup', 'shortcuts', 'save'],
  group,
  icon: 'download',
  when,
  effect: 'none',
  load: async () => (await runs()).exportKeymap,
})

export const importKeymapArgs = () =>
  type({ file: { fileId: 'string', name: 'string', size: 'number', type: 'string' } })

export const importKeymap = defineCommand({
  id: 'help.import-keymap',
  title: 'Import keymap…',
  aliases: ['Upload keymap'],
  keywords: ['json', 'restore', 'shortcuts'],
  group,
  icon: 'upload',
  when,
  effect: 'none',
  args: importKeymapArgs,
  ask: {
    file: { kind: 'file', title: 'File', placeholder: 'Which file?', accept: '.json' },
  },
  load: async () => (await runs()).importKeymap,
})

export const restoreKeymapArgs = () => type({ changes: 'object' })

/** The undo of the commands above. */
export const restoreKeymap = defineCommand({
  id: 'help.restore-keymap',
  title: 'Restore the keymap',
  group,
  icon,
  isInternal: true,
  effect: 'none',
  args: restoreKeymapArgs,
  load: async () => (await runs()).restoreKeymap,
})

export const keymapCommands: readonly AnyCommand[] = [
  setKey,
  choosePreset,
  exportKeymap,
  importKeymap,
  restoreKeymap,
]
