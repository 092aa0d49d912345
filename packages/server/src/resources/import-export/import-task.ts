import type { ErrorCode } from '@typecase/contract/errors'
import type { ImportMapping, ImportMode, ImportReport } from '@typecase/contract/import-export'

import type { Lease } from '../../jobs/job-store.ts'

/** Kinds of its jobs: only the first one changes the bucket. */
export const IMPORT = 'import'
export const DRY_RUN = 'import-dry-run'
export const IMPORT_KINDS = [IMPORT, DRY_RUN]

/** What an import was asked to do: the payload of its job. */
export interface ImportRequest {
  /** Names the file in the folder of uploads. */
  upload: string
  /** The file's own name, for people. */
  name: string
  mode: ImportMode
  /** What a dry run pretends to do. */
  dryRunMode: 'merge' | 'replace'
  mapping: ImportMapping | null
  skipInvalid: boolean
}

/** All that the thread of an import gets. */
export interface ImportTask {
  dataDir: string
  /** Of PostgreSQL. */
  databaseUrl: string | undefined
  /** Path of the uploaded file. */
  file: string
  /** Path for the file of staged rows. */
  stagingFile: string
  bucketId: string
  slug: string
  /** Media there are our own. */
  publicUrl: string
  userId: string | null
  lease: Lease
  request: ImportRequest
  /** UNIX ms on the server's clock. */
  now: number
  /** Set to 1 when the import has to stop: the thread looks at it between pages. */
  stop: Int32Array<SharedArrayBuffer>
}

/** What the thread tells the server. */
export type FromImport =
  | { kind: 'progress'; done: number; total: number }
  /** Wants to write: the answer is `write`, once no other writer runs. */
  | { kind: 'ready' }
  /** Lets others write in between; the answer is `write`, as above. */
  | { kind: 'pause' }
  /** Has written, or found that it has to plan anew: other writers may go on. */
  | { kind: 'released' }
  | { kind: 'finished'; report: ImportReport; isApplied: boolean }
  | { kind: 'failed'; code: ErrorCode; message: string }
