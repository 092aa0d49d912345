import type { Sql } from '@typecase/content-query/sql-text'
import type { ExportFormat } from '@typecase/contract/object-export'

/** All that the thread of an export gets. */
export interface ExportTask {
  dataDir: string
  /** Path of the file to write. */
  file: string
  bucketId: string
  /** Finds the row numbers of the objects, in order. */
  rows: Sql
  format: ExportFormat
  /** Paths of the columns; all unless given. */
  fields: readonly string[] | undefined
}

/** What it tells the server at its end. */
export type FromExport =
  | {
      kind: 'finished'
      count: number
      /** Bytes of the file. */
      size: number
      /** The one type of its objects, if there is one. */
      type: string | undefined
    }
  | { kind: 'failed'; message: string; code: unknown }
