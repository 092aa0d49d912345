import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { FactStore, Storage } from '@typecase/plugin-sdk/services'

import './facts.ts'
import { splitKey } from './list/preferences.ts'

/** Keeps the facts about the split view current. Deletes the stored titles when an account leaves the browser. */
export function activate({ services }: ActivateContext): () => void {
  const storage = services.get(Storage)
  const stops = [
    watchSplit(services),
    storage.onClear(() => {
      import('./title-index/title-store.ts')
        .then(({ forgetTitles }) => forgetTitles())
        .catch((error: unknown) => reportError(error))
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** States whether the list is shown beside the open object, and whether there is room for both. */
function watchSplit(services: ActivateContext['services']): () => void {
  const storage = services.get(Storage)
  const facts = services.get(FactStore)
  const media = matchMedia('(width >= 1080px)')
  function state(): void {
    facts.set({
      'objects.hasRoomForSplit': media.matches || undefined,
      'objects.isSplit': (media.matches && storage.get(splitKey) === true) || undefined,
    })
  }
  const stop = storage.subscribe(splitKey, state)
  media.addEventListener('change', state)
  state()
  return () => {
    stop()
    media.removeEventListener('change', state)
    facts.set({ 'objects.hasRoomForSplit': undefined, 'objects.isSplit': undefined })
  }
}
