import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { Failure } from '../http/failure.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import { diskFull } from '../storage/disk-full.ts'
import type { ImageAnswer, ImageTask, MediaFacts } from './image-work.ts'

const CORES = availableParallelism()
/** How long one image may take, ms. */
const LONGEST = 30_000
/** After which a process that has nothing to do ends, ms: it takes some 80 MB. */
const QUIET = 30_000

export interface ImageProcesses {
  /**
   * Does work on an image, once it is its turn: as many at a time as the machine has cores, and lanes in turn.
   * @throws Failure `invalid` for an image that cannot be read, is too large or takes too long; `storage_full`
   */
  run(lane: string, signal: AbortSignal, task: ImageTask): Promise<MediaFacts | undefined>
  /** How many processes there are now. */
  readonly size: number
  close(): void
}

/** Processes that work on images; they start with the first image and end when nothing comes. */
export function createImageProcesses(longest = LONGEST): ImageProcesses {
  const queue = createFairQueue({
    running: CORES,
    runningPerLane: Math.max(1, CORES - 1),
    waitingPerLane: 100,
  })
  const all = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const endings = new Map<ChildProcess, NodeJS.Timeout>()

  function take(): ChildProcess {
    const known = idle.pop()
    if (known) {
      clearTimeout(endings.get(known))
      known.ref()
      return known
    }
    const child = fork(join(import.meta.dirname, 'image-process.js'), {
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // Nothing of the settings: they hold secrets.
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      const at = idle.indexOf(child)
      if (at >= 0) idle.splice(at, 1)
    })
    return child
  }

  function giveBack(child: ChildProcess): void {
    if (!all.has(child)) return
    idle.push(child)
    // A server that is stopped does not wait for it.
    child.unref()
    child.channel?.unref()
    endings.set(child, setTimeout(() => child.kill(), QUIET).unref())
  }

  function work(task: ImageTask): Promise<ImageAnswer> {
    return new Promise((resolve, reject) => {
      const child = take()
      child.channel?.ref()
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        settle({ kind: 'refused', message: 'The image takes too long to read.' })
      }, longest)
      const onExit = () => settle({ kind: 'refused', message: 'The image cannot be read.' })
      const onError = (reason: Error) => {
        leave()
        reject(reason)
      }
      function leave(): void {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
      }
      function settle(result: ImageAnswer): void {
        leave()
        resolve(result)
      }
      function onMessage(message: unknown): void {
        giveBack(child)
        // Sent by `image-process.ts`.
        settle(message as ImageAnswer)
      }
      child.once('message', onMessage).once('exit', onExit).once('error', onError)
      child.send(task)
    })
  }

  return {
    get size() {
      return all.size
    },

    async run(lane, signal, task) {
      const result = await queue.run(lane, signal, () => work(task))
      if (result.kind === 'full') throw diskFull()
      if (result.kind === 'refused') throw new Failure('invalid', result.message)
      return result.facts
    },

    close() {
      for (const child of all) child.kill()
    },
  }
}
