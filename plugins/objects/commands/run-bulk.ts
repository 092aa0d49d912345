import { type Job, listJobFailures } from '@typecase/contract/jobs'
import type { BulkResult } from '@typecase/contract/objects'
import { objectsInWords, resultInWords } from '@typecase/plugin-sdk/call-words'
import {
  type Failure,
  type Outcome,
  type Progress,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/plugin-sdk/follow-job'
import { countOf, type Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { isEmpty } from '../calls/bulk-target.ts'
import { refreshObjects } from '../queries.ts'
import { undoChangeSet } from './bulk-commands.ts'
import type { BulkRun } from './bulk-plan.ts'

/** Sends the call, follows the job where the server makes one of it, and reports once at the end. */
export async function* runBulk(
  scope: Scope,
  call: BulkRun,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  if (isEmpty(scope)) return { message: 'There is nothing to change.' }
  const expected = countOf(scope)
  yield { done: 0, total: expected }
  const answer = await call.send()
  const result = answer.job ? yield* finished(answer.job, context) : resultOf(answer, expected)
  await refreshObjects(context.services)
  const { failures, changeSetId } = result
  const parts = [resultInWords(call, result)]
  const found = answer.job?.total ?? answer.matched ?? expected
  // A query finds what matches when it is sent, which others may have changed since it was counted.
  if (!('ids' in scope) && !call.isNarrow && found !== expected) {
    parts.push(`${objectsInWords(found)} matched by now, not ${expected.toLocaleString('en')}.`)
  }
  return {
    message: parts.join(' '),
    ...(failures.length > 0 && { failures }),
    ...(changeSetId && {
      undo: refTo(undoChangeSet, {
        bucket: bucketSlugOf(context.facts),
        change_set_id: changeSetId,
      }),
    }),
  }
}

interface Result {
  readonly modified: number
  readonly unchanged: number
  readonly failures: readonly Failure[]
  readonly changeSetId: string | null
}

function resultOf(answer: Omit<BulkResult, 'sample'>, asked: number): Result {
  const failed = answer.failed ?? []
  const modified = answer.modified ?? asked - failed.length
  return {
    modified,
    unchanged:
      answer.unchanged ?? Math.max(0, (answer.matched ?? asked) - modified - failed.length),
    failures: failed.map(({ object_id: id, title, reason }) => ({
      id,
      reason: title ? `${title}: ${reason}` : reason,
    })),
    changeSetId: answer.change_set_id ?? null,
  }
}

async function* finished(
  first: NonNullable<BulkResult['job']>,
  context: RunContext,
): AsyncGenerator<Progress, Result> {
  const job = yield* followJob(first, bucketSlugOf(context.facts), context)
  // Objects that it went through without a need to change them are done, too.
  const { modified = job.done } = (job.result ?? {}) as { modified?: number }
  return {
    modified,
    unchanged: Math.max(0, job.done - modified),
    failures: (await failuresOf(job, context)).map(({ object_id: id = '', title, reason }) => ({
      id,
      reason: title ? `${title}: ${reason}` : reason,
    })),
    changeSetId: job.change_set_id,
  }
}

const FAILURES_AT_ONCE = 1000

/** All that a job could not be done to: it tells only of the first hundred by itself. */
async function failuresOf(
  { id, failed, errors }: Job,
  { services, signal }: RunContext,
): Promise<Job['errors']> {
  if (failed <= errors.length) return errors
  const all: Job['errors'] = []
  for (;;) {
    const query = { job_id: id, limit: FAILURES_AT_ONCE, skip: all.length }
    const { failures, total } = await services.get(Api).call(listJobFailures, { query }, { signal })
    all.push(...failures)
    if (failures.length === 0 || all.length >= total) return all
  }
}
