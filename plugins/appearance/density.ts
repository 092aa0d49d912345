import type { StorageService } from '@typecase/plugin-sdk/services'

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

const KEY = 'appearance.density'

/** How high rows are; compact unless chosen otherwise. */
export function readDensity(storage: StorageService): Density {
  return storage.get(KEY) === 'comfortable' ? 'comfortable' : 'compact'
}

/** Keeps the choice in this browser and shows it. */
export function setDensity(storage: StorageService, density: Density): void {
  storage.set(KEY, density)
  showDensity(density)
}

/** The design system's tokens follow this attribute. */
export function showDensity(density: Density): void {
  document.documentElement.dataset['density'] = density
}

/** Shows the kept choice, and follows other tabs. @returns stops following */
export function followDensity(storage: StorageService): () => void {
  showDensity(readDensity(storage))
  return storage.subscribe(KEY, () => showDensity(readDensity(storage)))
}
