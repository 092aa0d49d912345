import type { Run } from '@typecase/plugin-sdk/command'

import { objectTypeRoute } from '../routes.ts'

export const run: Run = async (_args, { go }) => {
  await go(objectTypeRoute, { params: { typeSlug: 'new' } })
}
