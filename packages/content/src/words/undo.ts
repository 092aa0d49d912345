import { type CommandSource, type Ref, refTo } from '@typecase/plugin-sdk/command'

import { undoChangeSet } from '../commands.ts'

/** The period in which a change of a bucket can be undone, and deleted items stay in the trash. */
export const UNDO_TIME = '30 days'

/** Whether an undo reverts another undo. @param title the server's title */
export const isRedo = (title: string | undefined): boolean => title?.startsWith('Redo: ') === true

/**
 * Describes the result of an undo or a redo: `Restored 3 objects`, `Redid the change to 3 objects`. Empty for a redo by
 * the journal, whose own title names the step.
 */
export function describeUndo(
  title: string | undefined,
  what: string,
  source: CommandSource,
): string {
  if (!isRedo(title)) return `Restored ${what}`
  return source === 'undo' ? '' : `Redid the change to ${what}`
}

/**
 * Returns the command that undoes a change set, for the `undo` of an outcome. The history's plugin owns the command.
 */
export const undoOfChanges = (bucket: string, change_set_id: string): Ref =>
  refTo(undoChangeSet, { bucket, change_set_id })
