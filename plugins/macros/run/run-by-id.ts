import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'

import type { playArgs, runArgs } from '../commands/macro-commands.ts'
import { readMacro } from '../queries.ts'
import { choiceOf, type Value, valueKeys } from './macro-choice.ts'
import { plan, run } from './play-macro.ts'

type Args = ArgsOf<typeof runArgs>
type Context = Parameters<typeof plan>[1]

/** The same as “Run macro…”, for those who name the macro by its id and its arguments by their keys. */
export const runById: Required<Pick<CommandModule<Args>, 'run' | 'plan'>> = {
  async *run(args, context) {
    const work = run(await played(args, context), context)
    return Symbol.asyncIterator in work ? yield* work : await work
  },
  plan: async (args, context) => plan(await played(args, context), context),
}

async function played(
  { scope, macro_id, args = {} }: Args,
  { services, facts }: Context,
): Promise<ArgsOf<typeof playArgs>> {
  const macro = choiceOf(await readMacro(services, bucketSlugOf(facts), macro_id))
  const values = macro.arguments.flatMap(({ key }, index): [string, Value][] => {
    const [name, value] = [valueKeys[index], args[key]]
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
  return { scope, macro, ...Object.fromEntries(values) }
}
