import type { CommandModule } from '@typecase/plugin-sdk/command'
import { focusedIn } from '@typecase/plugin-sdk/focus'
import { Here } from '@typecase/plugin-sdk/here'
import { Keymap } from '@typecase/plugin-sdk/keymap'

import { cheatSheet } from './cheat-sheet.ts'
import { keyboardRoute } from './routes.ts'

export const showKeys: CommandModule = {
  run: async (_args, { services, signal, source }) => {
    const sheet = await services.get(Here).waitFor(cheatSheet, () => true, signal)
    sheet?.open(source === 'palette' ? await focusAfterPalette() : focusedIn(document))
  },
}

/** Milliseconds within which the closing palette should give the focus back. */
const RETURN_WITHIN = 200

/** Returns the element that receives the focus from the palette, whose keys the help lists. */
function focusAfterPalette(): Promise<Element | null> {
  const targetOf = (): Element | undefined => {
    const focused = focusedIn(document)
    return focused && focused !== document.body && !focused.closest('[data-palette]')
      ? focused
      : undefined
  }
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      resolve(targetOf() ?? null)
    }
    const look = () => targetOf() && end()
    const timer = setTimeout(end, RETURN_WITHIN)
    document.addEventListener('focusin', look)
    look()
  })
}

export const editKeys: CommandModule = {
  run: (_args, { go }) => go(keyboardRoute),
}

export const toggleSingleKeys: CommandModule = {
  run: async (_args, { services }) => {
    const keymap = services.get(Keymap)
    keymap.setSingleKeys(!keymap.hasSingleKeys())
    return {
      message: `Single-letter shortcuts are ${keymap.hasSingleKeys() ? 'on' : 'off'}`,
      undo: { command: 'help.toggle-single-keys' },
    }
  },
}
