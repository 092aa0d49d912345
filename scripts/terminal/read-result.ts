import { type Job, listJobFailures } from '@typecase/contract/jobs'
import type { CallResult } from '@typecase/content/words/result'
import type { Failure } from '@typecase/plugin-sdk/command'

import { call, type Server } from './server.ts'

/** The fields in responses of calls that change something; each call has some of them. */
export interface Answer {
  readonly job?: Job
  readonly matched?: number
  readonly modified?: number
  readonly unchanged?: number
  readonly public?: number
  readonly went_live?: number
  readonly failed?: readonly SkippedItem[]
  readonly skipped?: readonly SkippedItem[]
  readonly change_set_id?: string | null
}

interface SkippedItem {
  readonly object_id?: string
  readonly title?: string
  readonly reason: string
}

/** The result of a call, whether it was immediate or a job. */
export interface EndedCall extends CallResult {
  readonly changeSetId: string | null
  /** The error of the job, if it failed. */
  readonly trouble?: string
}

/** Reads the result of a call that needed no job. */
export function resultOf({ matched, modified, unchanged, ...answer }: Answer): EndedCall {
  const failures = [...(answer.failed ?? []), ...(answer.skipped ?? [])].map(failureOf)
  return {
    modified: modified ?? 0,
    unchanged: unchanged ?? Math.max(0, (matched ?? 0) - (modified ?? 0) - failures.length),
    published: answer.public,
    wentLive: answer.went_live,
    failures,
    changeSetId: answer.change_set_id ?? null,
  }
}

/** Reads the result of a finished job. */
export async function resultOfJob(job: Job, server: Server): Promise<EndedCall> {
  const { status, done, total, errors } = job
  // Unchanged objects also count as done.
  const {
    modified = done,
    public: published,
    went_live: wentLive,
  } = (job.result ?? {}) as Pick<Answer, 'modified' | 'public' | 'went_live'>
  return {
    modified,
    published,
    wentLive,
    unchanged: Math.max(0, done - modified),
    failures: (await failuresOf(job, server)).map(failureOf),
    changeSetId: job.change_set_id,
    ...(status === 'cancelled' && { trouble: `Cancelled after ${done} of ${total}.` }),
    ...(status === 'failed' && {
      trouble: `It failed after ${done} of ${total}: ${errors.at(-1)?.reason ?? 'unknown reason'}`,
    }),
  }
}

const failureOf = ({ object_id: id = '', title, reason }: SkippedItem): Failure => ({
  id,
  reason: title ? `${title}: ${reason}` : reason,
})

const FAILURES_AT_ONCE = 1000

/** Returns all failures of a job, which itself lists only the first hundred. */
async function failuresOf(
  { id, failed, errors }: Job,
  server: Server,
): Promise<readonly SkippedItem[]> {
  if (failed <= errors.length) return errors
  const all: SkippedItem[] = []
  for (;;) {
    const query = { job_id: id, limit: FAILURES_AT_ONCE, skip: all.length }
    const page = await call(server, listJobFailures, { query })
    all.push(...page.failures)
    if (page.failures.length === 0 || all.length >= page.total) return all
  }
}
