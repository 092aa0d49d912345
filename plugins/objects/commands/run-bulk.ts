import type { BulkResult } from '@typecase/contract/objects'
import {
  type Failure,
  type Outcome,
  type Progress,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'
import type { Scope } from '@typecase/plugin-sdk/scope'

import { bucketSlugOf } from '../bucket-slug.ts'
import { refreshObjects } from '../queries.ts'
import { undoChangeSet } from './bulk-commands.ts'
import { followJob } from './follow-job.ts'
import { scopeIds } from './scope-rows.ts'
import { objectsInWords } from './words.ts'

/** One call over many objects. */
export interface BulkCall {
  /** `Published`, as the message begins. */
  readonly done: string
  /** What it did not have to do: `published already`. */
  readonly already?: string
  send(ids: readonly string[]): Promise<BulkResult>
}

/** Sends the call, follows the job where the server makes one of it, and reports once at the end. */
export async function* runBulk(
  scope: Scope,
  { done, already, send }: BulkCall,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const ids = await scopeIds(scope, context)
  if (ids.length === 0) return { message: 'There is nothing to change.' }
  yield { done: 0, total: ids.length }
  const answer = await send(ids)
  const result = answer.job ? yield* finished(answer.job, context) : resultOf(answer, ids.length)
  await refreshObjects(context.services)
  const { modified, unchanged, failures, changeSetId } = result
  return {
    message: sentence(done, modified, unchanged, failures, already),
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

function resultOf(answer: BulkResult, asked: number): Result {
  const failed = answer.failed ?? []
  const modified = answer.modified ?? asked - failed.length
  return {
    modified,
    unchanged: Math.max(0, asked - modified - failed.length),
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
  const job = yield* followJob(first, context)
  return {
    modified: job.done - job.failed,
    unchanged: 0,
    failures: job.errors.map(({ object_id: id = '', title, reason }) => ({
      id,
      reason: title ? `${title}: ${reason}` : reason,
    })),
    changeSetId: job.change_set_id,
  }
}

/** `Published 12 objects. 2 were published already. 1 could not be changed: Title is a required field` */
function sentence(
  done: string,
  modified: number,
  unchanged: number,
  failures: readonly Failure[],
  already: string | undefined,
): string {
  const parts: string[] = []
  if (modified > 0 || (unchanged === 0 && failures.length === 0)) {
    parts.push(`${done} ${objectsInWords(modified)}.`)
  }
  if (unchanged > 0 && already) {
    parts.push(`${objectsInWords(unchanged)} ${unchanged === 1 ? 'was' : 'were'} ${already}.`)
  }
  const [first] = failures
  if (first) parts.push(`${objectsInWords(failures.length)} stayed as before. ${first.reason}`)
  return parts.join(' ')
}
