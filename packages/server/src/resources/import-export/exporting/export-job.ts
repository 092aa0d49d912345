import type { ExportReport } from '@typecase/contract/import-export'

import type { JobContext } from '../../../jobs/runner.ts'
import { runInThread } from '../../../jobs/job-thread.ts'
import { exportFile, expiryOf } from './export-files.ts'
import type {
  ExportEnd,
  ExportRequest,
  ExportSettings,
  ExportTask,
  StoredText,
} from './export-task.ts'

/** Writes the zip of an export. An interrupted export starts over, since the bucket may have changed. */
export async function runExport(context: JobContext): Promise<void> {
  const { app, access, job, payload } = context
  const file = exportFile(app.settings.DATA_DIR, job.id)
  // The handler of the export's endpoint wrote the payload.
  const end = await writeArchive(context, access, payload as ExportRequest, file)
  await storeReport(context, end, app.clock.iso().slice(0, 10))
}

/** Stores the result of an export, with the expiry of its file. @param day part of the file's name */
export async function storeReport(context: JobContext, end: ExportEnd, day: string): Promise<void> {
  const { app, access } = context
  const report: ExportReport = {
    ...end,
    name: `${access.slug}-${day}.zip`,
    expires_at: new Date(expiryOf(app.clock.now())).toISOString(),
  }
  const total = Math.max(1, end.objects + end.media)
  await app.db.write(
    (write) => context.advance(write, { total, done: total, result: report }),
    'read committed',
  )
}

/**
 * Writes a bucket into a zip, in a thread and from one snapshot of the database.
 * @param stored content to pack instead of the bucket's current one
 * @throws if aborted; leaves no file behind
 */
export async function writeArchive(
  context: JobContext,
  { bucketId, slug }: { bucketId: string; slug: string },
  request: ExportRequest,
  file: string,
  stored?: StoredText,
): Promise<ExportEnd> {
  const settings = exportSettings(context)
  const now = context.app.clock.now()
  const task: ExportTask = {
    settings,
    bucketId,
    slug,
    request,
    file,
    now,
    ...(stored && { stored }),
  }
  const end = await runInThread(context, {
    module: new URL('./export-thread.ts', import.meta.url),
    task,
    tooLarge: 'The export needs more memory than one may take.',
  })
  // The module of the thread returns an `ExportEnd`.
  return end as ExportEnd
}

/** Returns the settings for a thread that reads a bucket: only these can be sent to it. */
export function exportSettings({ app }: Pick<JobContext, 'app'>): ExportSettings {
  const {
    DATA_DIR,
    DATABASE_URL,
    PUBLIC_URL,
    STORAGE_URL,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  } = app.settings
  return {
    DATA_DIR,
    DATABASE_URL,
    PUBLIC_URL,
    STORAGE_URL,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  }
}
