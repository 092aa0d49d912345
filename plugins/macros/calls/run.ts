import { runMacro } from '@typecase/contract/macros'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { runArgs } from '../commands/macro-commands.ts'
import { valuesOf } from '../run/macro-choice.ts'

type Args = ArgsOf<typeof runArgs>

export const callOf = (
  { scope, macro, ...values }: Args,
  { bucketSlug: slug }: CallPlace,
): ServerCall<typeof runMacro> => ({
  endpoint: runMacro,
  body: {
    slug,
    macro_id: macro.id,
    ...('ids' in scope ? { object_ids: [...scope.ids] } : { query: { ...scope.query } }),
    ...(macro.arguments.length > 0 && { args: valuesOf(macro, values) }),
  },
})

export const words = ({ macro: { title } }: Args): CallWords => ({
  verb: `Run “${title}” on`,
  done: (objects) => `Ran “${title}” on ${objects}.`,
  already: 'so already',
})
