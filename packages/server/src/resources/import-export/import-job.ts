import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'

import { importBucket } from '@typecase/contract/import-export'

import { Failure } from '../../http/failure.ts'
import { runInThread } from '../../jobs/job-thread.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { ANYTHING } from '../events/live-changes.ts'
import { APPLIED_CURSOR, countRows } from './applying/apply-import.ts'
import { withIncomingMedia } from './incoming-media.ts'
import { mediaFile, stagingFile, unpackFolder, uploadFile } from './import-files.ts'
import type { ImportEnd, ImportRequest, ImportTask } from './import-task.ts'

/**
 * Runs an import in a separate thread. It is one long write, whose last chunk stores the job's cursor: after any number
 * of interruptions, the import happens once or not at all.
 * @throws Failure if the file cannot be read, or some of its rows are invalid
 */
export async function runImport(context: JobContext): Promise<void> {
  // The handler of the import's endpoint wrote the payload.
  const request = context.payload as ImportRequest
  const file = uploadFile(context.app.settings.DATA_DIR, request.upload)
  if (request.url !== undefined && context.cursor !== APPLIED_CURSOR && !existsSync(file))
    await fetchFile(context, request.url, file)
  return importFile(context, request, file)
}

/** Time limit for fetching the file of an import, in ms. */
const FETCH_MS = 30 * 60_000

/** @throws Failure that names the host */
async function fetchFile(
  { app, job, signal, withoutSlot }: JobContext,
  url: string,
  file: string,
): Promise<void> {
  // Renaming the complete file ensures that an interrupted fetch leaves no partial upload.
  const path = mediaFile(app.settings.DATA_DIR, job.id)
  const limits = { maxBytes: importBucket.bodyLimit, timeoutMs: FETCH_MS }
  try {
    await withoutSlot(() => app.safeFetch(url, { path, signal, ...limits }))
    await rename(path, file)
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    throw new Failure(
      reason.code,
      `The file at ${new URL(url).host} was not imported: ${reason.message}`,
    )
  }
}

/** Imports a file within a job. */
export async function importFile(
  context: JobContext,
  request: ImportRequest,
  file: string,
): Promise<void> {
  if (context.cursor === APPLIED_CURSOR) return
  // The module of the thread returns an `ImportEnd`.
  const { report, isApplied } = (await withIncomingMedia(context, (answer) =>
    runInThread(context, {
      module: new URL('./import-thread.ts', import.meta.url),
      task: taskOf(context, request, file),
      answer,
      tooLarge: 'The file needs more memory than an import may take.',
    }),
  )) as ImportEnd
  const rows = countRows(report)
  // An applied import has already stored its result with its writes; the empty update only refreshes this run's job.
  const end = isApplied ? {} : { total: rows, done: rows, result: report }
  await context.app.db.write((write) => context.advance(write, end), 'read committed')
  if (isApplied) return tellVersion(context)
  if (report.mode === 'dry_run') return
  if (report.head) throw new Failure('invalid', report.errors[0]?.message ?? '')
  const count = report.invalid_rows ?? report.total_errors
  const words = count === 1 ? 'One row' : `${count.toLocaleString('en')} rows`
  throw new Failure('invalid', `${words} cannot be imported, so nothing was changed.`)
}

function taskOf(
  { app, access, job, lease }: JobContext,
  request: ImportRequest,
  file: string,
): ImportTask {
  const dataDir = app.settings.DATA_DIR
  return {
    dataDir,
    databaseUrl: app.settings.DATABASE_URL,
    file,
    stagingFile: stagingFile(dataDir, job.id),
    unpackFolder: unpackFolder(dataDir, job.id),
    mediaFile: mediaFile(dataDir, job.id),
    bucketId: access.bucketId,
    slug: access.slug,
    publicUrl: app.settings.PUBLIC_URL,
    userId: access.userId,
    settings: { PLAN_LIMITS: app.settings.PLAN_LIMITS },
    lease,
    request,
    now: app.clock.now(),
  }
}

async function tellVersion({ app, access }: JobContext): Promise<void> {
  const { version } = await app.db.read
    .selectFrom('buckets')
    .select('version')
    .where('id', '=', access.bucketId)
    .executeTakeFirstOrThrow()
  app.events.publish(access.bucketId, { kind: 'live', version, ...ANYTHING })
  app.events.publish(access.bucketId, { kind: 'version', version })
}
