import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { migrateTypeArgs } from '../commands/migrate-commands.ts'

export const callOf = (
  { type_slug, data, rev }: ArgsOf<typeof migrateTypeArgs>,
  { bucketSlug }: CallPlace,
): ServerCall<typeof migrateObjectType> => ({
  endpoint: migrateObjectType,
  body: {
    slug: bucketSlug,
    object_type: type_slug,
    data,
    ...(rev !== undefined && { rev }),
  },
})
