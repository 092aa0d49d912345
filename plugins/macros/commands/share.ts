import { updateMacro } from '@typecase/contract/macros'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshMacros } from '../queries.ts'
import { type macroArgs, setSharing } from './macro-commands.ts'

/** Shows a macro to all of the project, or to oneself alone. */
export const sharing = (is_shared: boolean): CommandModule<ArgsOf<typeof macroArgs>> => ({
  run: ({ macro_id }, context) => shared(bucketSlugOf(context.facts), macro_id, is_shared, context),
})

/** The same in a bucket’s project, wherever one is. */
export async function shared(
  slug: string,
  macro_id: string,
  is_shared: boolean,
  { services }: Pick<RunContext, 'services'>,
): Promise<Outcome> {
  const body = { slug, macro_id, data: { is_shared } }
  const { macro } = await services.get(Api).call(updateMacro, { body })
  await refreshMacros(services)
  return {
    message: is_shared
      ? `Everybody in the project can run “${macro.title}” now.`
      : `Only you see “${macro.title}” now.`,
    undo: refTo(setSharing, { bucket: slug, macro_id, is_shared: !is_shared }),
  }
}
