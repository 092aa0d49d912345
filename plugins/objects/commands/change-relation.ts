import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'

import { type BulkCall, planBulk } from './bulk-plan.ts'
import { editCall } from './edit-call.ts'
import type { relationArgs } from './edit-commands.ts'
import { editableFields, editOf } from './editable-fields.ts'
import { runBulk } from './run-bulk.ts'
import { typesInScope } from './scope-types.ts'

type Args = ArgsOf<typeof relationArgs>

const words = {
  add: { verb: 'Add to', done: (objects: string) => `Added to ${objects}.`, already: 'so already' },
  remove: {
    verb: 'Remove from',
    done: (objects: string) => `Removed from ${objects}.`,
    already: 'without it already',
  },
} as const

/** Adds objects to a relation of others, or takes them out of it. */
export const changeRelation = (op: 'add' | 'remove'): CommandModule<Args> => ({
  async *run(args, context) {
    return yield* runBulk(args.scope, await callOf(op, args, context), context)
  },
  plan: async (args, context) => planBulk(args.scope, await callOf(op, args, context), context),
})

async function callOf(
  op: 'add' | 'remove',
  { scope, field, objects }: Args,
  context: RunContext,
): Promise<BulkCall> {
  const fields = editableFields(await typesInScope(scope, context))
  const isOne = fields.some(({ path, type }) => path === field && type === 'object')
  const value = isOne ? objects[0] : objects
  return editCall(editOf(field, { op, value }), words[op], context)
}
