import { addObjectType } from '@typecase/contract/object-types'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallScope, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { addTypeArgs } from './commands/fields.ts'
import type { renameKeyArgs, changeTypeArgs, migrateTypeArgs } from './commands/migrations.ts'
import { metafieldOf } from './draft/type-draft.ts'

export const addType = {
  callOf: (
    { fields = [], ...data }: ArgsOf<typeof addTypeArgs>,
    { bucketSlug }: CallScope,
  ): ServerCall<typeof addObjectType> => ({
    endpoint: addObjectType,
    body: {
      slug: bucketSlug,
      data: {
        ...data,
        metafields: fields.map((field) => ({ ...metafieldOf(field.title, field.type), ...field })),
      },
    },
  }),
}

export const renameKey = {
  callOf: (
    { type_slug, field, new_key, rev }: ArgsOf<typeof renameKeyArgs>,
    { bucketSlug }: CallScope,
  ): ServerCall<typeof migrateObjectType> => ({
    endpoint: migrateObjectType,
    body: {
      slug: bucketSlug,
      object_type: type_slug,
      changes: [{ key: field, new_key: new_key.trim() }],
      ...(rev !== undefined && { rev }),
    },
  }),
}

export const changeFieldType = {
  callOf: (
    { type_slug, field, new_type, choices, object_type, rev }: ArgsOf<typeof changeTypeArgs>,
    { bucketSlug }: CallScope,
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
  },
}

export const migrateType = {
  callOf: (
    { type_slug, data, rev }: ArgsOf<typeof migrateTypeArgs>,
    { bucketSlug }: CallScope,
  ): ServerCall<typeof migrateObjectType> => ({
    endpoint: migrateObjectType,
    body: {
      slug: bucketSlug,
      object_type: type_slug,
      data,
      ...(rev !== undefined && { rev }),
    },
  }),
}
