import type { BulkResult } from '@typecase/contract/objects'
import { inBucketOf } from '@typecase/content/bucket-slug'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Selection } from '@typecase/plugin-sdk/services'

import { deleteCall, duplicateCall } from '../bulk/calls.ts'
import { bulkCall, bulkModule } from '@typecase/content/bulk-module'
import { runBulk } from '@typecase/content/run-bulk'
import { scopeRows } from '../bulk/scope.ts'
import { objectsRoute } from '../routes.ts'
import type { scopeArgs } from './object-command.ts'
import { openObject } from './open.ts'

type Args = ArgsOf<typeof scopeArgs>

const deletion = bulkModule(deleteCall)

export const deleteObjects: CommandModule<Args> = {
  async *run(args, run) {
    const { scope, bucket } = args
    const context = inBucketOf(run, bucket)
    const { services, facts, go } = context
    const open = facts['route.objectID']
    const isOpen = open !== undefined && 'ids' in scope && scope.ids.includes(open)
    const [opened] = isOpen ? await scopeRows({ kind: 'ids', ids: [open] }, context) : []
    const outcome = yield* runBulk(scope, bulkCall(deleteCall, args, context), context)
    const failed = outcome.failures?.map(({ id }) => id) ?? []
    if (failed.length === 0) services.get(Selection).clear('object')
    if (isOpen && !failed.includes(open)) {
      // A deleted object cannot stay open (specification §2): the list of its type replaces it.
      const type = opened?.type
      await go(objectsRoute, { search: type ? { query: { type } } : {}, isReplace: true })
    }
    return outcome
  },
  plan: (args, context) => deletion.plan(args, inBucketOf(context, args.bucket)),
}

export const duplicate: CommandModule<Args> = {
  ...bulkModule(duplicateCall),
  async *run(args, context) {
    const call = bulkCall(duplicateCall, args, context)
    let copies: BulkResult['copies'] = []
    const send = async () => {
      const answer = await call.send()
      copies = answer.copies ?? []
      return answer
    }
    const outcome = yield* runBulk(args.scope, { ...call, send }, context)
    const [first, ...others] = copies
    if (!first || others.length > 0 || outcome.failures) return outcome
    const isOpen = context.facts['route.objectID'] !== undefined
    return {
      ...outcome,
      message: `Created “${first.title}”.`,
      ...(isOpen && { open: refTo(openObject, { id: first.copy_id }) }),
    }
  },
}
