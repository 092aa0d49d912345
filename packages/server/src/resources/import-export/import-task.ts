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

/** Kinds of its jobs: only the first one changes the bucket. */
export const IMPORT = 'import'
export const DRY_RUN = 'import-dry-run'
export const IMPORT_KINDS = [IMPORT, DRY_RUN]

/** The parameters of an import: the payload of its job. */
export interface ImportRequest {
  /** Names the file in the folder of uploads. */
  upload: string
  /** Address that the job fetches the file from. */
  url?: string
  /** The file's own name, for people. */
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
  /** Whether changes of public objects go live; otherwise they are drafts over the published version. */
  publishes: boolean
  /** Copies the files of media that are only referred to. */
  fetchesMedia: boolean
  /** Same as in the request; `keep` by default. */
  conflicts?: ConflictChoice
  /** Same as in the request; implied by the kind of file by default. */
  missingReferences?: MissingReferences | undefined
}

/** All that the thread of an import gets. */
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
  /** Media there are our own. */
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

/** A file of a media for the server to store: it is at `path`, or is fetched from `url`. */
export interface IncomingMedia {
  path: string
  url?: string
  /** Name for people. */
  name: string
  type: string
  /** Only says whether the bucket has it. */
  isDry: boolean
}

/** A file that was taken in, and is referred to by the write of the import. */
export interface BroughtFile extends FileToStore {
  /** The result of `uploadFile`. */
  arrived: string | null
  type: string
  facts: MediaFacts
}

/**
 * A media of the same file and name that the bucket has, or the file, or why it was not fetched; nothing of a dry run.
 */
export type MediaTaken =
  | { existingName: string }
  | { file: BroughtFile }
  | { reason: string }
  | undefined
