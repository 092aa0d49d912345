import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Keymap, type KeymapChanges } from '@typecase/plugin-sdk/keymap'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Commands, Files } from '@typecase/plugin-sdk/services'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { Services } from '@typecase/plugin-sdk/token'

import { MAX_KEYMAP_BYTES, readKeymap, writeKeymap } from '../keymap/keymap-file.ts'
import { presets, withPreset } from '../keymap/presets.ts'
import { keyboardRoute } from '../routes.ts'
import * as commands from './keymap.ts'

/** Returns all commands in the palette. */
export async function commandRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  return services
    .get(Commands)
    .list()
    .filter(({ isInternal }) => !isInternal)
    .filter(({ title, group, aliases }) => holdsWords([title, group, ...aliases].join(' '), query))
    .map(({ id, title, group, icon }) => ({
      id,
      value: id,
      label: title,
      subtitle: group,
      ...(icon && { icon }),
    }))
}

export const setKey: CommandModule<ArgsOf<typeof commands.setKeyArgs>> = {
  run: ({ command }, { go }) => go(keyboardRoute, { search: { command } }),
}

/** Replaces the user's changes to the keymap. @returns the undo @throws Refusal when the changes are invalid */
function replaceChanges(services: Services, next: KeymapChanges, name: string) {
  const keymap = services.get(Keymap)
  const before = keymap.changes()
  const result = keymap.replace(next)
  if (!result.ok) throw new Refusal(`${name}: ${result.path}: ${result.reason}`)
  return refTo(commands.restoreKeymap, { changes: before })
}

export const choosePreset: CommandModule<ArgsOf<typeof commands.presetArgs>> = {
  async run({ preset }, { services }) {
    const changes = withPreset(services.get(Keymap).changes(), preset)
    const title = presets.find(({ id }) => id === preset)?.title
    return {
      undo: replaceChanges(services, changes, title ?? 'No preset'),
      message: title ? `Keymap preset “${title}” is on.` : 'Keymap preset turned off.',
    }
  },
}

/** How long, in milliseconds, a browser may take to start a download. */
const DOWNLOAD_MS = 60_000

export const exportKeymap: CommandModule = {
  async run(_args, { services }) {
    const text = writeKeymap(services.get(Keymap).changes())
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'keymap.json'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS)
    return { message: 'Keymap exported.' }
  },
}

export const importKeymap: CommandModule<ArgsOf<typeof commands.importKeymapArgs>> = {
  async run({ file }, { services }) {
    const { name, size } = file
    if (size > MAX_KEYMAP_BYTES) throw new Refusal(`“${name}” is too large: 1 MB at most.`)
    const changes = readKeymap(await services.get(Files).get(file).text())
    if (typeof changes === 'string') throw new Refusal(`“${name}” is no keymap. ${changes}`)
    const undo = replaceChanges(services, changes, `“${name}”`)
    return { message: `Keymap imported from “${name}”.`, undo }
  },
}

export const restoreKeymap: CommandModule<ArgsOf<typeof commands.restoreKeymapArgs>> = {
  async run({ changes }, { services }) {
    // `replaceChanges` created these changes for its undo.
    const undo = replaceChanges(services, changes as KeymapChanges, 'The keymap')
    return { message: 'Keymap restored.', undo }
  },
}
