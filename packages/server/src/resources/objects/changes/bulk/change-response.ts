import type { BulkResult } from '@typecase/contract/objects'
import type { FastifyReply } from 'fastify'

import type { App } from '../../../../app.ts'
import { respondWithPlan, type PlanCall } from '../../../../bulk/plan-response.ts'
import type { Commit } from '../../../../http/handle.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { type ChangeRequest, changeScope } from './job.ts'
import { isForAllLocales, withOthers } from './macro-kind.ts'
import { planChange } from './plan-change.ts'
import { idsInAllLocales } from '../../queries/scope.ts'

/**
 * Answers a call on many objects: a dry run with a plan, a change with its result, or with its job if it is enqueued.
 */
export async function respondWithChange(
  app: App,
  call: PlanCall & { commit: Commit },
  access: BucketAccess,
  request: ChangeRequest,
): Promise<BulkResult | FastifyReply> {
  const selection = await withOtherLocales(app, access, request)
  if (selection.scope.dry_run) {
    return respondWithPlan(call, (signal, tell) =>
      planChange(app, access, selection, { signal, tell }),
    )
  }
  return changeScope(app, access, selection, call.commit)
}

/** If some steps of a macro apply to all locales, adds the objects that are only included because of these steps. */
async function withOtherLocales(
  app: App,
  access: BucketAccess,
  selection: ChangeRequest,
): Promise<ChangeRequest> {
  const { change, scope } = selection
  if (!isForAllLocales(change)) return selection
  const { ids, others } = await idsInAllLocales(app, access, scope)
  const all = [...ids, ...others]
  return { ...selection, change: withOthers(change, others), allLocales: true, ids: all }
}
