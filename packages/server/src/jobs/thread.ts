import type { Worker } from 'node:worker_threads'

import type { ErrorCode } from '@typecase/contract/errors'

/** The data that a job's thread receives. */
export interface ThreadData<Task> {
  /** URL of the thread's module. */
  module: string
  task: Task
  /** Set to 1 to stop the thread, which checks it between chunks. */
  stop: Int32Array<SharedArrayBuffer>
}

/** A message from a job's thread to the server. */
export type FromThread =
  | { kind: 'progress'; done: number; total: number }
  /** Requests the right to write; the server answers `write` once no other writer runs. */
  | { kind: 'ready' }
  /** Lets other writers run; the server then answers `write` again. */
  | { kind: 'pause' }
  /** Returns the right to write, because the thread has written or must plan again. */
  | { kind: 'released' }
  /** Asks the server a question; the answer is a `ToThread`. */
  | { kind: 'ask'; question: unknown }
  | { kind: 'finished'; result: unknown }
  | { kind: 'failed'; code: ErrorCode; message: string }

/** The answer to a question. */
export type ToThread = { answer: unknown } | { refused: { code: ErrorCode; message: string } }

/** A thread, from the server's side. */
export type Thread = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>

/** Starts a thread that imports the module and calls `runThread`. */
export type StartThread = (data: ThreadData<unknown>) => Thread
