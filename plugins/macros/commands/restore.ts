import { addMacro, type Macro } from '@typecase/contract/macros'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshMacros } from '../queries.ts'
import { removeMacro, type restoreArgs } from './macro-commands.ts'

/** A macro that was deleted, anew. */
export const run: Run<ArgsOf<typeof restoreArgs>> = async ({ bucket, data }, { services }) => {
  // As the server had it.
  const body = { slug: bucket, data: data as Pick<Macro, keyof typeof data> }
  const { macro } = await services.get(Api).call(addMacro, { body })
  await refreshMacros(services)
  return {
    message: `“${macro.title}” is back.`,
    undo: refTo(removeMacro, { bucket, macro_id: macro.id }),
  }
}
