import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { macroRoute } from '../routes.ts'
import type { macroArgs } from './macro-commands.ts'

export const run: Run<ArgsOf<typeof macroArgs>> = async ({ macro_id }, { go }) => {
  await go(macroRoute, { params: { macroID: macro_id } })
}
