import { availableParallelism } from 'node:os'

import { MAX_WAITING_HASHES } from '../limits.ts'
import { Failure } from '../http/failure.ts'

/** Hashes run on libuv's threads, which files and compression need too: one of them stays free. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
const AT_ONCE = Math.max(1, Math.min(2 * availableParallelism(), THREADS - 1))

const waiting: (() => void)[] = []
let running = 0

/**
 * Runs a password hash when there is room: each takes 19 MiB and tens of milliseconds of a core.
 * @throws Failure `unavailable` when hundreds are waiting already
 */
export async function queueHash<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING_HASHES)
      throw new Failure('unavailable', 'Too many people are logging in right now. Try again soon.')
    // The slot passes straight to the next one, so `running` does not change.
    await new Promise<void>((resolve) => void waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
