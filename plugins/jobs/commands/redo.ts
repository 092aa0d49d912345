import type { Run } from '@typecase/plugin-sdk/command'
import { Journal } from '@typecase/plugin-sdk/jobs'

export const run: Run = async (_args, { services }) => {
  const journal = services.get(Journal)
  if (journal.redoable().length === 0) return { message: 'There is nothing to redo.' }
  await journal.redo()
  // What was taken again reports itself.
  return {}
}
