import type { Outcome, Progress, Ref } from '@typecase/plugin-sdk/command'
import { refKey } from '@typecase/plugin-sdk/command'
import type { Job, JobsService } from '@typecase/plugin-sdk/jobs'

import { createStore } from '../kernel/store.ts'

/** Finished jobs that the tray keeps. */
const KEPT = 20

/** One running command, from the inside. */
export interface RunningJob {
  readonly signal: AbortSignal
  /** Aborted when its end is no longer awaited. */
  readonly abandoned: AbortSignal
  /** Waits for the user, and not the user for it. */
  asking<T>(question: Promise<T>): Promise<T>
  /** The preparations are over: arguments, plan, the user's consent. */
  begin(): void
  progress(progress: Progress): void
  end(status: 'done' | 'failed' | 'cancelled', outcome?: Outcome): void
  /** Forgets it: it never began. */
  drop(): void
}

export interface Jobs extends JobsService {
  /** Stops what has not begun and is no question to the user: code or a plan that does not come. */
  cancelPreparing(): void
  start(ref: Ref, title: string): RunningJob
  /** Whether a run of this command is going on. */
  has(commandId: string): boolean
  /** Whether a run of this command with these arguments, and perhaps others, is going on. */
  isRunning(ref: Ref): boolean
  /** The very same reference, running already. */
  running(ref: Ref): Job | undefined
}

/** The tray: what runs and what ran, whether the palette is open or not. */
export function createJobs(now: () => number = Date.now): Jobs {
  const jobs = createStore<readonly Job[]>([])
  const controllers = new Map<string, { stop: AbortController; abandon: AbortController }>()
  let count = 0

  function change(id: string, patch: Partial<Job>): void {
    jobs.update((all) => all.map((job) => (job.id === id ? { ...job, ...patch } : job)))
  }

  function cancel(id: string): void {
    const job = controllers.get(id)
    if (!job) return
    if (job.stop.signal.aborted) return job.abandon.abort()
    change(id, { status: 'cancelling' })
    job.stop.abort()
  }

  return {
    list: jobs.get,
    subscribe: jobs.subscribe,
    has: (commandId) => jobs.get().some((job) => job.ref.command === commandId && isRunning(job)),
    isRunning: ({ command, args = {} }) =>
      jobs.get().some((job) => {
        if (job.ref.command !== command || !isRunning(job)) return false
        return refKey({ command, args: { ...job.ref.args, ...args } }) === refKey(job.ref)
      }),
    running: (ref) => jobs.get().find((job) => isRunning(job) && refKey(job.ref) === refKey(ref)),
    start(ref, title) {
      const id = `job-${++count}`
      const stop = new AbortController()
      const abandon = new AbortController()
      controllers.set(id, { stop, abandon })
      const job: Job = { id, ref, title, status: 'preparing', startedAt: now() }
      jobs.update((all) => [job, ...all])
      return {
        signal: stop.signal,
        abandoned: abandon.signal,
        async asking(question) {
          change(id, { isAsking: true })
          try {
            return await question
          } finally {
            change(id, { isAsking: false })
          }
        },
        begin: () => change(id, { status: 'running' }),
        progress: (progress) => change(id, { progress }),
        end(status, outcome) {
          controllers.delete(id)
          change(id, { status, endedAt: now(), ...(outcome && { outcome }) })
          jobs.update(trim)
        },
        drop() {
          controllers.delete(id)
          jobs.update((all) => all.filter((one) => one.id !== id))
        },
      }
    },
    cancel,
    cancelPreparing() {
      for (const { id, status, isAsking } of jobs.get()) {
        if (status === 'preparing' && !isAsking) cancel(id)
      }
    },
    dismiss(id) {
      jobs.update((all) => all.filter((job) => job.id !== id || isRunning(job)))
    },
  }
}

export function isRunning({ status }: Job): boolean {
  return status === 'preparing' || status === 'running' || status === 'cancelling'
}

function trim(jobs: readonly Job[]): readonly Job[] {
  const finished = jobs.filter((job) => !isRunning(job)).slice(0, KEPT)
  return jobs.filter((job) => isRunning(job) || finished.includes(job))
}
