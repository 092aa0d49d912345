import type { Run } from '@typecase/plugin-sdk/command'

import { goToNeighbour } from './go-to-neighbour.ts'

export const run: Run = async (_args, context) => {
  await goToNeighbour(context, 'next')
}
