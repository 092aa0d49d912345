import type { MessagePort } from 'node:worker_threads'

import { Failure } from '../http/failure.ts'
import { DISK_FULL, isDiskFull } from '../storage/disk-full.ts'
import type { FromThread, ThreadData, ToThread } from './thread.ts'

/** The thread's side of `runInThread`. */
export interface JobThread<Task> {
  readonly task: Task
  tell(message: FromThread): void
  /** @throws Failure when the server refuses */
  ask(question: unknown): Promise<unknown>
  /** @throws when the job was cancelled or the server stops */
  throwIfCancelled(): void
  /** Waits until no other writer runs. */
  rightToWrite(kind: 'ready' | 'pause'): Promise<void>
}

/**
 * Runs the work of a job's thread to its end and reports the result.
 * @param port the connection to the server
 */
export async function runThread<Task>(
  port: MessagePort,
  { task, stop }: ThreadData<Task>,
  work: (thread: JobThread<Task>) => Promise<unknown>,
): Promise<void> {
  const tell = (message: FromThread) => port.postMessage(message)
  const nextMessage = () => new Promise<unknown>((resolve) => port.once('message', resolve))
  try {
    const result = await work({
      task,
      tell,
      async ask(question) {
        const answered = nextMessage()
        tell({ kind: 'ask', question })
        // A thread sends one request at a time, so the next message is the response.
        const answer = (await answered) as ToThread
        if ('answer' in answer) return answer.answer
        throw new Failure(answer.refused.code, answer.refused.message)
      },
      throwIfCancelled() {
        if (Atomics.load(stop, 0) === 1) throw new Error('The job was asked to stop.')
      },
      async rightToWrite(kind) {
        const message = nextMessage()
        tell({ kind })
        await message
      },
    })
    tell({ kind: 'finished', result })
  } catch (reason) {
    const failure = isDiskFull(reason) ? new Failure('storage_full', DISK_FULL) : reason
    if (!(failure instanceof Failure)) throw failure
    tell({ kind: 'failed', code: failure.code, message: failure.message })
  }
}
