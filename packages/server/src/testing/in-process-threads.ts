import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'

import type { StartThread, Thread } from '../jobs/thread.ts'
import { type JobThread, runThread } from '../jobs/thread-side.ts'

interface ThreadModule {
  run(thread: JobThread<unknown>): Promise<unknown>
}

/**
 * Runs a job's thread in the test's process, since a real thread would load the server's modules again, which takes
 * longer than most tests.
 */
export const runInProcess: StartThread = (data) => {
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  port1.on('message', (message) => thread.emit('message', message))
  // The port closes after the last message has arrived.
  port1.on('close', () => thread.emit('exit', 0))

  async function start(): Promise<void> {
    try {
      const { run } = (await import(data.module)) as ThreadModule
      await runThread(port2, { ...data, task: structuredClone(data.task) }, run)
    } catch (reason) {
      thread.emit('error', reason)
    } finally {
      port2.close()
    }
  }

  void start()
  return Object.assign(thread, {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    postMessage: (message: unknown) => port1.postMessage(message),
    async terminate() {
      port2.close()
      return 1
    },
  }) as unknown as Thread
}
