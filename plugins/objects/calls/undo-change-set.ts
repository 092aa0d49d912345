import { undoChangeSet } from '@typecase/contract/change-sets'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { ServerCall } from '@typecase/plugin-sdk/server-call'

import type { undoArgs } from '../commands/bulk-commands.ts'

export const callOf = ({
  bucket: slug,
  change_set_id,
}: ArgsOf<typeof undoArgs>): ServerCall<typeof undoChangeSet> => ({
  endpoint: undoChangeSet,
  body: { slug, change_set_id },
})
