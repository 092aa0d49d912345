import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { objectTypeRoute } from '../routes.ts'
import type { typeArgs } from './type-commands.ts'

export const run: Run<ArgsOf<typeof typeArgs>> = async ({ type_slug }, { go }) => {
  await go(objectTypeRoute, { params: { typeSlug: type_slug } })
}
