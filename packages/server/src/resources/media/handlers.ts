import { replaceInMedia } from '@typecase/contract/media'

import type { App } from '../../app.ts'
import { answerPlan } from '../../bulk/answer-plan.ts'
import { registerWork } from '../../bulk/change-many.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { planReplacement, replaceFound } from './replace-plans.ts'
import { replaceWork } from './replace-work.ts'

export function routes(app: App): Route[] {
  registerWork(app, replaceWork)

  return [
    handle(replaceInMedia, async ({ principal, body, ...call }) => {
      const access = await openBucket(app.db, principal, body.slug, 'media:write')
      if (body.dry_run) {
        return answerPlan(call, (signal, tell) =>
          planReplacement(app, access, body, { signal, tell }),
        )
      }
      return replaceFound(app, access, body, call.commit)
    }),
  ]
}
