import type {
  ConflictChoice,
  ImportMapping,
  ImportModel,
  ImportMode,
  ImportReport,
  MissingReferences,
} from '@typecase/contract/import-export'

import type { MediaFacts } from '../../images/image-work.ts'
import type { Lease } from '../../jobs/job.ts'
import type { FileToStore } from '../../storage/stored-files.ts'
import type { LimitContext } from '../plans/limits.ts'

/** Kinds of import jobs; only `IMPORT` changes the bucket. */
export const IMPORT = 'import'
export const DRY_RUN = 'import-dry-run'
export const IMPORT_KINDS = [IMPORT, DRY_RUN]

/** The parameters of an import: the payload of its job. */
export interface ImportRequest {
  /** Identifies the file in the folder of uploads. */
  upload: string
  /** The address from which the job fetches the file. */
  url?: string
  /** The original name of the file, for people. */
  name: string
  /** Title of the change set; `Import <name>` by default. */
  title?: string
  mode: ImportMode
  /** The mode that a dry run simulates. */
  dryRunMode: 'merge' | 'replace'
  mapping: ImportMapping | null
  /** Choices for an export of another system. */
  model?: ImportModel
  skipInvalid: boolean
  /** Whether changes to public objects go live; otherwise they become drafts over the published version. */
  publishes: boolean
  /** Whether to copy the files of media on other servers. */
  fetchesMedia: boolean
  /** Same as in the request; `keep` by default. */
  conflicts?: ConflictChoice
  /** Same as in the request; the default depends on the kind of file. */
  missingReferences?: MissingReferences | undefined
}

/** Everything that the thread of an import receives. */
export interface ImportTask {
  dataDir: string
  /** URL of PostgreSQL. */
  databaseUrl: string | undefined
  /** Path of the uploaded file. */
  file: string
  /** Path for the file of staged rows. */
  stagingFile: string
  /** Folder for the unpacked files of an export of another system. */
  unpackFolder: string
  /** Path prefix for downloaded media; each file adds a suffix. */
  mediaFile: string
  bucketId: string
  slug: string
  /** Media below this URL are our own. */
  publicUrl: string
  userId: string | null
  settings: LimitContext['settings']
  lease: Lease
  request: ImportRequest
  /** UNIX ms on the server's clock. */
  now: number
}

/** The thread's result. */
export interface ImportEnd {
  report: ImportReport
  isApplied: boolean
}

/** A media file for the server to store: it is at `path`, or is fetched there from `url`. */
export interface IncomingMedia {
  path: string
  url?: string
  /** Name for people. */
  name: string
  type: string
  /** Whether the server only checks whether the bucket has the file. */
  isDry: boolean
}

/** A file that the server stored, for the write of the import to refer to. */
export interface BroughtFile extends FileToStore {
  /** The result of `uploadFile`. */
  arrived: string | null
  type: string
  facts: MediaFacts
}

/**
 * The server's answer for a media: the bucket's media with the same bytes and name, the stored file, or why it was not
 * fetched. A dry run stores no file and returns undefined.
 */
export type MediaTaken =
  | { existingName: string }
  | { file: BroughtFile }
  | { reason: string }
  | undefined
