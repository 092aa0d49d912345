import { deleteMacro } from '@typecase/contract/macros'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import {
  type ArgsOf,
  type Outcome,
  type Run,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { readMacro, refreshMacros } from '../queries.ts'
import { macrosRoute } from '../routes.ts'
import { type macroArgs, restoreMacro } from './macro-commands.ts'

export const run: Run<ArgsOf<typeof macroArgs>> = ({ macro_id }, context) =>
  removed(bucketSlugOf(context.facts), macro_id, context)

/** Deletes a macro of a bucket’s project, wherever one is. */
export async function removed(
  slug: string,
  macro_id: string,
  { services, facts, go }: RunContext,
): Promise<Outcome> {
  const { title, steps, arguments: args, is_shared } = await readMacro(services, slug, macro_id)
  await services.get(Api).call(deleteMacro, { query: { slug, macro_id } })
  // Its own page would have nothing to show.
  if (facts['route.id'] === 'macros.edit' && facts['macros.macro'] === macro_id) {
    await go(macrosRoute)
  }
  await refreshMacros(services)
  return {
    message: `Deleted “${title}”. What it did stays.`,
    undo: refTo(restoreMacro, {
      bucket: slug,
      data: { title, steps: [...steps], arguments: [...args], is_shared },
    }),
  }
}
