import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import {
  type ArgsOf,
  type Outcome,
  type Progress,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/plugin-sdk/follow-job'
import { Api, Selection } from '@typecase/plugin-sdk/services'

import { callOf } from '../calls/restore.ts'
import { refreshTrash } from '../queries.ts'
import { TRASHED } from '../trashed.ts'
import type { restoreArgs } from './trash-commands.ts'

/** Brings objects back: some, or all that match, which is a job where they are many. */
export async function* run(
  args: ArgsOf<typeof restoreArgs>,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { services, facts, signal } = context
  const bucket = bucketSlugOf(facts)
  const { endpoint, body } = callOf(args, { bucketSlug: bucket })
  const answer = await services.get(Api).call(endpoint, { body }, { signal })
  const job = answer.job ? yield* followJob(answer.job, bucket, context) : undefined
  await refreshTrash(services)
  services.get(Selection).clear(TRASHED)
  const restored = job?.done ?? answer.restored ?? 0
  const left = job?.errors ?? answer.failed ?? []
  const count = job?.failed ?? left.length
  const id = job ? job.change_set_id : answer.change_set_id
  const failures = left.flatMap(({ object_id, reason }) =>
    object_id === undefined ? [] : [{ id: object_id, reason }],
  )
  const rest = count > 0 ? ` ${inWords(count)} stayed in the trash. ${left[0]?.reason ?? ''}` : ''
  return {
    message: `Restored ${inWords(restored)}.${rest}`,
    ...(failures.length > 0 && { failures }),
    // The history's command: it follows the job that a large undo is.
    ...(id && { undo: { command: 'jobs.undo-change-set', args: { change_set_id: id, bucket } } }),
  }
}

const inWords = (count: number): string =>
  count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`
