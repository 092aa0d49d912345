import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'

import { publishCall } from '../bulk/calls.ts'
import { bulkModule } from '@typecase/content/bulk-module'
import { openObject } from '@typecase/content/object/open-object'
import { viewPublic } from './open.ts'
import type { publishArgs } from './publish.ts'

const ofMany = bulkModule(publishCall)

export const publish: CommandModule<ArgsOf<typeof publishArgs>> = {
  ...ofMany,
  async *run(args, context) {
    const { scope, all_versions } = args
    const open = all_versions || !('ids' in scope) ? undefined : context.page(openObject)
    // Publishing the open object must include its unsaved edits.
    if (!open || !('ids' in scope) || !open.isOf(scope.ids)) {
      const outcome = yield* ofMany.run(args, context)
      const [id, ...others] = 'ids' in scope ? scope.ids : []
      const isOne = id !== undefined && others.length === 0 && outcome.undo !== undefined
      return isOne ? { ...outcome, view: refTo(viewPublic, { id }) } : outcome
    }
    return (await open.publish()) ?? {}
  },
}
