import * as macros from '@typecase/contract/macros'
import { targetOf } from '@typecase/content/bulk-target'
import type { PublishArgs } from '@typecase/content/publish-ask'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallScope, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { runArgs } from './commands.ts'

export const runMacro = {
  callOf: (
    { scope, macro_id, args, publish }: Omit<ArgsOf<typeof runArgs>, 'publish'> & PublishArgs,
    { bucketSlug: slug }: CallScope,
  ): ServerCall<typeof macros.runMacro> => ({
    endpoint: macros.runMacro,
    body: {
      slug,
      macro_id,
      ...targetOf(scope),
      ...(args && { args }),
      ...(publish !== undefined && { publish }),
    },
  }),
  words: ({ publish }: PublishArgs): CallWords => ({
    verb: 'Run the macro on',
    result: (objects) => `Ran the macro on ${objects}.`,
    already: 'unchanged',
    takesPublish: true,
    publish,
  }),
}
