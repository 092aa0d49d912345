import { bucketSlugOf } from './bucket-slug.ts'
import { refreshObjects } from './refresh-objects.ts'
import { objectNoun } from './words/nouns.ts'
import { undoOfChanges } from './words/undo.ts'
import { type Job, listJobFailures } from '@typecase/contract/jobs'
import type { BulkResult } from '@typecase/contract/objects'

import { type CallResult, describeResult } from './words/result.ts'
import { formatCount } from '@typecase/ui/count'
import type { Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { followJob } from './follow-job.ts'
import { countOf, type Scope } from '@typecase/plugin-sdk/scope'
import type { CallWords } from '@typecase/plugin-sdk/server-call'
import { Api } from '@typecase/plugin-sdk/services'
import { formatNumber } from '@typecase/ui/format'

/** A call over many objects, and the texts of its result. */
export interface BulkRun extends Omit<CallWords, 'verb'> {
  /** Sends the request. Cancel does not abort it, because its response names the job that Cancel has to stop. */
  send(): Promise<Omit<BulkResult, 'sample'>>
}

/**
 * Runs a bulk call over the bucket on screen, follows its job if there is one, and reports once at the end, with the
 * undo. Lists and open objects refetch.
 * @throws ApiError when the server refuses it
 */
export async function* runBulk(
  scope: Scope,
  call: BulkRun,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const expected = countOf(scope)
  if ('ids' in scope && expected === 0) return { message: 'There is nothing to change.' }
  const bucket = bucketSlugOf(context.facts)
  yield { done: 0, total: expected }
  const answer = await call.send()
  const result = answer.job ? yield* waitForEnd(answer.job, bucket, context) : resultOf(answer)
  await refreshObjects(context.services)
  const { failures, changeSetId } = result
  const parts = [...(result.isCancelled ? ['Cancelled.'] : []), describeResult(call, result)]
  const total = answer.job?.total ?? answer.matched ?? expected
  // The server resolves a query when it is sent; others may have changed the matches since they were counted.
  if (!('ids' in scope) && !call.hasSeparateCount && total !== expected) {
    parts.push(
      `${formatCount(total, call.noun ?? objectNoun)} match now, not ${formatNumber(expected)}.`,
    )
  }
  return {
    message: parts.join(' '),
    ...(failures.length > 0 && { failures }),
    ...(changeSetId && { undo: undoOfChanges(bucket, changeSetId) }),
  }
}

interface Result extends CallResult {
  readonly isCancelled?: boolean
  readonly changeSetId: string | null
}

/** Reads the counts from the response, never from the request. */
function resultOf({
  modified = 0,
  unchanged = 0,
  public: published,
  went_live: wentLive,
  failed = [],
  change_set_id: changeSetId = null,
}: Omit<BulkResult, 'sample'>): Result {
  return { modified, unchanged, published, wentLive, failures: failed.map(failureOf), changeSetId }
}

async function* waitForEnd(
  first: Job,
  bucket: string,
  context: RunContext,
): AsyncGenerator<Progress, Result> {
  const job = yield* followJob(first, bucket, context)
  // Objects that the job processed without changing them are done, too.
  const {
    modified = job.done,
    public: published,
    went_live: wentLive,
  } = (job.result ?? {}) as Pick<BulkResult, 'modified' | 'public' | 'went_live'>
  return {
    modified,
    published,
    wentLive,
    unchanged: Math.max(0, job.done - modified),
    failures: (await failuresOf(job, context)).map(failureOf),
    changeSetId: job.change_set_id,
    isCancelled: job.status === 'cancelled',
  }
}

const failureOf = ({ object_id: id = '', title, reason }: Job['errors'][number]) => ({
  id,
  reason: title ? `${title}: ${reason}` : reason,
})

const FAILURES_AT_ONCE = 1000

/** Reads all failures of a job, which itself lists only the first hundred. */
async function failuresOf(
  { id, failed, errors }: Job,
  { services }: RunContext,
): Promise<Job['errors']> {
  if (failed <= errors.length) return errors
  const all: Job['errors'] = []
  for (;;) {
    const query = { job_id: id, limit: FAILURES_AT_ONCE, skip: all.length }
    const { failures, total } = await services.get(Api).call(listJobFailures, { query })
    all.push(...failures)
    if (failures.length === 0 || all.length >= total) return all
  }
}
