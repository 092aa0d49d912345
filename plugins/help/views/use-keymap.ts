import { Keymap } from '@typecase/plugin-sdk/keymap'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useSyncExternalStore } from 'react'

/** The keymap; renders again when it changes. */
export function useKeymap() {
  const keymap = useService(Keymap)
  const entries = useSyncExternalStore(keymap.subscribe, keymap.entries)
  return { keymap, entries }
}
