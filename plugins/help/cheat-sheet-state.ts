import { atom, createStore } from 'jotai'

/** A store of the plugin's own: the command that opens the dialog runs outside of React. */
export const cheatSheetStore = createStore()

export const isCheatSheetOpen = atom(false)

export function openCheatSheet(): void {
  cheatSheetStore.set(isCheatSheetOpen, true)
}
