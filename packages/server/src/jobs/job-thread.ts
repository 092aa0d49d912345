import { Worker } from 'node:worker_threads'

import { Failure } from '../http/failure.ts'
import type { App } from '../app.ts'
import type { JobContext } from './job.ts'
import type { FromThread, StartThread, ThreadData, ToThread } from './thread.ts'

/** Memory limits for the thread's objects: work that needs more fails instead of the server. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

export interface ThreadWork {
  /** The module exports `run`, which `runThread` calls. */
  module: URL
  /** The task; only the module knows its shape. */
  task: unknown
  /** Answers the thread's questions. A Failure that it throws is rethrown in the thread. */
  answer?: (question: unknown) => Promise<unknown>
  /** The error message if the task needs too much memory. */
  tooLarge: string
}

export const startWorker: StartThread = (data) =>
  new Worker(new URL('./thread-start.js', import.meta.url), {
    workerData: data,
    resourceLimits: HEAP,
  })

/**
 * Runs a job's work in a separate thread, so that the server stays responsive. Stores the thread's progress, lends it
 * the write lock, and stops it with the job.
 * @returns the result of the thread; only its module knows the type
 */
export async function runInThread(context: JobContext<App>, work: ThreadWork): Promise<unknown> {
  const { signal } = context
  const data: ThreadData<unknown> = {
    module: work.module.href,
    task: work.task,
    stop: new Int32Array(new SharedArrayBuffer(4)),
  }
  const worker = context.app.startThread(data)
  const stop = () => void Atomics.store(data.stop, 0, 1)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)

  const progress = createStoredProgress(context)
  const finished = Promise.withResolvers<unknown>()
  const exit = Promise.withResolvers<void>()
  /** Resolves with the message that ends the thread's turn to write. */
  let turnEnd = Promise.withResolvers<FromThread['kind']>()

  async function lend(pause: () => Promise<void>): Promise<void> {
    for (;;) {
      turnEnd = Promise.withResolvers()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('write')
      // A thread that exits without a message also ends its turn.
      if ((await Promise.race([turnEnd.promise, exit.promise])) !== 'pause') return
      await pause()
    }
  }

  let lent = Promise.resolve()
  async function lendOnce(): Promise<void> {
    try {
      await context.app.db.withBucketLocked(context.access.bucketId, lend)
    } catch (reason) {
      finished.reject(reason)
      await worker.terminate()
    }
  }

  let answering = Promise.resolve()
  async function answer(question: unknown): Promise<void> {
    try {
      const answered: ToThread = { answer: await work.answer?.(question) }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(answered)
    } catch (reason) {
      if (!(reason instanceof Failure)) {
        finished.reject(reason)
        await worker.terminate()
        return
      }
      const answer: ToThread = { refused: { code: reason.code, message: reason.message } }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(answer)
    }
  }

  worker.on('message', (message: FromThread) => {
    if (message.kind === 'progress') progress.tell(message.done, message.total)
    if (message.kind === 'ready') {
      progress.tellOnly()
      lent = lendOnce()
    }
    if (message.kind === 'pause' || message.kind === 'released') turnEnd.resolve(message.kind)
    if (message.kind === 'ask') answering = answer(message.question)
    if (message.kind === 'finished') finished.resolve(message.result)
    if (message.kind === 'failed') finished.reject(new Failure(message.code, message.message))
  })
  worker.once('error', (reason) => finished.reject(asFailure(reason, work)))
  worker.once('exit', () => {
    exit.resolve()
    finished.reject(new Error('The thread of a job ended without a result.'))
  })
  try {
    return await finished.promise
  } finally {
    signal.removeEventListener('abort', stop)
    await exit.promise
    await lent
    await answering
    await progress.whenStored()
  }
}

/** Creates a store for a thread's progress. While a write is pending, further reports only go to listeners. */
function createStoredProgress(context: JobContext<App>) {
  const { app, access } = context
  let storing: Promise<void> | undefined
  let isStored = true
  return {
    /**
     * Stops storing: from here on the thread's own write stores the progress, and a write by the server would come
     * after it.
     */
    tellOnly(): void {
      isStored = false
    },
    tell(done: number, total: number): void {
      if (storing || !isStored) {
        const job = { ...context.job, done, total }
        return app.events.publish(access.bucketId, { kind: 'job', job })
      }
      storing = app.db
        .write((write) => context.advance(write, { done, total }), 'read committed')
        .catch((reason: unknown) => app.log.warn({ err: reason }, 'progress not stored'))
        .finally(() => (storing = undefined))
    },
    async whenStored(): Promise<void> {
      await storing
    },
  }
}

function asFailure(reason: unknown, { tooLarge }: ThreadWork): unknown {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Failure('too_large', tooLarge) : reason
}
