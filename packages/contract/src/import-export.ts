import { type } from 'arktype'

import { publishChoice } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { fieldChange } from './field-changes.ts'
import { id } from './ids.ts'
import { job } from './jobs.ts'
import { cellFormat } from './cell-formats.ts'
import { metafieldKey, metafieldTypes } from './metafields.ts'
import { bucketSlug, typeSlug } from './slugs.ts'

/** Modes of an import: add and update, replace everything, or only report. */
export const importMode = () => type("'merge' | 'replace' | 'dry_run'")
export type ImportMode = ReturnType<typeof importMode>['infer']

/**
 * Handling of a relation to a missing object: its row is an error, the field stays unchanged, or the relation is left
 * out.
 */
export const missingReferences = () => type("'error' | 'keep' | 'empty'")
export type MissingReferences = ReturnType<typeof missingReferences>['infer']

/** Handling of fields that were changed here and in the file since the last import: they stay, or get the file's value. */
export const conflictChoice = () => type("'keep' | 'take'")
export type ConflictChoice = ReturnType<typeof conflictChoice>['infer']

/** The mapping of one column of a table to a field. */
export const importColumn = () =>
  type({
    /** The column's name in the file; dots reach into objects of JSON. */
    from: '0 < string <= 500',
    /** `title`, `slug`, `content`, `status`, `locale`, `thumbnail`, `publish_at`, `created_at`, `metadata.<key>`, `metadata.<group>.<key>`, or null to leave it out. */
    to: 'string <= 200 | null',
    /** The metafield's type when the key is new to the object type. */
    'type?': 'string <= 40',
    /**
     * The cells' notation of numbers, dates, or yes and no. By default a decimal point, the year first, and English.
     */
    'format?': cellFormat(),
    /** Splits text into a list: `;` for instance. */
    'split?': 'string <= 5',
    /** For relations: the object type it points at and the key that holds the value there. */
    'relation?': { type: 'string <= 100', key: 'string <= 200' },
  })
export type ImportColumn = ReturnType<typeof importColumn>['infer']

/** The mapping of a table to objects of one type. A bucket and an export of objects with all fields need none. */
export const importMapping = () =>
  type({
    /** A workbook (.xlsx) is `csv`. */
    format: "'csv' | 'json' | 'ndjson'",
    /** The sheet of a workbook that is read; the first one by default. */
    'sheet?': '0 < string <= 100',
    /** Slug of the object type; a missing one is created from the columns. */
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

/** How an export of another system becomes object types and fields here. What is not named comes as the export has it. */
export const importModel = () =>
  type({
    /** Options of the format, as `source.options` of a dry run lists them. */
    'options?': { '[string]': 'string <= 100' },
    'types?': type({
      /** As in `source.types`. */
      slug: '0 < string <= 100',
      /** Slug of the new or existing object type, or key of the field; null to leave it out. */
      as: typeSlug().or('null'),
      'title?': '0 < string <= 200',
      'fields?': type({
        /** As in `source.types`. */
        key: '0 < string <= 100',
        as: metafieldKey().or('null'),
        /** `markdown` converts HTML; by default the type that the format chooses. */
        'field_type?': type.enumerated(...metafieldTypes),
      })
        .array()
        .atMostLength(500),
    })
      .array()
      .atMostLength(500),
  })
export type ImportModel = ReturnType<typeof importModel>['infer']

/** What an export of another system holds. */
export const importSource = () =>
  type({
    /** “WordPress export of example.com” */
    title: 'string',
    media: 'number',
    options: type({
      key: 'string',
      title: 'string',
      values: type({ value: 'string', title: 'string' }).array(),
    }).array(),
    types: type({
      slug: 'string',
      title: 'string',
      objects: 'number',
      fields: type({ key: 'string', title: 'string', type: 'string', samples: 'string[]' }).array(),
    }).array(),
  })
export type ImportSource = ReturnType<typeof importSource>['infer']

/** A row that cannot be taken: where, which field, and which rule it breaks. */
export const importError = () =>
  type({
    /**
     * Counted from 1: the line of NDJSON, the row of a spreadsheet, the position in a list of JSON; 0: the file as a
     * whole.
     */
    row: 'number',
    'title?': 'string',
    /** The field, in dots; empty when the row as a whole cannot be read. */
    path: 'string',
    message: 'string',
    /** A short slug, as in `details` of an error: `required`, `type`, `unique`, … */
    'rule?': 'string',
  })
export type ImportError = ReturnType<typeof importError>['infer']

/** A field of an existing object type, and the import's change to it. */
const changedField = () =>
  type({
    object_type: 'string',
    /** The key before, but of a field that is added. */
    key: 'string',
    'new_key?': 'string',
    title: 'string',
    change: "'added' | 'renamed' | 'changed' | 'removed'",
  })

/** A field that was changed here and in the export since the last import. Relations have the titles of their objects. */
const importConflict = () =>
  type({
    object_id: id(),
    title: 'string',
    /** As in `changes`. */
    field: 'string',
    /** The value that the last import wrote; missing if it is not known any more. */
    'import_value?': 'unknown',
    /** The value here. */
    local_value: 'unknown',
    /** The value of the file. */
    file_value: 'unknown',
  })
export type ImportConflict = ReturnType<typeof importConflict>['infer']

/** The result of an import, or of its dry run. */
export const importReport = () =>
  type({
    mode: importMode(),
    format: "'bucket.json' | 'csv' | 'json' | 'ndjson'",
    /** Only of an export of another system. */
    'source?': importSource(),
    /**
     * Only of a table without the mapping that it needs, which is an error with the path `mapping`: the file's name and the first 64 KB
     * of its text, from which a mapping can be proposed. `jobs/get` alone holds it, for those who may import.
     */
    'head?': type({ name: 'string', text: 'string' }),
    object_types: {
      added: 'number',
      updated: 'number',
      unchanged: 'number',
      /** Only where a whole bucket is replaced. */
      'deleted?': 'number',
    },
    /** Updated fields of object types, the first 200. A file without objects can rename fields by id. */
    'fields?': changedField().array(),
    objects: {
      added: 'number',
      updated: 'number',
      unchanged: 'number',
      deleted: 'number',
      /**
       * Number of the updated objects that are public. With `publish: false` they get a draft, otherwise visitors see
       * the change.
       */
      'public?': 'number',
    },
    /** Folders of object types; only a bucket.json holds some. */
    'object_type_folders?': { added: 'number', updated: 'number', unchanged: 'number' },
    media: {
      added: 'number',
      unchanged: 'number',
      /** Only where a whole bucket is replaced. */
      'deleted?': 'number',
    },
    relations: { resolved: 'number', missing: 'number' },
    /** The reason why the whole import is refused: its additions exceed the plan of the project. */
    'refusal?': 'string',
    /** Rows that cannot be taken: the import changes nothing while there is one, unless `skip_invalid`. */
    errors: importError().array(),
    /** All of them; `errors` holds the first 500. A row may have several. */
    total_errors: 'number',
    /** Rows that have errors. */
    'invalid_rows?': 'number',
    /** Warnings: the first of each kind, with their number. */
    warnings: type({ 'row?': 'number', message: 'string', 'count?': 'number' }).array(),
    /** Media whose files could not be fetched, and stay on other servers: the first 500. All are counted in `total_unfetched_media`. */
    'unfetched_media?': type({ address: 'string', reason: 'string' }).array(),
    'total_unfetched_media?': 'number',
    /** Fields of objects that are updated, before and after: the first ones. All are counted in `total_changes`. */
    'changes?': fieldChange().array(),
    'total_changes?': 'number',
    /** Fields that were changed here and in the export of another system: the first ones. All are counted in `total_conflicts`. */
    'conflicts?': importConflict().array(),
    'total_conflicts?': 'number',
    /** What happens to these fields, as the request has it. */
    'conflict_choice?': conflictChoice(),
    sample: type({
      title: 'string',
      type: 'string',
      action: "'add' | 'update' | 'unchanged'",
    }).array(),
  })
export type ChangedField = ReturnType<typeof changedField>['infer']
export type ImportReport = ReturnType<typeof importReport>['infer']

export const importBucket = endpoint({
  id: 'importExport.importBucket',
  method: 'POST',
  path: '/import-bucket',
  base: 'content',
  auth: 'user',
  summary:
    'Imports a zip of `export-bucket`, or a bucket.json, workbook (.xlsx), CSV, JSON or NDJSON file (gzip allowed), as a job: read, staged, validated whole, then applied in one transaction. A dry run reports and changes nothing.',
  params: () => type({ slug: bucketSlug() }),
  isMultipart: true,
  fileField: 'import_file',
  /** Fields next to the file; `mapping` is JSON in a multipart field. */
  body: () =>
    type({
      import_mode: importMode(),
      /** In place of a file: its http(s) address. The job fetches it. Of a table, `head` of a dry run's report tells the columns. */
      'import_url?': '0 < string <= 2000',
      'mapping?': importMapping(),
      /** Only for an export of another system. JSON, as `mapping`. */
      'model?': importModel(),
      /** The key of an encrypted export of Strapi (`.tar.gz.enc`). It is not stored. */
      'export_key?': '0 < string <= 1000',
      'skip_invalid?': 'boolean',
      /** The mode that a dry run reports on; `merge` by default. */
      'dry_run_of?': "'merge' | 'replace'",
      /**
       * By default `error` for tables. A bucket.json and an export of objects get a warning, and their ids stay
       * unchanged.
       */
      'missing_references?': missingReferences(),
      /**
       * Only for an export of another system that is merged: what happens to fields that were changed here and in the file since
       * the last import. By default the values here stay.
       */
      'conflicts?': conflictChoice(),
      /** Copies the files of media that the import only has the addresses of. */
      'fetch_media?': 'boolean',
      // The status of a new object comes from the file. Omitted: `true`.
    }).and(publishChoice()),
  response: () => type({ job: job() }),
  status: 202,
  bodyLimit: 900_000_000,
  errors: ['conflict', 'too_large', 'unsupported_media_type'],
})

/** The kind of the jobs that fetch the files of media on other servers. */
export const FETCH_MEDIA_JOB = 'media.fetchFiles'

export const fetchMedia = endpoint({
  id: 'importExport.fetchMedia',
  method: 'POST',
  path: '/fetch-media',
  base: 'content',
  auth: 'user',
  summary:
    'Copies the files of media that are on other servers, as a job: those of an import that had the addresses only, or could not fetch some. Each gets a new name, and the objects that use it the new name and address, in one change set. Files that cannot be fetched stay where they are and are failures of the job; the next call tries them again.',
  params: () => type({ slug: bucketSlug() }),
  body: () =>
    type({
      /** Only counts them. */
      'dry_run?': 'boolean',
    }),
  response: () =>
    type({
      /** Number of media whose files are on other servers. */
      media: 'number',
      /** Missing in a dry run, and if there is nothing to fetch. */
      'job?': job(),
    }),
  errors: ['conflict'],
})

/** Hours that the file of an export is stored. */
export const EXPORT_HOURS = 24

/** The formats of redirects, each with the name of its file. */
export const redirectFiles = {
  'redirects-csv': 'redirects.csv',
  'redirects-json': 'redirects.json',
  'redirects-netlify': '_redirects',
  'redirects-nginx': 'redirects.conf',
} as const
export type RedirectFormat = keyof typeof redirectFiles

/** Whether the format of an export is one of redirects. */
export const isRedirectFormat = (format: string | undefined): format is RedirectFormat =>
  format !== undefined && Object.hasOwn(redirectFiles, format)

/** The formats of an export. */
export const exportFormat = () =>
  type(
    "'bucket' | 'markdown' | 'redirects-csv' | 'redirects-json' | 'redirects-netlify' | 'redirects-nginx'",
  )
export type ExportFormat = ReturnType<typeof exportFormat>['infer']

/** The numbers of an export of redirects. */
export const redirectCounts = () =>
  type({
    written: 'number',
    /** Values that are neither a path nor an http(s) address, or that the format cannot express. */
    invalid: 'number',
    /** Old addresses that are the new ones. */
    same: 'number',
    /** Old addresses of an earlier redirect: the first one wins. */
    duplicate: 'number',
  })
export type RedirectCounts = ReturnType<typeof redirectCounts>['infer']

/** The kind of the jobs that export. */
export const EXPORT_JOB = 'export'
/** The kind of the jobs that pack a backup into such a file. */
export const BACKUP_EXPORT_JOB = 'export-backup'
/** The kinds of jobs whose result is a file to download. */
export const EXPORT_JOBS: readonly string[] = [EXPORT_JOB, BACKUP_EXPORT_JOB]

/** The result of an export job. */
export const exportReport = () =>
  type({
    /** The file name: `shop-2026-11-20.zip`. */
    name: 'string',
    size: 'number',
    object_types: 'number',
    objects: 'number',
    media: 'number',
    /** Names of media whose bytes are missing. */
    missing_media: 'string[]',
    /** Only of an export of redirects. */
    'redirects?': redirectCounts(),
    /** When the file is removed. */
    expires_at: 'string',
  })
export type ExportReport = ReturnType<typeof exportReport>['infer']

export const exportBucket = endpoint({
  id: 'importExport.exportBucket',
  method: 'POST',
  path: '/export-bucket',
  base: 'content',
  auth: 'user',
  summary: `Writes a bucket into a zip as a job: \`bucket.json\` with object types, folders, objects (published versions and drafts) and media, and the files in \`media/\`. The job's result says how large it is; the file is kept for ${EXPORT_HOURS} hours.`,
  params: () => type({ slug: bucketSlug() }),
  body: () =>
    type({
      /** Slugs of the object types to export, with the media that their objects use; everything by default. */
      'selected_types?': typeSlug().array().atLeastLength(1).atMostLength(1000),
      /** Whether the zip contains the files of the media, or their addresses only; files by default. */
      'include_media?': 'boolean',
      /**
       * `markdown`: a folder for each object type, a Markdown file with front matter for each object, and the files in `media/`.
       * `redirects-…`: one file with a redirect for each published object that has an old address in `redirect_from`.
       */
      'format?': exportFormat(),
      /**
       * Only for redirects: the new address of an object, `/blog/{slug}`, with `{type}`, `{slug}`, `{id}` and `{locale}`. By
       * default the path of the type's preview link, otherwise `/{type}/{slug}`.
       */
      'path_template?': '0 < string <= 2000',
    }),
  response: () => type({ job: job() }),
  status: 202,
})

export const getExport = endpoint({
  id: 'importExport.getExport',
  method: 'GET',
  path: '/export-bucket/:job_id',
  base: 'content',
  auth: 'user',
  summary:
    'The download address of a finished export. It needs no header, is valid for an hour, and supports ranges, so that a download can be resumed.',
  params: () => type({ slug: bucketSlug(), job_id: id() }),
  response: () => type({ export: exportReport().and({ url: 'string' }) }),
  errors: ['conflict'],
})

export const getExportFile = endpoint({
  id: 'importExport.getFile',
  method: 'GET',
  path: '/v3/exports/:signature/:name',
  base: 'origin',
  auth: 'none',
  summary: 'The zip of an export, in ranges too, by an address that `getExport` gave.',
  params: () => type({ signature: '0 < string <= 200', name: '0 < string <= 200' }),
  response: () => type('string'),
  file: ['application/zip'],
})
