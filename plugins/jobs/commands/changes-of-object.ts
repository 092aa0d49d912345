import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { historyRoute } from '../routes.ts'
import type { changesOfArgs } from './job-commands.ts'

export const run: Run<ArgsOf<typeof changesOfArgs>> = async ({ object_id }, { go }) => {
  await go(historyRoute, { search: { object: object_id } })
}
