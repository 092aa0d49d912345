import { type CommandSource, type Ref, refTo } from '@typecase/plugin-sdk/command'

import { undoChangeSet } from '../commands.ts'

/** Period in which a change of a bucket can be undone, and deleted items stay in the trash. */
export const UNDO_TIME = '30 days'

/** Whether an undo undoes another one. @param title the server's title */
export const isRedo = (title: string | undefined): boolean => title?.startsWith('Redo: ') === true

/**
 * The result of an undo, or of the undo of one: `Restored 3 objects`, `Redid the change to 3 objects`. Empty for a redo
 * of the journal, whose own title says what is redone.
 */
export function describeUndo(
  title: string | undefined,
  what: string,
  source: CommandSource,
): string {
  if (!isRedo(title)) return `Restored ${what}`
  return source === 'undo' ? '' : `Redid the change to ${what}`
}

/** Takes a change of a bucket back: the `undo` of what made it. The plugin of the history owns the command. */
export const undoOfChanges = (bucket: string, change_set_id: string): Ref =>
  refTo(undoChangeSet, { bucket, change_set_id })
