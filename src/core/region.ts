import type { StorageService } from '@typecase/plugin-sdk/services'
import { regions, setRegion, type Region } from '@typecase/ui/format'

/** The key survives a log-out: see `browser-storage.ts`. */
const KEY = 'core.region'

/** Dates and numbers are written as in this region from now on, in all tabs. */
export const saveRegion = (storage: StorageService, region: Region): void =>
  storage.set(KEY, region)

/** Formats follow the saved region; British until one is chosen. @returns stop */
export function followRegion(storage: StorageService): () => void {
  const show = () => {
    const saved = storage.get(KEY)
    setRegion(regions.find((region) => region === saved) ?? 'en-GB')
  }
  show()
  return storage.subscribe(KEY, show)
}
