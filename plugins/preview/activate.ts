import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { FactStore, Storage } from '@typecase/plugin-sdk/services'

import './facts.ts'
import { currentShownKey, narrowShownKey, shownKey, WIDE } from './pane/preferences.ts'

/** Provides the fact whether the preview is shown, which depends on the width of the window. */
export function activate({ services }: ActivateContext): () => void {
  const storage = services.get(Storage)
  const facts = services.get(FactStore)
  const media = matchMedia(WIDE)
  const state = () =>
    facts.set({ 'preview.isShown': storage.get(currentShownKey()) === true || undefined })
  storage.remove(narrowShownKey)
  const stops = [shownKey, narrowShownKey].map((key) =>
    storage.subscribe(key as `preview.${string}`, state),
  )
  media.addEventListener('change', state)
  state()
  return () => {
    stops.forEach((stop) => stop())
    media.removeEventListener('change', state)
    facts.set({ 'preview.isShown': undefined })
  }
}
