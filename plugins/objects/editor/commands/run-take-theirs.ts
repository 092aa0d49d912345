import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { openClashes } from '../draft/draft.ts'
import { requireOpenSession } from './save-open.ts'
import type { clashArgs } from './settle-conflict.ts'

export const run: Run<ArgsOf<typeof clashArgs>> = async ({ path }) => {
  const session = requireOpenSession()
  const open = openClashes(session.get().draft).map((clash) => clash.path)
  session.choose(path === undefined ? open : [path], 'theirs')
}
