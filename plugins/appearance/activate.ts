import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Storage, type StorageService } from '@typecase/plugin-sdk/services'

import type { densityArgs } from './plugin.ts'

const KEY = 'appearance.density'

/** Returns the height of rows; compact by default. */
const readDensity = (storage: StorageService) =>
  storage.get(KEY) === 'comfortable' ? 'comfortable' : 'compact'

/** Sets the attribute that the design system's tokens depend on. */
function showDensity(storage: StorageService): void {
  document.documentElement.dataset['density'] = readDensity(storage)
}

/** Stores the density in this browser and applies it. */
export const setDensity: CommandModule<ArgsOf<typeof densityArgs>> = {
  async run({ density }, { services }) {
    const storage = services.get(Storage)
    const before = readDensity(storage)
    storage.set(KEY, density)
    showDensity(storage)
    return {
      message: density === 'compact' ? 'Rows are compact' : 'Rows are comfortable',
      undo: { command: 'appearance.set-density', args: { density: before } },
    }
  },
}

/** Applies the stored density, and follows changes in other tabs. @returns stop */
export function activate({ services }: ActivateContext): () => void {
  const storage = services.get(Storage)
  showDensity(storage)
  return storage.subscribe(KEY, () => showDensity(storage))
}
