import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Storage } from '@typecase/plugin-sdk/services'

import { followDensity } from './density.ts'

export function activate({ services }: ActivateContext): () => void {
  return followDensity(services.get(Storage))
}
