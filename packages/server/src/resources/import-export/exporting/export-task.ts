import type { ExportFormat, ExportReport } from '@typecase/contract/import-export'

import type { Settings } from '../../../settings/settings.ts'

/** A media whose file goes into the zip. */
export interface HeldFile {
  name: string
  fileId: string
}

/** The parameters of an export: the payload of its job. */
export interface ExportRequest {
  /** Slugs; null for all. */
  types: readonly string[] | null
  hasMedia: boolean
  /** The default is a bucket.json. */
  format?: ExportFormat
  /** Template for the new addresses of objects, for redirects. */
  pathTemplate?: string
}

/** The settings that the thread of an export needs. */
export type ExportSettings = Pick<
  Settings,
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'PUBLIC_URL'
  | 'STORAGE_URL'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>

/** An existing bucket.json and its files. */
export interface StoredText {
  /** Key in the file store of the text, which is compressed with gzip. */
  key: string
  files: readonly HeldFile[]
  counts: { types: number; objects: number; media: number }
}

/** Everything that the thread of an export receives. */
export interface ExportTask {
  settings: ExportSettings
  bucketId: string
  slug: string
  request: ExportRequest
  /** Content to pack instead of the bucket's current one. */
  stored?: StoredText
  /** Path of the zip. */
  file: string
  /** UNIX ms on the server's clock. */
  now: number
}

/** The thread's result. */
export type ExportEnd = Pick<
  ExportReport,
  'size' | 'object_types' | 'objects' | 'media' | 'redirects'
> & {
  missing_media: string[]
}
