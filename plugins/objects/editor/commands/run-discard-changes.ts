import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'

import { type discardArgs, discardChanges } from './discard-changes.ts'
import { keepDiscarded } from './discarded.ts'
import { restoreChanges } from './restore-changes.ts'
import { NotNow, requireOpenSession } from './save-open.ts'

export const run: Run<ArgsOf<typeof discardArgs>> = async (args) => {
  const session = requireOpenSession()
  const { name } = session
  if (args.session !== undefined && args.session !== name) {
    throw new NotNow('The object of these changes is no longer open.')
  }
  const typed = session.get().draft.values
  session.discard()
  const key = keepDiscarded({ session, before: session.get().draft.values, typed })
  return {
    message: 'Unsaved changes discarded.',
    undo: refTo(restoreChanges, { key }),
    redo: refTo(discardChanges, { session: name }),
  }
}
