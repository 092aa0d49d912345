import type { ChangeSet } from '@typecase/contract/change-sets'
import type { Job } from '@typecase/contract/jobs'

import { isRunning } from '../words.ts'

/** A row of the history: a change, a job, or a change with the job that made it. */
export interface Entry {
  readonly id: string
  readonly title: string
  /** The kind without the resource: `publish`, `import`, `undo`. */
  readonly kind: string
  readonly at: string
  readonly by: string | null
  /** Number of changed objects; undefined if nothing was changed. */
  readonly count: number | undefined
  readonly change?: ChangeSet
  readonly job?: Job
}

/** The rows read so far, newest first. */
export interface ReadRows<T> {
  readonly rows: readonly T[]
  readonly hasMore: boolean
}

/**
 * Merges changes and jobs into one list, newest first. The list ends where either of them has not been read any
 * further, so that rows read later are never inserted between rows on screen.
 */
export function mergeHistory(changes: ReadRows<ChangeSet>, jobs: ReadRows<Job>): Entry[] {
  const jobsById = new Map(jobs.rows.map((job) => [job.id, job]))
  const entries = new Map<string, Entry>()
  const jobIds = new Set<string>()
  for (const change of changes.rows) {
    const job = change.job_id === null ? undefined : jobsById.get(change.job_id)
    if (job) jobIds.add(job.id)
    entries.set(change.id, entryOf(change, job))
  }
  for (const job of jobsById.values()) {
    if (!jobIds.has(job.id)) entries.set(job.id, entryOfJob(job))
  }
  const horizon = [endOf(changes), endOf(jobs)].reduce((a, b) => (a > b ? a : b))
  return [...entries.values()]
    .filter(({ at }) => at >= horizon)
    .toSorted((a, b) => (a.at === b.at ? compare(b.id, a.id) : compare(b.at, a.at)))
}

/** Returns which of the two to read further to extend the list. */
export function nextToRead(changes: ReadRows<ChangeSet>, jobs: ReadRows<Job>): 'changes' | 'jobs' {
  return endOf(jobs) > endOf(changes) ? 'jobs' : 'changes'
}

export function entryOf(change: ChangeSet, job?: Job): Entry {
  const { id, kind, created_at: at, created_by: by, count } = change
  const isGoingOn = job !== undefined && isRunning(job)
  // A running job shows what was requested, without a count; a finished one shows what it did.
  return {
    id,
    title: isGoingOn ? job.title : change.title,
    kind,
    at,
    by,
    count: isGoingOn ? undefined : count,
    change,
    ...(job && { job }),
  }
}

export function entryOfJob(job: Job): Entry {
  const { id, title, created_at: at, created_by: by } = job
  return { id, title, kind: job.kind.replace(/^.*\./, ''), at, by, count: undefined, job }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const endOf = <T extends { created_at: string }>({ rows, hasMore }: ReadRows<T>): string =>
  (hasMore && rows.at(-1)?.created_at) || ''
