import { Worker } from 'node:worker_threads'

import type { ErrorBody, ErrorCode } from '@typecase/contract/errors'

import { Failure } from '../../../../http/failure.ts'
import type { Search, SearchRequest } from './search.ts'
import { searchTasks, type TaskInput, type TaskName, type TaskResult } from './search-tasks.ts'

/** A message to the thread. */
export interface SearchOrder {
  id: number
  request: SearchRequest
  name: TaskName
  input: unknown[]
}

/** A message from the thread. */
export interface SearchAnswer {
  id: number
  result?: unknown
  refusal?: { code: ErrorCode; message: string; extra: Partial<ErrorBody> }
}

/** Number of steps that delay other requests unnoticeably: some ten milliseconds. */
const MAX_STEPS_IN_PROCESS = 150_000
/** The cost of reading HTML and JSON, in steps per character. */
const READING = 3
/** How long an idle thread lives, in ms; its end frees its memory. */
const IDLE_MS = 10_000
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Whether searching texts of this total length would block other requests noticeably. */
export const takesLong = ({ finder }: Search, length: number): boolean =>
  (finder.stepsEach + READING) * length > MAX_STEPS_IN_PROCESS

/**
 * Runs a task of a search: immediately if it is short, or else in a thread, because neither the pattern engine nor the
 * HTML parser can pause within a text.
 * @param length number of characters in all texts of the task
 * @throws Failure `invalid` on `find`, rule `too_expensive`, for a pattern that takes too many steps on a text
 */
export function runSearch<Name extends TaskName>(
  search: Search,
  length: number,
  name: Name,
  ...input: TaskInput<Name>
): TaskResult<Name> | Promise<TaskResult<Name>> {
  const task = searchTasks[name] as (search: Search, ...input: unknown[]) => TaskResult<Name>
  if (!takesLong(search, length)) return task(search, ...input)
  return thread.run(search.request, name, input) as Promise<TaskResult<Name>>
}

/** One thread for all searches of the process, which take turns object by object. */
const thread = createSearchThread()

function createSearchThread() {
  let worker: Worker | undefined
  let resting: NodeJS.Timeout | undefined
  let last = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()

  function start(): Worker {
    const module = new URL('./search-thread.ts', import.meta.url).href
    const started = new Worker(new URL('../../../../jobs/thread-start.js', import.meta.url), {
      workerData: { module },
      resourceLimits: HEAP,
    })
    started.on('message', settle)
    started.once('error', (reason) => {
      worker = undefined
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    })
    return started
  }

  function settle({ id, result, refusal }: SearchAnswer): void {
    const request = waiting.get(id)
    waiting.delete(id)
    if (refusal) request?.reject(new Failure(refusal.code, refusal.message, refusal.extra))
    else request?.resolve(result)
    if (waiting.size === 0) allowExit()
  }

  /** An idle thread does not keep the process alive. */
  function allowExit(): void {
    worker?.unref()
    resting = setTimeout(() => {
      void worker?.terminate()
      worker = undefined
    }, IDLE_MS).unref()
  }

  return {
    run(request: SearchRequest, name: TaskName, input: unknown[]): Promise<unknown> {
      clearTimeout(resting)
      worker ??= start()
      worker.ref()
      const id = ++last
      const reply = Promise.withResolvers<unknown>()
      waiting.set(id, reply)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ id, request, name, input } satisfies SearchOrder)
      return reply.promise
    },
  }
}
