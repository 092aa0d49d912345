import type { Outcome, Progress, Ref } from '@typecase/plugin-sdk/command'
import { refKey } from '@typecase/plugin-sdk/command'
import type { Job, JobsService } from '@typecase/plugin-sdk/jobs'

import { createStore } from '../kernel/store.ts'

/** Number of finished jobs that stay in the tray. */
const MAX_FINISHED_JOBS = 20

/** A running job as its runner sees it. */
export interface RunningJob {
  readonly signal: AbortSignal
  /** Aborted when the runner no longer waits for the end of the work: Cancel was pressed a second time. */
  readonly abandoned: AbortSignal
  /** Marks the job as waiting for the user while the question is open. */
  asking<T>(question: Promise<T>): Promise<T>
  /** Marks the job as running, once it has arguments, plan and consent. */
  begin(): void
  progress(progress: Progress): void
  end(status: 'done' | 'failed' | 'cancelled', outcome?: Outcome): void
  /** Removes the job, which never began. */
  drop(): void
}

export interface Jobs extends JobsService {
  /** Cancels jobs that wait for code or a plan. Those that wait for the user or have begun go on. */
  cancelPreparing(): void
  start(ref: Ref, title: string): RunningJob
  /** Whether a run of this command is in progress. */
  has(commandId: string): boolean
  /** Whether a run of this command with these arguments, and perhaps more, is in progress. */
  isRunning(ref: Ref): boolean
  /** Returns the running job with exactly this reference. */
  running(ref: Ref): Job | undefined
}

/** Creates the list of running and finished jobs. It does not depend on the palette. */
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
  const finished = jobs.filter((job) => !isRunning(job)).slice(0, MAX_FINISHED_JOBS)
  return jobs.filter((job) => isRunning(job) || finished.includes(job))
}
