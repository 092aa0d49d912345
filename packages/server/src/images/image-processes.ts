import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'

import { Failure } from '../http/failure.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import { diskFull } from '../storage/disk-full.ts'
import type { ImageAnswer, ImageTask, MediaFacts, MemoryAlarm } from './image-work.ts'

const CORES = availableParallelism()
/** Time after which an idle process ends, in ms: it takes about 80 MB. */
const QUIET = 30_000

interface ProcessLimits {
  /** Time limit of one image, ms. */
  longest: number
  /**
   * Memory limit of a process, in bytes: enough for a JPEG or PNG of 300 megapixels, but not for an AVIF of that size.
   */
  memory: number
}

const LIMITS: ProcessLimits = { longest: 30_000, memory: 1_200_000_000 }

export interface ImageProcesses {
  /**
   * Runs work on an image when its turn comes: as many in parallel as the machine has cores, and lanes take turns.
   * @param signal stops the work, running or not
   * @param task the work, or a function that prepares it in the same turn
   * @throws Failure `invalid` for an image that cannot be read, is too large or takes too long; `storage_full`
   */
  run(
    lane: string,
    signal: AbortSignal,
    task: ImageTask | (() => Promise<ImageTask>),
  ): Promise<MediaFacts | undefined>
  /** The current number of processes. */
  readonly size: number
  close(): void
}

/** Manages the processes that work on images: they start with the first image, and end when they are idle. */
export function createImageProcesses(limits: Partial<ProcessLimits> = {}): ImageProcesses {
  const { longest, memory } = { ...LIMITS, ...limits }
  const queue = createFairQueue({
    running: CORES,
    runningPerLane: Math.max(1, CORES - 1),
    waitingPerLane: 100,
  })
  const all = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const endings = new Map<ChildProcess, NodeJS.Timeout>()

  function take(): ChildProcess {
    const worker = idle.pop()
    if (worker) {
      clearTimeout(endings.get(worker))
      worker.ref()
      return worker
    }
    const child = fork(new URL('./image-process.js', import.meta.url), [String(memory)], {
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // The environment contains none of the settings, since they hold secrets.
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      clearTimeout(endings.get(child))
      endings.delete(child)
      leaveIdle(child)
    })
    return child
  }

  function leaveIdle(child: ChildProcess): void {
    const at = idle.indexOf(child)
    if (at >= 0) idle.splice(at, 1)
  }

  function giveBack(child: ChildProcess): void {
    if (!all.has(child)) return
    idle.push(child)
    // The process does not keep a stopping server alive.
    child.unref()
    child.channel?.unref()
    const quit = () => {
      // The process takes a moment to exit and must not get more work.
      leaveIdle(child)
      child.kill()
    }
    endings.set(child, setTimeout(quit, QUIET).unref())
  }

  function work(task: ImageTask, signal: AbortSignal): Promise<ImageAnswer> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const child = take()
      child.channel?.ref()
      let settle: (() => void) | undefined
      /** Settles the result when the process has ended: until then it takes memory and may write. */
      function end(outcome: () => void): void {
        settle ??= outcome
        child.kill('SIGKILL')
      }
      const refuse = (message: string) => () => resolve({ kind: 'refused', message })
      const timer = setTimeout(end, longest, refuse('The image takes too long to read.'))
      const onAbort = () => end(() => reject(signal.reason as Error))
      const onExit = () => {
        leave()
        ;(settle ?? refuse('The image cannot be read.'))()
      }
      const onError = (reason: Error) => {
        leave()
        reject(reason)
      }
      function onMessage(message: unknown): void {
        if (settle) return
        // `image-process.ts` sends these messages.
        const result = message as ImageAnswer | MemoryAlarm
        if (result.kind === 'memory') return end(refuse('The image takes too much memory to read.'))
        leave()
        giveBack(child)
        resolve(result)
      }
      function leave(): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      child.on('message', onMessage).once('exit', onExit).once('error', onError)
      child.send(task)
    })
  }

  return {
    get size() {
      return all.size
    },

    async run(lane, signal, task) {
      const result = await queue.run(lane, signal, async () =>
        work(typeof task === 'function' ? await task() : task, signal),
      )
      if (result.kind === 'full') throw diskFull()
      if (result.kind === 'refused') throw new Failure('invalid', result.message)
      return result.facts
    },

    close() {
      for (const child of all) child.kill()
    },
  }
}
