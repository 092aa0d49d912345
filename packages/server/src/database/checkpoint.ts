import { Worker } from 'node:worker_threads'

/**
 * Brings what was committed from the log of a SQLite file into the file itself, on a thread of its own: after a large
 * commit it takes seconds, and others are answered meanwhile.
 */
export function checkpointAside(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./checkpoint-worker.js', import.meta.url), {
      workerData: { file },
    })
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}
