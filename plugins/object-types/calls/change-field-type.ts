import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { changeTypeArgs } from '../commands/migrate-commands.ts'

export const callOf = (
  { type_slug, field, new_type, choices, object_type, rev }: ArgsOf<typeof changeTypeArgs>,
  { bucketSlug }: CallPlace,
): ServerCall<typeof migrateObjectType> => {
  const options = (choices ?? '')
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
  const change = {
    key: field,
    new_type,
    ...(options.length > 0 && { options }),
    ...(object_type && { object_type }),
  }
  return {
    endpoint: migrateObjectType,
    body: {
      slug: bucketSlug,
      object_type: type_slug,
      changes: [change],
      ...(rev !== undefined && { rev }),
    },
  }
}
