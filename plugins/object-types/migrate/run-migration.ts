import { undoOfChanges } from '@typecase/content/words/undo'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import type { Failure, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/content/follow-job'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { describeDone } from './migration-words.ts'
import type { MigrateBody } from './plan-migration.ts'

/** Changes fields and values together. More than a hundred objects become a job, which is followed to its end. */
export async function* runMigration(
  body: MigrateBody,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { services } = context
  const answer = await services.get(Api).call(migrateObjectType, { body })
  const job = answer.job ? yield* followJob(answer.job, body.slug, context) : undefined
  // Types, lists and open objects: everything that shows values.
  await services.get(Queries).invalidateQueries()
  if (job && job.status !== 'done') {
    const reason = job.errors.at(-1)?.reason
    if (job.status === 'failed') throw new Refusal(reason ?? 'The object type was not changed.')
    return { message: 'Cancelled. Nothing changed.' }
  }
  // The result of a job has the same properties as the response of an immediate call.
  const result = job ? (job.result as { modified?: number } | null) : answer
  const modified = result?.modified ?? 0
  const failed = job?.errors ?? answer.failed ?? []
  const id = job ? job.change_set_id : answer.change_set_id
  return {
    message: describeDone(modified, job?.failed ?? failed.length),
    ...(id && { undo: undoOfChanges(body.slug, id) }),
    ...(failed.length > 0 && { failures: failed.flatMap(failureOf) }),
  }
}

const failureOf = ({
  object_id: id,
  title,
  reason,
}: {
  object_id?: string
  title?: string
  reason: string
}): Failure[] => (id === undefined ? [] : [{ id, reason: title ? `${title}: ${reason}` : reason }])
