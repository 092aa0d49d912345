import { type } from 'arktype'

import { bulkScope } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'

/** The formats that objects can be exported in. */
export const exportFormats = ['csv', 'json', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Exportable fields of an object other than its metadata, in the order of the columns. */
export const exportedFields = [
  'id',
  'type',
  'title',
  'slug',
  'status',
  'main_object_status',
  'locale',
  'content',
  'thumbnail',
  'publish_at',
  'unpublish_at',
  'published_at',
  'created_at',
  'created_by',
  'modified_at',
  'modified_by',
] as const
export type ExportedField = (typeof exportedFields)[number]

/**
 * Whether a file with these columns or keys is an export of objects with all fields, which an import reads without a
 * mapping.
 */
export const isObjectExport = (names: readonly string[]): boolean =>
  ['id', 'type', 'title', 'slug', 'main_object_status'].every((name) => names.includes(name))

export const exportObjects = endpoint({
  id: 'objects.export',
  method: 'POST',
  path: '/objects/export',
  auth: 'user',
  summary:
    'Returns a file with objects, by ids or by query, in their newest version: CSV, JSON or NDJSON. `fields` names the columns, such as `title` or `metadata.seo.title`; the default is all.',
  body: () =>
    bulkScope()
      .omit('dry_run', 'sample_skip', 'sample_limit', 'sample_version')
      .and({
        format: type.enumerated(...exportFormats),
        'fields?': type('string <= 400').array().atLeastLength(1).atMostLength(1000),
        /** Only for a `query`; the dashboard's order by default. */
        'sort?': 'string <= 200',
      }),
  response: () => type('string'),
  file: ['text/csv', 'application/json', 'application/x-ndjson'],
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
})
