import type { Run } from '@typecase/plugin-sdk/command'
import { Journal } from '@typecase/plugin-sdk/jobs'

export const run: Run = async (_args, { services }) => {
  const journal = services.get(Journal)
  if (journal.undoable().length === 0) return { message: 'There is nothing to undo.' }
  await journal.undo()
  // What was taken back reports itself.
  return {}
}
