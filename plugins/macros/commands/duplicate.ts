import { addMacro } from '@typecase/contract/macros'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { readMacro, refreshMacros } from '../queries.ts'
import { editMacro, type macroArgs, removeMacro } from './macro-commands.ts'

const LONGEST = 60
const ENDING = ' (copy)'

/** A copy of one's own, which nobody else sees until it is shared. */
export const run: Run<ArgsOf<typeof macroArgs>> = async ({ macro_id }, { services, facts }) => {
  const slug = bucketSlugOf(facts)
  const { title, steps, arguments: args } = await readMacro(services, slug, macro_id)
  const copyTitle = `${title.slice(0, LONGEST - ENDING.length)}${ENDING}`
  const data = { title: copyTitle, steps, arguments: args }
  const { macro } = await services.get(Api).call(addMacro, { body: { slug, data } })
  await refreshMacros(services)
  return {
    message: `“${macro.title}” is ready.`,
    open: refTo(editMacro, { macro_id: macro.id }),
    undo: refTo(removeMacro, { bucket: slug, macro_id: macro.id }),
  }
}
