import { runMacro } from '@typecase/contract/macros'
import { targetOf } from '@typecase/plugin-sdk/bulk-target'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { runArgs } from '../commands/macro-commands.ts'

type Args = ArgsOf<typeof runArgs>

export const callOf = (
  { scope, macro_id, args }: Args,
  { bucketSlug: slug }: CallPlace,
): ServerCall<typeof runMacro> => ({
  endpoint: runMacro,
  body: {
    slug,
    macro_id,
    ...targetOf(scope),
    ...(args && { args }),
  },
})

export const words = (): CallWords => ({
  verb: 'Run the macro on',
  done: (objects) => `Ran the macro on ${objects}.`,
  already: 'so already',
})
