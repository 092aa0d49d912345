import { rateLimited } from './failure.ts'

export interface FairQueueOptions {
  /** Tasks that may run at the same time. */
  readonly running: number
  /** Tasks of one lane that may run at the same time. */
  readonly runningPerLane: number
  /** Tasks of one lane that may wait; more are refused. */
  readonly waitingPerLane: number
}

/** Limits concurrency and serves lanes in turn, so a busy lane delays only itself. */
export interface FairQueue {
  /** Number of running tasks. */
  readonly running: number
  /** Number of tasks in the queue. */
  readonly waiting: number
  /**
   * Waits for a slot in a lane.
   * @param signal removes the task from the queue if it aborts before the task has started
   * @returns a function that releases the slot; calling it again does nothing
   * @throws Failure `limited` when the lane is full; the signal's reason when it was aborted
   */
  enter(lane: string, signal: AbortSignal): Promise<() => void>
  /** Runs work when its lane has a slot. The slot stays taken until the work ends, even if the caller has left. */
  run<T>(lane: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

interface Lane {
  running: number
  readonly waiting: Set<() => void>
}

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 1

export function createFairQueue(options: FairQueueOptions): FairQueue {
  /** Lanes with running or waiting tasks, in the order of their turns. */
  const lanes = new Map<string, Lane>()
  let running = 0

  const hasRoom = (lane: Lane): boolean =>
    running < options.running && lane.running < options.runningPerLane

  function take(lane: Lane): void {
    running += 1
    lane.running += 1
  }

  function forget(name: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(name)
  }

  function startWaiting(): void {
    for (const [name, lane] of lanes) {
      if (running >= options.running) return
      const [next] = lane.waiting
      if (!next || !hasRoom(lane)) continue
      lane.waiting.delete(next)
      take(lane)
      // The lane goes to the back of the queue.
      lanes.delete(name)
      lanes.set(name, lane)
      next()
    }
  }

  function enterQueue(name: string, lane: Lane): () => void {
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      running -= 1
      lane.running -= 1
      startWaiting()
      forget(name, lane)
    }
  }

  async function enter(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const lane = lanes.get(name) ?? { running: 0, waiting: new Set() }
    lanes.set(name, lane)
    if (lane.waiting.size === 0 && hasRoom(lane)) {
      take(lane)
      return enterQueue(name, lane)
    }
    if (lane.waiting.size >= options.waitingPerLane)
      throw rateLimited(RETRY_AFTER, 'Too many of your requests are already waiting.')
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        lane.waiting.delete(start)
        forget(name, lane)
        reject(signal.reason as Error)
      }
      lane.waiting.add(start)
      signal.addEventListener('abort', leave, { once: true })
    })
    return enterQueue(name, lane)
  }

  return {
    get running() {
      return running
    },
    get waiting() {
      return [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.size, 0)
    },
    enter,
    async run(name, signal, work) {
      const leave = await enter(name, signal)
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        leave()
      }
    },
  }
}
