import { FactStore, Storage } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import './facts.ts'

/** Time after which a server without a model is asked again, in ms. */
const DAY_MS = 86_400_000
const KEY = 'sentences.off'

/** Whether the server answered within the last day that it has no model. */
export function isMarkedOff(services: Services): boolean {
  const time = services.get(Storage).get(KEY)
  return typeof time === 'number' && Date.now() - time < DAY_MS
}

/** Records that the server has no model, which hides the rows. */
export function markOff(services: Services): void {
  if (!isMarkedOff(services)) services.get(Storage).set(KEY, Date.now())
  services.get(FactStore).set({ 'sentences.isOff': true })
}
