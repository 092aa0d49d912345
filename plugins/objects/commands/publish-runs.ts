import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'

import { publishCall } from '../bulk/calls.ts'
import { bulkModule } from '@typecase/content/bulk-module'
import { editorOf, publishOpen } from '../editor/commands/save-open.ts'
import type { publishArgs } from './publish.ts'

const ofMany = bulkModule(publishCall)

export const publish: CommandModule<ArgsOf<typeof publishArgs>> = {
  ...ofMany,
  async *run(args, context) {
    const { scope, all_versions } = args
    const editor = !all_versions && 'ids' in scope && editorOf(scope.ids, context)
    if (!editor) return yield* ofMany.run(args, context)
    const object = await publishOpen(editor, context)
    return object ? { message: `Published “${object.title}”.` } : {}
  },
}
