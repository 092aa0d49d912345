import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { metafieldKey, metafieldTypes } from './metafields.ts'
import { objectType, objectTypeData } from './object-types.ts'
import { bulkResult } from './objects.ts'
import { bucketSlug, typeSlug } from './slugs.ts'

/** The migration of one field: another key, another type, or both. */
const fieldMigration = () =>
  type({
    /** The current key; inside a group or a repeater, the path: `seo.description`. */
    key: '0 < string <= 302',
    'new_key?': metafieldKey(),
    'new_type?': type.enumerated(...metafieldTypes),
    /** Options of the new type. By default those of the old type, or else the stored values. */
    'options?': 'string | unknown[]',
    'object_type?': 'string <= 100',
  })
export type FieldMigration = ReturnType<typeof fieldMigration>['infer']

/** The effect of a migration on the values of one field. */
const migratedField = () =>
  type({
    /** Paths and types before and after. */
    key: 'string',
    new_key: 'string',
    type: type.enumerated(...metafieldTypes),
    new_type: type.enumerated(...metafieldTypes),
    /** Number of values stored in the field, in drafts and published versions. */
    values: 'number',
    converted: 'number',
    unconverted: 'number',
    /** Reasons why values would not convert, each with the first 100 objects. */
    reasons: type({ reason: 'string', count: 'number', ids: id().array() }).array(),
  })
export type MigratedField = ReturnType<typeof migratedField>['infer']

export const migrateObjectType = endpoint({
  id: 'objectTypes.migrate',
  method: 'POST',
  path: '/objectTypes/migrate',
  auth: 'user',
  summary:
    'Changes keys and types of fields together with their values in all objects of the type, including drafts, published versions and the trash. Reports values that cannot be converted or would break a rule of the new field; they stay in the revisions. More than 100 objects return 202 with a job.',
  body: () =>
    type({
      slug: bucketSlug(),
      /** The slug of the type. */
      object_type: typeSlug(),
      /** Either these or `data`. */
      'changes?': fieldMigration().array().atLeastLength(1).atMostLength(100),
      /** Same as for `objectTypes/update`: fields are identified by their ids. */
      'data?': objectTypeData().partial(),
      'rev?': 'number.integer',
      /** Previews the call without changing anything. */
      'dry_run?': 'boolean',
    }),
  response: () =>
    bulkResult().and({
      /** The current type. With `dry_run`, the type that was checked, identified by its `rev`. */
      'object_type?': objectType(),
      'fields?': migratedField().array(),
    }),
  errors: ['stale', 'conflict'],
})
export type MigrateResult = ReturnType<(typeof migrateObjectType)['response']>['infer']
