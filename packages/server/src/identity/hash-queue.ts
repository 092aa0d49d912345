import { availableParallelism } from 'node:os'

import { MAX_WAITING_HASHES } from '../limits.ts'
import { Failure } from '../http/failure.ts'

/** Size of libuv's thread pool, on which hashes run. Files and compression need it too, so one thread stays free. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
const AT_ONCE = Math.max(1, Math.min(2 * availableParallelism(), THREADS - 1))

const waiting: (() => void)[] = []
let running = 0

/**
 * Runs a password hash when a slot is free: each takes 19 MiB and tens of milliseconds of a core.
 * @throws Failure `unavailable` when `MAX_WAITING_HASHES` are waiting already
 */
export async function queueHash<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING_HASHES)
      throw new Failure('unavailable', 'Too many people are logging in right now. Try again soon.')
    // The slot passes directly to the next hash, so `running` does not change.
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
