import { restoreTrash } from '@typecase/contract/trash'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { restoreArgs } from '../commands/trash-commands.ts'

export const callOf = (
  { object_ids, q }: ArgsOf<typeof restoreArgs>,
  { bucketSlug: slug }: CallPlace,
): ServerCall<typeof restoreTrash> => ({
  endpoint: restoreTrash,
  body: { slug, ...(object_ids && { object_ids }), ...(q !== undefined && { q }) },
})
