import { Worker } from 'node:worker_threads'

import { Failure } from '../../http/failure.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { APPLIED, countRows } from './applying/apply-import.ts'
import { stagingFile, uploadFile } from './import-files.ts'
import type { FromImport, ImportRequest, ImportTask } from './import-task.ts'

/** Memory that the thread's objects may take: a file that needs more fails, not the server. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

type Finished = Extract<FromImport, { kind: 'finished' }>

/**
 * Runs an import in a thread of its own. It is one long write, and the job's cursor is part of its last chunk: however
 * often it is cut short and run again, the import happens once or not at all.
 * @throws Failure when the file cannot be read, or rows of it cannot be taken
 */
export async function runImport(context: JobContext): Promise<void> {
  if (context.cursor === APPLIED) return
  const { report, isApplied } = await inThread(context)
  const rows = countRows(report)
  // One that is applied has stored its end with its writes; this run's job learns of it.
  const end = isApplied ? {} : { total: rows, done: rows, result: report }
  await context.app.db.write((write) => context.advance(write, end))
  if (isApplied) return tellVersion(context)
  if (report.mode === 'dry_run') return
  const count = report.invalid_rows ?? report.total_errors
  const words = count === 1 ? 'One row' : `${count.toLocaleString('en')} rows`
  throw new Failure('invalid', `${words} cannot be imported, so nothing was changed.`)
}

async function inThread(context: JobContext): Promise<Finished> {
  const { signal } = context
  const task = taskOf(context)
  const worker = new Worker(new URL('./import-worker.js', import.meta.url), {
    workerData: task,
    resourceLimits: HEAP,
  })
  const stop = () => void Atomics.store(task.stop, 0, 1)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)

  const progress = createStoredProgress(context)
  const finished = Promise.withResolvers<Finished>()
  const exit = Promise.withResolvers<void>()
  /** What the thread says when it has written for a while. */
  let said = Promise.withResolvers<FromImport['kind']>()

  async function lend(pause: () => Promise<void>): Promise<void> {
    for (;;) {
      said = Promise.withResolvers()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('write')
      // A thread that ends without a word gives its right back as well.
      if ((await Promise.race([said.promise, exit.promise])) !== 'pause') return
      await pause()
    }
  }

  let lent = Promise.resolve()
  async function lendOnce(): Promise<void> {
    try {
      await context.app.db.lend(context.access.bucketId, lend)
    } catch (reason) {
      finished.reject(reason)
      await worker.terminate()
    }
  }

  worker.on('message', (message: FromImport) => {
    if (message.kind === 'progress') progress.tell(message.done, message.total)
    if (message.kind === 'ready') {
      progress.tellOnly()
      lent = lendOnce()
    }
    if (message.kind === 'pause' || message.kind === 'released') said.resolve(message.kind)
    if (message.kind === 'finished') finished.resolve(message)
    if (message.kind === 'failed') finished.reject(new Failure(message.code, message.message))
  })
  worker.once('error', (reason) => finished.reject(inWords(reason)))
  worker.once('exit', () => {
    exit.resolve()
    finished.reject(new Error('The thread of the import ended without a result.'))
  })
  try {
    return await finished.promise
  } finally {
    signal.removeEventListener('abort', stop)
    await exit.promise
    await lent
    await progress.stored()
  }
}

function taskOf({ app, access, job, lease, payload }: JobContext): ImportTask {
  // Written by the handler of the import's endpoint.
  const request = payload as ImportRequest
  const dataDir = app.settings.DATA_DIR
  return {
    dataDir,
    databaseUrl: app.settings.DATABASE_URL,
    file: uploadFile(dataDir, request.upload),
    stagingFile: stagingFile(dataDir, job.id),
    bucketId: access.bucketId,
    slug: access.slug,
    publicUrl: app.settings.PUBLIC_URL,
    userId: access.userId,
    lease,
    request,
    now: app.clock.now(),
    stop: new Int32Array(new SharedArrayBuffer(4)),
  }
}

/** Stores progress as it comes; what comes while a write waits goes to listeners only. */
function createStoredProgress(context: JobContext) {
  const { app, access } = context
  let storing: Promise<void> | undefined
  let isStored = true
  return {
    /** From here on the import's own write says how far it is: one of ours would come after it. */
    tellOnly(): void {
      isStored = false
    },
    tell(done: number, total: number): void {
      if (storing || !isStored) {
        const job = { ...context.job, done, total }
        return app.events.publish(access.bucketId, { kind: 'job', job })
      }
      storing = app.db
        .write((write) => context.advance(write, { done, total }))
        .catch((reason: unknown) => app.log.warn({ err: reason }, 'progress not stored'))
        .finally(() => (storing = undefined))
    },
    async stored(): Promise<void> {
      await storing
    },
  }
}

async function tellVersion({ app, access }: JobContext): Promise<void> {
  const { version } = await app.db.read
    .selectFrom('buckets')
    .select('version')
    .where('id', '=', access.bucketId)
    .executeTakeFirstOrThrow()
  app.events.publish(access.bucketId, { kind: 'version', version })
}

function inWords(reason: unknown): unknown {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Failure('too_large', 'The file needs more memory than an import may take.')
    : reason
}
