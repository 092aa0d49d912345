import type { BulkResult } from '@typecase/contract/objects'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../../app.ts'
import { whileWaitedFor } from '../../../http/while-waited-for.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { answerPlan } from './answer-plan.ts'
import { type Asked, changeAsked } from './job.ts'

/** Answers a call over many objects: a dry run as it comes; what was put into the queue is only accepted so far. */
export async function answerChange(
  app: App,
  call: { request: FastifyRequest; reply: FastifyReply },
  access: BucketAccess,
  asked: Omit<Asked, 'signal'>,
): Promise<BulkResult | FastifyReply> {
  const { fieldIndexes: indexes } = app
  if (asked.scope.dry_run) {
    return answerPlan(call, (signal, tell) =>
      changeAsked(app, access, indexes, { ...asked, signal, tell }),
    )
  }
  const signal = whileWaitedFor(call.reply)
  const result = await changeAsked(app, access, indexes, { ...asked, signal })
  if (result.job) call.reply.code(202)
  return result
}
