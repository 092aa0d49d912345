import type { Run } from '@typecase/plugin-sdk/command'

import { twoStepRoute } from '../routes.ts'

export const run: Run = async (_args, { go }) => {
  await go(twoStepRoute, { search: { change: 'codes' } })
}
