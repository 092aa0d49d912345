import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type Outcome, type Progress, type RunContext, refTo } from '@typecase/plugin-sdk/command'
import { refreshObjects } from '@typecase/plugin-sdk/refresh-objects'
import { type BulkRun, runBulk as runCall } from '@typecase/plugin-sdk/run-bulk'
import type { Scope } from '@typecase/plugin-sdk/scope'

import { undoChangeSet } from './bulk-commands.ts'

/** Carries a call over many objects of this bucket out; lists and open objects show what came of it. */
export async function* runBulk(
  scope: Scope,
  call: Omit<BulkRun, 'undo'>,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const bucket = bucketSlugOf(context.facts)
  const undo = (id: string) => refTo(undoChangeSet, { bucket, change_set_id: id })
  const outcome = yield* runCall(scope, bucket, { ...call, undo }, context)
  await refreshObjects(context.services)
  return outcome
}
