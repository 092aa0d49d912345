import { statSync } from 'node:fs'

import { createClock } from '../../clock.ts'
import { noMessages } from '../../database/messages.ts'
import { openThreadDatabase } from '../../database/open-database.ts'
import type { ThreadDatabase } from '../../database/thread-database.ts'
import type { Write } from '../../database/write-queue.ts'
import { forbidden } from '../../http/failure.ts'
import type { JobThread } from '../../jobs/thread-side.ts'
import { openBucketForJob, withWebhooks } from '../buckets/bucket-access.ts'
import { createBucketEvents } from '../events/bucket-events.ts'
import { applyImport, type ImportPlan } from './applying/apply-import.ts'
import type { ImportFormat } from './formats/format.ts'
import { holdsBucket, type OpenExport, openExport } from './formats/open-export.ts'
import { formatOf, readForeign } from './formats/read-foreign.ts'
import { readImportedObjects } from './formats/imported-objects.ts'
import { createProgress, type Progress } from './import-progress.ts'
import type { ImportEnd, ImportRequest, ImportTask } from './import-task.ts'
import { planImport, type Planning, versionOf } from './planning/plan-import.ts'
import { openStaging, PAGE } from './planning/staging.ts'
import { createIssues } from './reading/issues.ts'
import { type Archive, openArchive } from './reading/archive.ts'
import { readFile, type Reading } from './reading/read-file.ts'
import { kindOfFile } from './reading/source-text.ts'
import { UnmappedTable, unmappedReport } from './reading/unmapped-table.ts'
import { bringMedia } from './applying/bring-media.ts'

type ImportThread = JobThread<ImportTask>

// The thread of an import: it reads, plans and writes while the server stays responsive. It has its own connection; on
// SQLite it writes chunk by chunk while the server holds back its own writers.

/** Maximum number of plans: a concurrent write invalidates a plan, so the last one is made while writers wait. */
const TRIES = 3

export async function run(thread: ImportThread): Promise<ImportEnd> {
  const { task } = thread
  const database = await openThreadDatabase({
    DATA_DIR: task.dataDir,
    DATABASE_URL: task.databaseUrl,
  })
  const staging = openStaging(task.stagingFile)
  let archive: Archive | undefined
  let files: OpenExport | undefined
  let format: ImportFormat | undefined
  const read = createIssues()
  try {
    const { mapping, model = {}, name } = task.request
    if (mapping === null && !(await holdsBucket(task.file))) {
      files = await openExport(task.file, name, task.unpackFolder)
      format = await formatOf(files)
    }
    if (!format && (await kindOfFile(task.file)) === 'zip') archive = await openArchive(task.file)
    const size = archive?.textSize ?? statSync(task.file).size
    const progress = createProgress(size, (done, total) =>
      thread.tell({ kind: 'progress', done, total }),
    )
    const bucketAccess = openBucketForJob(task.bucketId, task.slug, task.userId)
    // An import sends no webhook per object: receivers fetch bulk changes themselves.
    const access = withWebhooks(bucketAccess, false)
    const work: Reading = {
      file: task.file,
      archive,
      mapping,
      mediaBase: `${task.publicUrl}/media`,
      staging,
      issues: read,
      onRead(bytes) {
        thread.throwIfCancelled()
        progress.read(bytes, staging.size)
      },
      importedObjects: () => database.read(task.bucketId, (db) => readImportedObjects(db, access)),
      bringMedia: (media, archiveOfMedia) =>
        bringMedia(thread, database, { archive: archiveOfMedia, media, issues: read }),
    }
    const contents =
      files && format ? await readForeign(work, files, format, model) : await readFile(work)
    const step = async () => {
      thread.throwIfCancelled()
      progress.addPlanned(PAGE, staging.size)
    }
    const planning = { task, access, staging, contents, read, step }
    return await planAndWrite(database, thread, planning, progress)
  } catch (reason) {
    if (!(reason instanceof UnmappedTable)) throw reason
    const { file, request } = task
    const report = await unmappedReport(
      reason,
      { path: file, name: request.name },
      request.mode,
      read,
    )
    return { report, isApplied: false }
  } finally {
    archive?.close()
    await files?.close()
    staging.remove()
    await database.close()
  }
}

async function planAndWrite(
  database: ThreadDatabase,
  thread: ImportThread,
  work: Planning,
  progress: Progress,
): Promise<ImportEnd> {
  const { bucketId, request } = work.task
  for (let tries = TRIES; ; tries -= 1) {
    const { plan, version } = await database.read(bucketId, (db) => planImport(db, work))
    assertRoom(request, plan)
    if (!isToApply(request, plan)) return { report: plan.report, isApplied: false }
    await thread.rightToWrite('ready')
    // The database may run this again after a collision with writes to other buckets; the plan is not reused then.
    let isUntried = true
    const writing = database.write(
      bucketId,
      async (write) => {
        const isTrue = isUntried && (await versionOf(write.db, bucketId)) === version
        isUntried = false
        if (!isTrue && tries > 1) return undefined
        const current = isTrue ? plan : await planWithin(write, work)
        assertRoom(request, current)
        if (isToApply(request, current)) await apply(write, thread, work, current, progress)
        return current
      },
      () => thread.rightToWrite('pause'),
    )
    const result = await writing.finally(() => thread.tell({ kind: 'released' }))
    if (!result) continue
    return { report: result.report, isApplied: isToApply(request, result) }
  }
}

/** Plans within the write itself, while no one else can change the bucket. */
async function planWithin(write: Write, work: Planning): Promise<ImportPlan> {
  const step = async () => {
    await work.step()
    await write.pause()
  }
  return (await planImport(write.db, { ...work, step })).plan
}

async function apply(
  { db, pause }: Write,
  { throwIfCancelled }: ImportThread,
  { task, access, staging }: Planning,
  plan: ImportPlan,
  progress: Progress,
) {
  const { added, updated, deleted } = plan.report.objects
  const media = plan.media.added.length + plan.removedMediaIds.length
  const all = added + updated + deleted + media
  let writtenCount = 0
  const clock = createClock(task.now)
  await applyImport(
    // The server owns events and caches, and updates them when it hears of the commit.
    { db, pause, afterCommit: () => {} },
    {
      clock,
      settings: task.settings,
      events: createBucketEvents({ read: db, messages: noMessages }),
      access,
      staging,
      plan,
      lease: task.lease,
      title: task.request.title ?? `Import ${task.request.name}`,
      stamp: { now: clock.iso(), userId: task.userId },
      onWritten(count) {
        // Cancelling rolls back the rows written so far.
        throwIfCancelled()
        writtenCount += count
        progress.addWritten(writtenCount, all)
      },
    },
  )
}

/** @throws Failure `forbidden` if the import exceeds the limits of the project's plan */
function assertRoom({ mode }: ImportRequest, { report }: ImportPlan): void {
  if (mode !== 'dry_run' && report.refusal !== undefined) throw forbidden(report.refusal)
}

/** Whether the plan is applied: a single invalid row prevents the import, unless the request skips such rows. */
const isToApply = ({ mode, skipInvalid }: ImportRequest, { report }: ImportPlan): boolean =>
  mode !== 'dry_run' && (skipInvalid || report.total_errors === 0)
