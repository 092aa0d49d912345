import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

import { createClock } from '../../clock.ts'
import { connect, databaseFile } from '../../database/connection.ts'
import { noMessages } from '../../database/messages.ts'
import { kyselyOn, SqliteSession } from '../../database/sqlite-driver.ts'
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
// of its own, and only while the server keeps its own writers waiting.

if (!parentPort) throw new Error('This file is run as a worker thread.')
const port = parentPort
// Made by `runImport`.
const task = workerData as ImportTask
const tell = (message: FromImport) => port.postMessage(message)

/** Plans that may be made in vain because somebody wrote meanwhile; the last one is made while writers wait. */
const TRIES = 3

async function run(): Promise<void> {
  const connection = connect(databaseFile(task.dataDir))
  // A checkpoint within the commit would keep writers waiting; one follows when they go on.
  connection.pragma('wal_autocheckpoint = 0')
  connection.pragma('cache_size = -16000')
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
    const db = kyselyOn(new SqliteSession(connection))
    const step = () => {
      assertWanted()
      progress.planned(PAGE, staging.size)
    }
    const access = openBucketForJob(task.bucketId, task.slug, task.userId)
    await planAndWrite({ task, connection, db, access, staging, contents, read, step }, progress)
    connection.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    staging.remove()
    connection.close()
  }
}

async function planAndWrite(work: Planning, progress: Progress): Promise<void> {
  for (let tries = TRIES; ; tries -= 1) {
    const { plan, version } = await transaction(work, 'BEGIN', () => planImport(work))
    if (!isToApply(plan)) return tell({ kind: 'finished', report: plan.report, isApplied: false })
    await rightToWrite()
    const written = await transaction(work, 'BEGIN IMMEDIATE', async () => {
      const isTrue = versionOf(work.connection, task.bucketId) === version
      if (!isTrue && tries > 1) return undefined
      const current = isTrue ? plan : (await planImport(work)).plan
      if (isToApply(current)) await apply(work, current, progress)
      return current
    }).finally(() => tell({ kind: 'released' }))
    if (!written) continue
    return tell({ kind: 'finished', report: written.report, isApplied: isToApply(written) })
  }
}

async function apply({ db, access, staging }: Planning, plan: ImportPlan, progress: Progress) {
  const { added, updated, deleted } = plan.report.objects
  const clock = createClock(task.now)
  await applyImport(
    // Events and caches are the server's: it tells them when it hears of the commit.
    { db, afterCommit: () => {} },
    {
      clock,
      events: createBucketEvents({ read: db, messages: noMessages }),
      access,
      staging,
      plan,
      lease: task.lease,
      title: `Import ${task.request.name}`,
      stamp: { now: clock.iso(), userId: task.userId },
      async onWritten(count) {
        // What was written is taken back with the transaction.
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

async function transaction<T>(
  { connection }: Planning,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  work: () => Promise<T>,
): Promise<T> {
  connection.exec(begin)
  try {
    const result = await work()
    connection.exec('COMMIT')
    return result
  } catch (reason) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw reason
  }
}

function rightToWrite(): Promise<void> {
  tell({ kind: 'ready' })
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
