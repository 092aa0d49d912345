import { parentPort, workerData } from 'node:worker_threads'

import { attacks, type Target } from './attack.ts'

// A separate thread, so that the attacker's own load does not count as its neighbour's waiting time.

/** An order for the thread. */
export interface Order {
  attack: keyof typeof attacks
  count: number
}

const { target } = workerData as { target: Target }
const leaving = new AbortController()

parentPort?.on('message', (order: Order | 'leave') => {
  if (order === 'leave') {
    leaving.abort()
    return parentPort?.close()
  }
  void attacks[order.attack](target, order.count, leaving.signal).then((answers) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(answers),
  )
})
