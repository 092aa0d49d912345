import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

import { createClock } from '../../clock.ts'
import { noMessages } from '../../database/messages.ts'
import { openThreadDatabase, type ThreadDatabase } from '../../database/thread-database.ts'
import type { Write } from '../../database/write-queue.ts'
import { Failure } from '../../http/failure.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import { createBucketEvents } from '../events/bucket-events.ts'
import { applyImport, type ImportPlan } from './applying/apply-import.ts'
import { createProgress, type Progress } from './import-progress.ts'
import type { FromImport, ImportTask } from './import-task.ts'
import { planImport, type Planning, versionOf } from './planning/plan-import.ts'
import { openStaging, PAGE } from './planning/staging.ts'
import { createIssues } from './reading/issues.ts'
import { readFile } from './reading/read-file.ts'

// The thread of one import: it reads, plans and writes while the server goes on answering. It writes on a connection
// of its own; on SQLite only while the server keeps its own writers waiting, chunk by chunk.

if (!parentPort) throw new Error('This file is run as a worker thread.')
const port = parentPort
// Made by `runImport`.
const task = workerData as ImportTask
const tell = (message: FromImport) => port.postMessage(message)

/** Plans that may be made in vain because somebody wrote meanwhile; the last one is made while writers wait. */
const TRIES = 3

async function run(): Promise<void> {
  const database = await openThreadDatabase({
    DATA_DIR: task.dataDir,
    DATABASE_URL: task.databaseUrl,
  })
  const staging = openStaging(task.stagingFile)
  try {
    const progress = createProgress(statSync(task.file).size, (done, total) =>
      tell({ kind: 'progress', done, total }),
    )
    const read = createIssues()
    const contents = await readFile({
      file: task.file,
      mapping: task.request.mapping,
      staging,
      issues: read,
      onRead(bytes) {
        assertWanted()
        progress.read(bytes, staging.size)
      },
    })
    const step = async () => {
      assertWanted()
      progress.planned(PAGE, staging.size)
    }
    const access = openBucketForJob(task.bucketId, task.slug, task.userId)
    await planAndWrite(database, { task, access, staging, contents, read, step }, progress)
  } finally {
    staging.remove()
    await database.close()
  }
}

async function planAndWrite(
  database: ThreadDatabase,
  work: Planning,
  progress: Progress,
): Promise<void> {
  for (let tries = TRIES; ; tries -= 1) {
    const { plan, version } = await database.read(task.bucketId, (db) => planImport(db, work))
    if (!isToApply(plan)) return tell({ kind: 'finished', report: plan.report, isApplied: false })
    await rightToWrite('ready')
    // A plan that collides with what other buckets write is no good for a second run.
    let isUntried = true
    const writing = database.write(
      task.bucketId,
      async (write) => {
        const isTrue = isUntried && (await versionOf(write.db, task.bucketId)) === version
        isUntried = false
        if (!isTrue && tries > 1) return undefined
        const current = isTrue ? plan : await planWithin(write, work)
        if (isToApply(current)) await apply(write, work, current, progress)
        return current
      },
      () => rightToWrite('pause'),
    )
    const written = await writing.finally(() => tell({ kind: 'released' }))
    if (!written) continue
    return tell({ kind: 'finished', report: written.report, isApplied: isToApply(written) })
  }
}

/** Plans in the write itself, whose bucket nobody else changes. */
async function planWithin(write: Write, work: Planning): Promise<ImportPlan> {
  const step = async () => {
    await work.step()
    await write.pause()
  }
  return (await planImport(write.db, { ...work, step })).plan
}

async function apply(
  { db, pause }: Write,
  { access, staging }: Planning,
  plan: ImportPlan,
  progress: Progress,
) {
  const { added, updated, deleted } = plan.report.objects
  const clock = createClock(task.now)
  await applyImport(
    // Events and caches are the server's: it tells them when it hears of the commit.
    { db, pause, afterCommit: () => {} },
    {
      clock,
      events: createBucketEvents({ read: db, messages: noMessages }),
      access,
      staging,
      plan,
      lease: task.lease,
      title: `Import ${task.request.name}`,
      stamp: { now: clock.iso(), userId: task.userId },
      onWritten(count) {
        // What was written is taken back with the rest.
        assertWanted()
        progress.written(count, added + updated + deleted)
      },
    },
  )
}

/** One row that cannot be taken keeps all others out, unless it was asked to leave such rows out. */
function isToApply({ report }: ImportPlan): boolean {
  const { mode, skipInvalid } = task.request
  return mode !== 'dry_run' && (skipInvalid || report.total_errors === 0)
}

function rightToWrite(kind: 'ready' | 'pause'): Promise<void> {
  tell({ kind })
  return new Promise((resolve) => port.once('message', () => resolve()))
}

function assertWanted(): void {
  if (Atomics.load(task.stop, 0) === 1) throw new Error('The import was told to stop.')
}

try {
  await run()
} catch (reason) {
  const isFull = reason instanceof Error && 'code' in reason && isDiskFull(reason.code)
  const failure = isFull ? new Failure('storage_full', 'The server’s disk is full.') : reason
  if (!(failure instanceof Failure)) throw failure
  tell({ kind: 'failed', code: failure.code, message: failure.message })
}

function isDiskFull(code: unknown): boolean {
  return code === 'SQLITE_FULL' || code === 'ENOSPC'
}
