import type { CommandSource } from './command.ts'

/** Whether an undo takes back another one. @param title as the server calls it */
export const isRedo = (title: string | undefined): boolean => title?.startsWith('Redo: ') === true

/**
 * What came of an undo, or of one that took back another: `Restored 3 objects`, `Redone for 3 objects`. Empty for a redo
 * of the journal, which says by itself what is redone.
 */
export function undoInWords(
  title: string | undefined,
  what: string,
  source: CommandSource,
): string {
  if (!isRedo(title)) return `Restored ${what}`
  return source === 'undo' ? '' : `Redone for ${what}`
}
