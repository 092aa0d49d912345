import { type Outcome, type Progress, type RunContext, refTo } from '@typecase/plugin-sdk/command'
import type { Scope } from '@typecase/plugin-sdk/scope'

import { bucketSlugOf } from '../bucket-slug.ts'
import { restoreSchedules } from './schedule-commands.ts'
import { scopeRows } from './scope-rows.ts'
import { type ObjectPatch, updateEach } from './update-each.ts'

/** Changes the schedule of every object of a scope, and remembers what it was. */
export async function* changeSchedules(
  scope: Scope,
  data: ObjectPatch,
  message: (count: number) => string,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const rows = await scopeRows(scope, context)
  const { done, failures } = yield* updateEach(
    rows.map(({ id }) => ({ id, data })),
    context,
  )
  const changed = new Set(done)
  const schedules = rows
    .filter(({ id }) => changed.has(id))
    .map(({ id, publish_at, unpublish_at, status }) => ({ id, publish_at, unpublish_at, status }))
  return {
    message: message(done.length),
    ...(failures.length > 0 && { failures }),
    ...(done.length > 0 && {
      undo: refTo(restoreSchedules, { bucket: bucketSlugOf(context.facts), schedules }),
    }),
  }
}
