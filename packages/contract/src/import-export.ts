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
 * What to do with a relation to a missing object: report the row as an error, keep the field unchanged, or leave the
 * relation out.
 */
export const missingReferences = () => type("'error' | 'keep' | 'empty'")
export type MissingReferences = ReturnType<typeof missingReferences>['infer']

/**
 * What to do with fields changed both here and in the file since the last import: keep the value, or take the file's.
 */
export const conflictChoice = () => type("'keep' | 'take'")
export type ConflictChoice = ReturnType<typeof conflictChoice>['infer']

/** The mapping of one column of a table to a field. */
export const importColumn = () =>
  type({
    /** The column's name in the file; dots reach into nested JSON objects. */
    from: '0 < string <= 500',
    /**
     * `title`, `slug`, `content`, `status`, `locale`, `thumbnail`, `publish_at`, `created_at`, `metadata.<key>`,
     * `metadata.<group>.<key>`, or null to leave it out.
     */
    to: 'string <= 200 | null',
    /** The metafield's type when the key is new to the object type. */
    'type?': 'string <= 40',
    /**
     * The cells' notation of numbers, dates, or yes and no. Default: a decimal point, the year first, English words.
     */
    'format?': cellFormat(),
    /** The separator that splits a text into a list, such as `;`. */
    'split?': 'string <= 5',
    /** For relations: the object type of the targets, and the key of the field whose value identifies them. */
    'relation?': { type: 'string <= 100', key: 'string <= 200' },
  })
export type ImportColumn = ReturnType<typeof importColumn>['infer']

/**
 * The mapping of a table to objects of one type. A bucket.json and an export of objects with all fields need no
 * mapping.
 */
export const importMapping = () =>
  type({
    /** `csv` includes workbooks (.xlsx). */
    format: "'csv' | 'json' | 'ndjson'",
    /** The sheet of a workbook to read; the first one by default. */
    'sheet?': '0 < string <= 100',
    /** Slug of the object type; a missing one is created from the columns. */
    object_type: '0 < string <= 100',
    'object_type_title?': 'string <= 200',
    columns: importColumn().array().atMostLength(500),
    'status?': "'draft' | 'published'",
    'locale?': 'string <= 35 | null',
    /** Whether texts that a spreadsheet would take for a formula begin with an apostrophe, as in our own exports. */
    'is_guarded?': 'boolean',
    /** The field that identifies a row across imports, instead of the slug: `metadata.id`. */
    'match_by?': 'string <= 200',
  })
export type ImportMapping = ReturnType<typeof importMapping>['infer']

/**
 * How the types and fields of another system's export map to object types and metafields. Everything else is imported
 * as the export defines it.
 */
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
        /** `markdown` converts HTML. By default the format chooses the type. */
        'field_type?': type.enumerated(...metafieldTypes),
      })
        .array()
        .atMostLength(500),
    })
      .array()
      .atMostLength(500),
  })
export type ImportModel = ReturnType<typeof importModel>['infer']

/** The contents of another system's export. */
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

/** A row that cannot be imported: its position, the field, and the rule it breaks. */
export const importError = () =>
  type({
    /**
     * Counted from 1: the line of NDJSON, the row of a spreadsheet, the position in a JSON list. 0 is the file as a
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
    /** The key before the import, or the key of an added field. */
    key: 'string',
    'new_key?': 'string',
    title: 'string',
    change: "'added' | 'renamed' | 'changed' | 'removed'",
  })

/**
 * A field that was changed both here and in the export since the last import. Relations appear as the titles of their
 * objects.
 */
const importConflict = () =>
  type({
    object_id: id(),
    title: 'string',
    /** As in `changes`. */
    field: 'string',
    /** The value that the last import wrote; missing if it is no longer known. */
    'import_value?': 'unknown',
    /** The value here. */
    local_value: 'unknown',
    /** The value in the file. */
    file_value: 'unknown',
  })
export type ImportConflict = ReturnType<typeof importConflict>['infer']

/** The result of an import, or of its dry run. */
export const importReport = () =>
  type({
    mode: importMode(),
    format: "'bucket.json' | 'csv' | 'json' | 'ndjson'",
    /** Only for an export of another system. */
    'source?': importSource(),
    /**
     * Only for a table without the mapping that it needs, which is an error with the path `mapping`. Contains the
     * file's name and the first 64 KB of its text, from which a mapping can be proposed. Only `jobs/get` returns it, to
     * users who may import.
     */
    'head?': type({ name: 'string', text: 'string' }),
    object_types: {
      added: 'number',
      updated: 'number',
      unchanged: 'number',
      /** Only if a whole bucket is replaced. */
      'deleted?': 'number',
    },
    /** The first 200 updated fields of object types. A file without objects can rename fields by id. */
    'fields?': changedField().array(),
    objects: {
      added: 'number',
      updated: 'number',
      unchanged: 'number',
      deleted: 'number',
      /**
       * Number of updated objects that are public. With `publish: false` they get a draft, otherwise visitors see the
       * change.
       */
      'public?': 'number',
    },
    /** Counts of folders of object types; only a bucket.json contains them. */
    'object_type_folders?': { added: 'number', updated: 'number', unchanged: 'number' },
    media: {
      added: 'number',
      unchanged: 'number',
      /** Only if a whole bucket is replaced. */
      'deleted?': 'number',
    },
    relations: { resolved: 'number', missing: 'number' },
    /** Why the whole import is refused: its additions exceed the plan of the project. */
    'refusal?': 'string',
    /** Rows that cannot be imported. While there are any, the import changes nothing, unless `skip_invalid` is set. */
    errors: importError().array(),
    /** Number of all errors; `errors` holds the first 500. A row may have several. */
    total_errors: 'number',
    /** Number of rows with errors. */
    'invalid_rows?': 'number',
    /** The first warning of each kind, with how many there are. */
    warnings: type({ 'row?': 'number', message: 'string', 'count?': 'number' }).array(),
    /**
     * The first 500 media whose files could not be fetched and stay on other servers. `total_unfetched_media` counts
     * all.
     */
    'unfetched_media?': type({ address: 'string', reason: 'string' }).array(),
    'total_unfetched_media?': 'number',
    /** The first changed fields of updated objects, before and after. `total_changes` counts all. */
    'changes?': fieldChange().array(),
    'total_changes?': 'number',
    /**
     * The first fields that were changed both here and in the export of another system. `total_conflicts` counts all.
     */
    'conflicts?': importConflict().array(),
    'total_conflicts?': 'number',
    /** The request's choice for these fields. */
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
    'Imports a zip of `export-bucket`, or a bucket.json, workbook (.xlsx), CSV, JSON or NDJSON file (gzip allowed), as a job: it reads, stages and validates everything, then applies it in one transaction. A dry run only reports.',
  params: () => type({ slug: bucketSlug() }),
  isMultipart: true,
  fileField: 'import_file',
  /** Fields next to the file; `mapping` is JSON in a multipart field. */
  body: () =>
    type({
      import_mode: importMode(),
      /**
       * The http(s) address of the file, instead of an upload. The job fetches it. For a table, `head` in the report of
       * a dry run shows the columns.
       */
      'import_url?': '0 < string <= 2000',
      'mapping?': importMapping(),
      /** Only for an export of another system. JSON in a multipart field, like `mapping`. */
      'model?': importModel(),
      /** The key of an encrypted Strapi export (`.tar.gz.enc`). It is not stored. */
      'export_key?': '0 < string <= 1000',
      'skip_invalid?': 'boolean',
      /** The mode that a dry run reports on; `merge` by default. */
      'dry_run_of?': "'merge' | 'replace'",
      /**
       * For tables, the default is `error`. A bucket.json and an export of objects get a warning by default, and keep
       * the ids.
       */
      'missing_references?': missingReferences(),
      /**
       * Only for merging an export of another system: what to do with fields changed both here and in the file since
       * the last import. By default the values here stay.
       */
      'conflicts?': conflictChoice(),
      /** Whether to copy the files of media for which the import has only addresses. */
      'fetch_media?': 'boolean',
      // `publish` is `true` by default. The file sets the status of new objects.
    }).and(publishChoice()),
  response: () => type({ job: job() }),
  status: 202,
  bodyLimit: 900_000_000,
  errors: ['conflict', 'too_large', 'unsupported_media_type'],
})

/** The kind of jobs that fetch media files from other servers. */
export const FETCH_MEDIA_JOB = 'media.fetchFiles'

export const fetchMedia = endpoint({
  id: 'importExport.fetchMedia',
  method: 'POST',
  path: '/fetch-media',
  base: 'content',
  auth: 'user',
  summary:
    'Downloads the files of media that are still on other servers, as a job: those of an import that only had the addresses, or could not download some. Each file gets a new name, and the objects that use it get the new name and address, in one change set. Files that cannot be downloaded stay where they are and are failures of the job; the next call tries them again.',
  params: () => type({ slug: bucketSlug() }),
  body: () =>
    type({
      /** Only counts the media. */
      'dry_run?': 'boolean',
    }),
  response: () =>
    type({
      /** Number of media whose files are on other servers. */
      media: 'number',
      /** Missing in a dry run, and if no media has to be fetched. */
      'job?': job(),
    }),
  errors: ['conflict'],
})

/** Hours for which the file of an export is kept. */
export const EXPORT_HOURS = 24

/** The formats of redirects, each with its file name. */
export const redirectFiles = {
  'redirects-csv': 'redirects.csv',
  'redirects-json': 'redirects.json',
  'redirects-netlify': '_redirects',
  'redirects-nginx': 'redirects.conf',
} as const
export type RedirectFormat = keyof typeof redirectFiles

/** Whether an export format is for redirects. */
export const isRedirectFormat = (format: string | undefined): format is RedirectFormat =>
  format !== undefined && Object.hasOwn(redirectFiles, format)

/** The formats of an export. */
export const exportFormat = () =>
  type(
    "'bucket' | 'markdown' | 'redirects-csv' | 'redirects-json' | 'redirects-netlify' | 'redirects-nginx'",
  )
export type ExportFormat = ReturnType<typeof exportFormat>['infer']

/** The counts of an export of redirects. */
export const redirectCounts = () =>
  type({
    written: 'number',
    /** Values that are neither a path nor an http(s) address, or that the format cannot express. */
    invalid: 'number',
    /** Old addresses that are equal to the new ones. */
    same: 'number',
    /** Old addresses that an earlier redirect uses: the first one wins. */
    duplicate: 'number',
  })
export type RedirectCounts = ReturnType<typeof redirectCounts>['infer']

/** The kind of export jobs. */
export const EXPORT_JOB = 'export'
/** The kind of jobs that pack a backup into an export file. */
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
    /** Only for an export of redirects. */
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
  summary: `Exports a bucket into a zip as a job: \`bucket.json\` with object types, folders, objects (published versions and drafts) and media, and the files in \`media/\`. The job's result has its size; the file is kept for ${EXPORT_HOURS} hours.`,
  params: () => type({ slug: bucketSlug() }),
  body: () =>
    type({
      /** Slugs of the object types to export, with the media that their objects use; everything by default. */
      'selected_types?': typeSlug().array().atLeastLength(1).atMostLength(1000),
      /** Whether the zip contains the files of the media (the default), or only their addresses. */
      'include_media?': 'boolean',
      /**
       * `markdown`: a folder per object type, a Markdown file with front matter per object, and the files in `media/`.
       * `redirects-…`: one file with a redirect for each published object that has an old address in `redirect_from`.
       */
      'format?': exportFormat(),
      /**
       * Only for redirects: the pattern of new addresses, `/blog/{slug}`, with `{type}`, `{slug}`, `{id}` and
       * `{locale}`. By default the path of the type's preview link, otherwise `/{type}/{slug}`.
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
    'Returns the download address of a finished export. It needs no header, is valid for an hour, and supports ranges, so that a download can be resumed.',
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
  summary: 'Returns the zip of an export, or a range of it, by an address from `getExport`.',
  params: () => type({ signature: '0 < string <= 200', name: '0 < string <= 200' }),
  response: () => type('string'),
  file: ['application/zip'],
})
