import type { ExportReport } from '@typecase/contract/import-export'

import type { Settings } from '../../../settings/settings.ts'

/** What an export was asked for: the payload of its job. */
export interface ExportRequest {
  /** Slugs; null for all. */
  types: readonly string[] | null
  hasMedia: boolean
}

/** All that the thread of an export gets. */
export interface ExportTask {
  settings: Pick<
    Settings,
    | 'DATA_DIR'
    | 'DATABASE_URL'
    | 'PUBLIC_URL'
    | 'STORAGE_URL'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SECRET_ACCESS_KEY'
  >
  bucketId: string
  slug: string
  request: ExportRequest
  /** Where the zip is written. */
  file: string
  /** UNIX ms on the server's clock. */
  now: number
}

/** What the thread answers. */
export type ExportEnd = Pick<ExportReport, 'size' | 'object_types' | 'objects' | 'media'> & {
  missing_media: string[]
}
