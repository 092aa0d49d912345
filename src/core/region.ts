import type { StorageService } from '@typecase/plugin-sdk/services'
import { regions, setRegion, type Region } from '@typecase/ui/format'

/** The key survives a logout: see `browser-storage.ts`. */
const KEY = 'core.region'

/** Saves the region whose formats all tabs use for dates and numbers. */
export const saveRegion = (storage: StorageService, region: Region): void =>
  storage.set(KEY, region)

/** Applies the saved region to formats, and follows changes of it. The default is British. @returns stop */
export function followRegion(storage: StorageService): () => void {
  const show = () => {
    const saved = storage.get(KEY)
    setRegion(regions.find((region) => region === saved) ?? 'en-GB')
  }
  show()
  return storage.subscribe(KEY, show)
}
