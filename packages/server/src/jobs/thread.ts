import type { Worker } from 'node:worker_threads'

import type { ErrorCode } from '@typecase/contract/errors'

/** The data that a job's thread gets in addition to its task. */
export interface ThreadData<Task> {
  /** Address of its module. */
  module: string
  task: Task
  /** Set to 1 to stop the thread, which checks it between chunks. */
  stop: Int32Array<SharedArrayBuffer>
}

/** A message from the thread of a job to the server. */
export type FromThread =
  | { kind: 'progress'; done: number; total: number }
  /** Wants to write: the answer is `write`, once no other writer runs. */
  | { kind: 'ready' }
  /** Lets others write in between; the answer is `write`, as above. */
  | { kind: 'pause' }
  /** The thread has written, or must plan again: other writers may proceed. */
  | { kind: 'released' }
  /** Wants something of the server, which answers `ToThread`. */
  | { kind: 'ask'; question: unknown }
  | { kind: 'finished'; result: unknown }
  | { kind: 'failed'; code: ErrorCode; message: string }

/** The answer to a question. */
export type ToThread = { answer: unknown } | { refused: { code: ErrorCode; message: string } }

/** A thread as the server sees it. */
export type Thread = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>

/** Starts a thread that imports the module and calls `runThread`. */
export type StartThread = (data: ThreadData<unknown>) => Thread
