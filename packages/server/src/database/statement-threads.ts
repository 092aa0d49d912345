import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import type { Sql } from '@typecase/content-query/sql-text'

import type { Asked, Told } from './statement-thread.ts'

/** How long a thread without work stays, ms: it holds about 16 MB. */
const IDLE_MS = 60_000
/** Memory of a thread's objects: the rows of one answer. */
const HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 }

interface Task {
  asked: Asked
  isHeavy: boolean
  resolve(rows: unknown[]): void
  reject(reason: unknown): void
}

interface Thread {
  worker: Worker
  task: Task | undefined
  leaving: NodeJS.Timeout | undefined
}

/** Threads with connections of their own, for statements that would keep the server from answering others. */
export interface StatementThreads {
  /** @param isHeavy whether it looks at all rows: some threads are kept free of such */
  read(sql: Sql, isHeavy: boolean): Promise<unknown[]>
  /** Runs statements as one write. Only while the write queue stands still. */
  write(statements: readonly Sql[]): Promise<void>
  /** Brings what was committed from the log into the file. Nobody waits for it. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

/** Threads are started when there is work for them, and end after a while without. */
export function createStatementThreads(file: string): StatementThreads {
  const most = Math.max(3, Math.min(6, availableParallelism() + 1))
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  let isClosed = false

  function start(): Thread {
    const worker = new Worker(new URL('./statement-worker.js', import.meta.url), {
      workerData: { file },
      resourceLimits: HEAP,
    })
    const thread: Thread = { worker, task: undefined, leaving: undefined }
    threads.add(thread)
    worker.on('message', (told: Told) => {
      const { task } = thread
      thread.task = undefined
      if ('rows' in told) task?.resolve(told.rows)
      else task?.reject(Object.assign(new Error(told.failed), { code: told.code }))
      rest(thread)
      assign()
    })
    const ended = (reason: unknown) => {
      clearTimeout(thread.leaving)
      threads.delete(thread)
      thread.task?.reject(reason)
      thread.task = undefined
      assign()
    }
    worker.on('error', ended)
    worker.on('exit', () => ended(new Error('The thread of a statement ended.')))
    return thread
  }

  function rest(thread: Thread): void {
    // An idle thread keeps no process alive, and is not kept itself.
    thread.worker.unref()
    thread.leaving = setTimeout(() => void thread.worker.terminate(), IDLE_MS).unref()
  }

  function assign(): void {
    for (;;) {
      const heavy = [...threads].filter(({ task }) => task?.isHeavy).length
      const place = waiting.findIndex(({ isHeavy }) => !isHeavy || heavy < most - 1)
      if (place < 0 || isClosed) return
      const free = [...threads].find(({ task }) => !task)
      if (!free && threads.size >= most) return
      const thread = free ?? start()
      const [task] = waiting.splice(place, 1)
      if (!task) return
      clearTimeout(thread.leaving)
      thread.task = task
      thread.worker.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.worker.postMessage(task.asked)
    }
  }

  function ask(asked: Asked, isHeavy: boolean): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('The database is closed.'))
      waiting.push({ asked, isHeavy, resolve, reject })
      assign()
    })
  }

  return {
    read: (sql, isHeavy) => ask({ read: sql }, isHeavy),
    async write(statements) {
      await ask({ write: statements }, true)
    },
    async checkpoint() {
      await ask({ checkpoint: true }, true)
    },
    async close() {
      isClosed = true
      for (const task of waiting.splice(0)) task.reject(new Error('The database is closed.'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
