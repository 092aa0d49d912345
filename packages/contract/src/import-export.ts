import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { job } from './jobs.ts'
import { bucketSlug } from './slugs.ts'

export const importMode = () => type("'merge' | 'replace' | 'dry_run'")
export type ImportMode = ReturnType<typeof importMode>['infer']

/** How one column of a CSV or NDJSON file becomes a field. */
export const importColumn = () =>
  type({
    /** The column's name in the file; dots reach into NDJSON objects. */
    from: '0 < string <= 500',
    /** `title`, `slug`, `content`, `status`, `locale`, `thumbnail`, `publish_at`, `created_at`, `metadata.<key>`, `metadata.<group>.<key>`, or null to leave it out. */
    to: 'string <= 200 | null',
    /** The metafield's type when the key is new to the object type. */
    'type?': 'string <= 40',
    /** Splits text into a list: `;` for instance. */
    'split?': 'string <= 5',
    /** For relations: the object type it points at and the key that holds the value there. */
    'relation?': { type: 'string <= 100', key: 'string <= 200' },
  })
export type ImportColumn = ReturnType<typeof importColumn>['infer']

/** How a CSV or NDJSON file becomes objects of one type. `bucket.json` needs none. */
export const importMapping = () =>
  type({
    format: "'csv' | 'ndjson'",
    /** Slug of the object type; made from the columns where it does not exist. */
    object_type: '0 < string <= 100',
    'object_type_title?': 'string <= 200',
    columns: importColumn().array().atMostLength(500),
    'status?': "'draft' | 'published'",
    'locale?': 'string <= 35 | null',
    /** Texts begin with an apostrophe where a spreadsheet would take them for a formula, as our own exports write them. */
    'is_guarded?': 'boolean',
    /** A field whose value tells rows apart across imports, in place of the slug: `metadata.id`. */
    'match_by?': 'string <= 200',
  })
export type ImportMapping = ReturnType<typeof importMapping>['infer']

/** A row that cannot be taken: where, which field, and which rule it breaks. */
export const importError = () =>
  type({
    /** As a person counts: the line of NDJSON, the row of a spreadsheet, the place in its list of a bucket.json; 0: the file as a whole. */
    row: 'number',
    'title?': 'string',
    /** The field, in dots; empty when the row as a whole cannot be read. */
    path: 'string',
    message: 'string',
    /** A short slug, as in `details` of an error: `required`, `type`, `unique`, … */
    'rule?': 'string',
  })
export type ImportError = ReturnType<typeof importError>['infer']

/** What an import did, or in a dry run would do. */
export const importReport = () =>
  type({
    mode: importMode(),
    format: "'bucket.json' | 'csv' | 'ndjson'",
    object_types: {
      added: 'number',
      updated: 'number',
      unchanged: 'number',
      /** Only where a whole bucket is replaced. */
      'deleted?': 'number',
    },
    objects: { added: 'number', updated: 'number', unchanged: 'number', deleted: 'number' },
    /** Folders of object types; only a bucket.json holds some. */
    'object_type_folders?': { added: 'number', updated: 'number', unchanged: 'number' },
    media: { added: 'number', unchanged: 'number' },
    relations: { resolved: 'number', missing: 'number' },
    /** Rows that cannot be taken: the import changes nothing while there is one, unless `skip_invalid`. */
    errors: importError().array(),
    /** All of them; `errors` holds the first 500. A row may have several. */
    total_errors: 'number',
    /** Rows that have errors. */
    'invalid_rows?': 'number',
    /** What is worth a look: of several alike the first one, and how many there are. */
    warnings: type({ 'row?': 'number', message: 'string', 'count?': 'number' }).array(),
    sample: type({
      title: 'string',
      type: 'string',
      action: "'add' | 'update' | 'unchanged'",
    }).array(),
  })
export type ImportReport = ReturnType<typeof importReport>['infer']

export const importBucket = endpoint({
  id: 'importExport.importBucket',
  method: 'POST',
  path: '/import-bucket',
  base: 'content',
  auth: 'user',
  summary:
    'Imports a bucket.json, CSV or NDJSON file (gzip allowed) as a job: read, staged, validated whole, then applied in one transaction. A dry run reports and changes nothing.',
  params: () => type({ slug: bucketSlug() }),
  isMultipart: true,
  fileField: 'import_file',
  /** Fields beside the file; `mapping` is JSON in a multipart field. */
  body: () =>
    type({
      import_mode: importMode(),
      'mapping?': importMapping(),
      'skip_invalid?': 'boolean',
      /** What a dry run tells of; `merge` unless given. */
      'dry_run_of?': "'merge' | 'replace'",
    }),
  response: () => type({ job: job() }),
  status: 202,
  bodyLimit: 900_000_000,
  errors: ['conflict', 'too_large', 'unsupported_media_type'],
})
