import type { BulkResult } from '@typecase/contract/objects'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../../app.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { answerPlan } from './answer-plan.ts'
import { type Asked, changeAsked } from './job.ts'
import { withOtherLocales } from './other-locales.ts'
import { planAsked } from './plan-asked.ts'

/** Answers a call over many objects: a dry run as it comes; what was put into the queue is only accepted so far. */
export async function answerChange(
  app: App,
  call: { request: FastifyRequest; reply: FastifyReply },
  access: BucketAccess,
  given: Asked,
): Promise<BulkResult | FastifyReply> {
  const asked = await withOtherLocales(app, access, given)
  if (asked.scope.dry_run) {
    return answerPlan(call, (signal, tell) => planAsked(app, access, asked, { signal, tell }))
  }
  const result = await changeAsked(app, access, asked)
  if (result.job) call.reply.code(202)
  return result
}
