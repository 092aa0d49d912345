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
    /** The present key; below a group or a repeater the path: `seo.description`. */
    key: '0 < string <= 302',
    'new_key?': metafieldKey(),
    'new_type?': type.enumerated(...metafieldTypes),
    /** Choices of the new type; without them those of the old one, or else the values that are stored. */
    'options?': 'string | unknown[]',
    'object_type?': 'string <= 100',
  })
export type FieldMigration = ReturnType<typeof fieldMigration>['infer']

/** The result of a migration for the values of one field. */
const migratedField = () =>
  type({
    /** Paths and types before and after. */
    key: 'string',
    new_key: 'string',
    type: type.enumerated(...metafieldTypes),
    new_type: type.enumerated(...metafieldTypes),
    /** Values stored under it, in drafts and published versions. */
    values: 'number',
    converted: 'number',
    unconverted: 'number',
    /** Reasons for values that would not convert, with the first 100 objects of each. */
    reasons: type({ reason: 'string', count: 'number', ids: id().array() }).array(),
  })
export type MigratedField = ReturnType<typeof migratedField>['infer']

export const migrateObjectType = endpoint({
  id: 'objectTypes.migrate',
  method: 'POST',
  path: '/objectTypes/migrate',
  auth: 'user',
  summary:
    'Changes keys and types of fields together with the values that all objects of the type hold, drafts, published versions and the trash alike. Values that do not convert, or would break a rule of the new field, are reported and stay in the revisions. Over 100 objects: 202 with a job.',
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
      /** The current type; with `dry_run` the checked one, identified by its `rev`. */
      'object_type?': objectType(),
      'fields?': migratedField().array(),
    }),
  errors: ['stale', 'conflict'],
})
export type MigrateResult = ReturnType<(typeof migrateObjectType)['response']>['infer']
