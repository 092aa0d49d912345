/** Whether an undo takes back another one. @param title as the server calls it */
export const isRedo = (title: string | undefined): boolean => title?.startsWith('Redo: ') === true

/** What came of an undo, or of one that took back another: `Restored 3 objects`, `Redone for 3 objects`. */
export const undoInWords = (title: string | undefined, what: string): string =>
  isRedo(title) ? `Redone for ${what}` : `Restored ${what}`
