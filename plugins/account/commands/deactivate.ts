import type { Run } from '@typecase/plugin-sdk/command'

import { deactivateRoute } from '../routes.ts'

export const run: Run = async (_args, { go }) => {
  await go(deactivateRoute)
}
