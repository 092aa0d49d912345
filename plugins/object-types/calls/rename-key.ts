import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { renameKeyArgs } from '../commands/migrate-commands.ts'

export const callOf = (
  { type_slug, field, new_key, rev }: ArgsOf<typeof renameKeyArgs>,
  { bucketSlug }: CallPlace,
): ServerCall<typeof migrateObjectType> => ({
  endpoint: migrateObjectType,
  body: {
    slug: bucketSlug,
    object_type: type_slug,
    changes: [{ key: field, new_key: new_key.trim() }],
    ...(rev !== undefined && { rev }),
  },
})
