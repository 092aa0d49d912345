import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Storage, type StorageService } from '@typecase/plugin-sdk/services'

import type { densityArgs } from './plugin.ts'

const KEY = 'appearance.density'

/** How high rows are; compact unless chosen otherwise. */
const readDensity = (storage: StorageService) =>
  storage.get(KEY) === 'comfortable' ? 'comfortable' : 'compact'

/** The design system's tokens follow this attribute. */
function showDensity(storage: StorageService): void {
  document.documentElement.dataset['density'] = readDensity(storage)
}

/** Keeps the choice in this browser and shows it. */
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

/** Shows the kept choice, and follows other tabs. */
export function activate({ services }: ActivateContext): () => void {
  const storage = services.get(Storage)
  showDensity(storage)
  return storage.subscribe(KEY, () => showDensity(storage))
}
