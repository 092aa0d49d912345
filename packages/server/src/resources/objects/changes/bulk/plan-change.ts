import type { BulkResult } from '@typecase/contract/objects'

import type { App } from '../../../../app.ts'
import { makePlan } from '../../../../bulk/make-plan.ts'
import type { Watch } from '../../../../bulk/plan.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { countUses } from '../../queries/references/count-uses.ts'
import { readChangePage, watchChanges } from './change-rows.ts'
import type { BulkChange } from './change.ts'
import { assertFits, type ChangeRequest } from './job.ts'
import { stepsOf } from './macro-kind.ts'
import { costsOf, lookAtObjects } from './plan.ts'
import { requestedObjects } from '../../queries/scope.ts'

/** Previews a change of many objects, with one row per changed field. */
export async function planChange(
  app: App,
  access: BucketAccess,
  { change, scope, allLocales }: ChangeRequest,
  watch: Watch,
): Promise<BulkResult> {
  const { scopeKey, ...request } = requestedObjects(app, access, scope, allLocales)
  const { rows, ...plan } = await makePlan(
    app,
    access,
    {
      ...request,
      // Contributors may only change their own objects, so the rows depend on the caller, too.
      keys: { scope: scopeKey, rows: [change, access.userId, access.grant], plan: null },
      costs: costsOf(change),
      check: (ids) => assertFits(app, access, change, ids),
      begin(page) {
        const noted = watchChanges(app.db.read, access, page)
        return { rows: noted, look: lookAtObjects(app, access, change, noted) }
      },
      readPage: (index, page) => readChangePage(app, access, change, index, page),
      more: async (ids) =>
        isDeleting(change) ? { references: await countUses(app, access, ids) } : {},
    },
    watch,
  )
  return { ...plan, changes: rows.total }
}

/** Whether a change deletes objects, so that its plan counts the references to them. */
function isDeleting(change: BulkChange): boolean {
  return change.kind === 'delete' || stepsOf(change).some(isDeleting)
}
