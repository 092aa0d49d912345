import { updateMacro } from '@typecase/contract/macros'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshMacros } from '../queries.ts'
import { type macroArgs, shareMacro, unshareMacro } from './macro-commands.ts'

/** Shows a macro to all of the project, or to oneself alone. */
export const sharing = (is_shared: boolean): CommandModule<ArgsOf<typeof macroArgs>> => ({
  async run({ macro_id }, { services, facts }) {
    const body = { slug: bucketSlugOf(facts), macro_id, data: { is_shared } }
    const { macro } = await services.get(Api).call(updateMacro, { body })
    await refreshMacros(services)
    return {
      message: is_shared
        ? `Everybody in the project can run “${macro.title}” now.`
        : `Only you see “${macro.title}” now.`,
      undo: refTo(is_shared ? unshareMacro : shareMacro, { macro_id }),
    }
  },
})
