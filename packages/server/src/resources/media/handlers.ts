import { replaceInMedia } from '@typecase/contract/media'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { answerPlan } from '../objects/bulk/answer-plan.ts'
import { registerReplaceJob } from './replace-job.ts'
import { createReplacePlans } from './replace-plans.ts'

export function routes(app: App): Route[] {
  const plans = createReplacePlans(app)
  registerReplaceJob(app)

  return [
    handle(replaceInMedia, async ({ principal, body, ...call }) => {
      const access = await openBucket(app.db, principal, body.slug, 'media:write')
      if (body.dry_run) {
        return answerPlan(call, (signal, tell) => plans.dryRun(access, body, { signal, tell }))
      }
      return plans.replace(access, body, call.commit)
    }),
  ]
}
