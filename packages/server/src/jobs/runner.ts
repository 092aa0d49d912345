import type { Selectable } from 'kysely'

import type { App } from '../app.ts'
import { newToken } from '../secrets/tokens.ts'
import { JobCancelled, type JobKind, runJob, Stopping } from './job-run.ts'
import type {
  JobContext as JobContextOf,
  JobHandler as JobHandlerOf,
  JobRunner as JobRunnerOf,
  Lease,
} from './job.ts'
import { createJobStore, type JobStore } from './job-store.ts'
import type { JobTable } from './job-table.ts'
import { createSlots } from './slots.ts'

export type JobContext = JobContextOf<App>
export type JobHandler = JobHandlerOf<App>
export type JobRunner = JobRunnerOf<App>

const POLL_MS = 1000
/** Number of turns remembered: a project whose last turn is older than these counts as one that never had a turn. */
const MAX_TURNS = 200

interface Run {
  readonly controller: AbortController
  readonly over: Promise<void>
}

/**
 * Creates a job queue in the database: jobs survive a crash, each bucket runs one at a time, and projects take turns.
 */
export function createJobRunner(): JobRunner {
  const kinds = new Map<string, JobKind>()
  const runs = new Map<string, Run>()
  const slots = createSlots(() => {
    if (!stopping.signal.aborted) wake()
  })
  /** Projects that had a turn, most recent last. */
  const turns = new Set<string>()
  let started: { app: App; store: JobStore; poll: NodeJS.Timeout } | undefined
  let claiming: Promise<void> | undefined
  let isRequested = false
  const stopping = new AbortController()

  function running() {
    if (!started) throw new Error('The job runner has not been started.')
    return started
  }

  function wake(): void {
    isRequested = true
    claiming ??= claimWhileRequested()
  }

  /** Claims jobs until no new wake-up came in, so that a wake-up during a claim is not lost. */
  async function claimWhileRequested(): Promise<void> {
    while (isRequested) {
      isRequested = false
      await claimAll()
    }
    claiming = undefined
  }

  async function claimAll(): Promise<void> {
    const { app, store } = running()
    try {
      while (!stopping.signal.aborted && slots.hasRoom() && (await claimNext(app, store)));
    } catch (reason) {
      app.log.error({ err: reason }, 'claiming jobs failed')
    }
  }

  /** Starts the job of the project that has waited longest for a turn. @returns whether there was a job */
  async function claimNext(app: App, store: JobStore): Promise<boolean> {
    const networkKinds = [...kinds].flatMap(([kind, { waits }]) => (waits ? [kind] : []))
    const due = await store.dueJobs(app.db.read, slots.busy(), networkKinds)
    const order = [...turns]
    const lastTurn = ({ projectId }: { projectId: string }) => order.indexOf(projectId)
    for (const { id, projectId } of due.toSorted((a, b) => lastTurn(a) - lastTurn(b))) {
      const token = newToken()
      const row = await app.db.write((write) => store.claim(write, token, id), 'serializable')
      if (!row) continue
      turns.delete(projectId)
      turns.add(projectId)
      const [first = ''] = turns
      if (turns.size > MAX_TURNS) turns.delete(first)
      launch(row, { jobId: row.id, bucketId: row.bucket_id, token })
      return true
    }
    return false
  }

  function launch(row: Selectable<JobTable>, lease: Lease): void {
    const controller = new AbortController()
    const { app, store } = running()
    const { signal } = controller
    const kind = kinds.get(row.kind)
    const slot = slots.hold({
      bucketId: row.bucket_id,
      account: row.created_by,
      usesNetwork: kind?.waits ?? false,
      signal,
    })
    const withoutSlot = slot.without
    const over = runJob({ app, store, kind, row, lease, controller, withoutSlot })
      .catch((reason: unknown) => app.log.error({ err: reason }, 'job could not be ended'))
      .finally(() => {
        runs.delete(row.id)
        slot.release()
      })
    runs.set(row.id, { controller, over })
  }

  return {
    async enqueue(write, access, job) {
      const added = await running().store.add(write, access, job)
      write.afterCommit(() => {
        running().app.events.publish(access.bucketId, { kind: 'job', job: added })
        wake()
      })
      return added
    },

    async cancel(write, access, jobId) {
      const { app, store } = running()
      const cancelled = await store.cancel(write, access, jobId)
      if (!cancelled) return undefined
      const { job, payload } = cancelled
      write.afterCommit(() => {
        runs.get(jobId)?.controller.abort(new JobCancelled())
        if (job.status !== 'cancelled') return
        app.events.publish(access.bucketId, { kind: 'job', job })
        kinds
          .get(job.kind)
          ?.ended?.(app, job, payload)
          .catch((reason: unknown) => app.log.error({ err: reason }, 'clearing after a job failed'))
      })
      return job
    },

    interrupt(jobId) {
      runs.get(jobId)?.controller.abort(new JobCancelled())
    },

    register(kind, run, ended, { waitsForNetwork: waits = false } = {}) {
      kinds.set(kind, { run, ended, waits })
    },

    count: () => running().store.count(running().app.db.read),

    start(app) {
      const store = createJobStore(app.clock)
      const poll = setInterval(wake, POLL_MS).unref()
      started = { app, store, poll }
      claiming = app.db
        .write((write) => store.freeAll(write), 'read committed')
        .catch((reason: unknown) => app.log.error({ err: reason }, 'jobs could not be freed'))
        .finally(() => {
          claiming = undefined
          wake()
        })
    },

    async stop() {
      if (!started) return
      stopping.abort()
      clearInterval(started.poll)
      for (const { controller } of runs.values()) controller.abort(new Stopping())
      await claiming
      for (const { controller, over } of runs.values()) {
        controller.abort(new Stopping())
        await over
      }
    },
  }
}
