import { emptyTrash } from '@typecase/contract/trash'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { emptyArgs } from '../commands/trash-commands.ts'

export const callOf = (
  _args: ArgsOf<typeof emptyArgs>,
  { bucketSlug: slug }: CallPlace,
): ServerCall<typeof emptyTrash> => ({ endpoint: emptyTrash, body: { slug } })
