import type { Run } from '@typecase/plugin-sdk/command'

import { keepDiscarded } from './discarded.ts'
import { requireOpenSession } from './save-open.ts'

export const run: Run = async () => {
  const session = requireOpenSession()
  const key = keepDiscarded(session, session.get().draft.values)
  session.discard()
  return {
    message: 'Unsaved changes discarded.',
    undo: { command: 'objects.restore-changes', args: { key } },
    redo: { command: 'objects.discard-changes' },
  }
}
