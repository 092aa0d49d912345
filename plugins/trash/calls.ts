import * as trash from '@typecase/contract/trash'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { restoreArgs, emptyArgs } from './commands.ts'

export const restoreTrash = {
  callOf: (
    { object_ids, q }: ArgsOf<typeof restoreArgs>,
    { bucketSlug: slug }: CallPlace,
  ): ServerCall<typeof trash.restoreTrash> => ({
    endpoint: trash.restoreTrash,
    body: { slug, ...(object_ids && { object_ids }), ...(q !== undefined && { q }) },
  }),
}

export const emptyTrash = {
  callOf: (
    _args: ArgsOf<typeof emptyArgs>,
    { bucketSlug: slug }: CallPlace,
  ): ServerCall<typeof trash.emptyTrash> => ({ endpoint: trash.emptyTrash, body: { slug } }),
}
