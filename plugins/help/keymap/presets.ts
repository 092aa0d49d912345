import {
  deleteObjects,
  duplicateObjects,
  editObject,
  findAndReplace,
  newObject,
  searchAllFields,
} from '@typecase/content/commands'
import { onObjects } from '@typecase/content/object-facts'
import type { KeymapChanges } from '@typecase/plugin-sdk/keymap'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'

/** A set of keys from another program. */
export interface KeymapPreset {
  readonly id: 'vscode' | 'vim'
  readonly title: string
  readonly help: string
  readonly keys: readonly KeyBinding[]
}

export const presets: readonly KeymapPreset[] = [
  {
    id: 'vscode',
    title: 'VS Code',
    help: 'Ctrl+P finds, Ctrl+Shift+F searches, Ctrl+Shift+H replaces',
    keys: [
      { keys: '$mod+p', command: 'shell.open-palette', inDialog: true },
      { keys: '$mod+Shift+f', command: searchAllFields.id },
      { keys: '$mod+Shift+h', command: findAndReplace.id },
      { keys: 'Alt+Shift+ArrowDown', command: duplicateObjects.id, when: onObjects },
    ],
  },
  {
    id: 'vim',
    title: 'Vim-like lists',
    help: 'h j k l, gg and G, Ctrl+D and Ctrl+U, o, dd, :',
    keys: [
      { keys: 'h', command: 'shell.go-up' },
      { keys: 'l', command: editObject.id, when: onObjects },
      { keys: 'g g', command: 'shell.first-row' },
      { keys: 'Shift+g', command: 'shell.last-row' },
      { keys: 'Control+d', command: 'shell.half-page-down', isRepeatable: true, inText: false },
      { keys: 'Control+u', command: 'shell.half-page-up', isRepeatable: true, inText: false },
      { keys: 'o', command: newObject.id, when: onObjects },
      { keys: 'd d', command: deleteObjects.id, when: onObjects },
      { keys: ':', command: 'shell.show-commands' },
    ],
  },
]

const idOf = ({ keys, command }: KeyBinding): string => `${keys} ${command}`
const presetKeys = new Set(presets.flatMap(({ keys }) => keys).map(idOf))

/** Replaces the keys of all other presets with those of one preset. */
export function withPreset(changes: KeymapChanges, id: KeymapPreset['id'] | 'none'): KeymapChanges {
  const preset = presets.find((one) => one.id === id)
  const added = changes.added.filter((binding) => !presetKeys.has(idOf(binding)))
  return { ...changes, added: [...added, ...(preset?.keys ?? [])] }
}
