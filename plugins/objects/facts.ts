import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

// Facts that other plugins depend on are declared in `object-facts` of content.
declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** The list on screen is in the order that editors arrange by hand. */
    'objects.isArranged': boolean
    /** The rows of the list are grouped. */
    'objects.isGrouped': boolean
    /** The window has room for a list next to the editor. */
    'objects.hasRoomForSplit': boolean
    /** The list is shown beside the open object. */
    'objects.isSplit': boolean
    /** Number of rows that the list shows. */
    'objects.rowCount': number
    /** The list on screen is a sheet, whose cells are edited in place. */
    'objects.isSheet': boolean
    'objects.canUndoCells': boolean
    'objects.canRedoCells': boolean
    /** A text is being typed in a cell. */
    'objects.isTypingInCell': boolean
  }
}

export const facts: readonly FactDeclaration[] = [
  { key: 'objects.row', title: 'a row is current', missing: 'Go to a row first.' },
  { key: 'peek.row', title: 'an object of a list is current', missing: 'Go to a row first.' },
  { key: 'peek.isOpen', title: 'the peek is open', missing: 'The peek is not open.' },
  {
    key: 'objects.hasRoomForSplit',
    title: 'the window is at least 1080 pixels wide',
    missing: 'The window is too narrow: a list next to the object needs 1080 pixels.',
  },
  { key: 'objects.isSplit', title: 'the list is next to the object' },
  { key: 'objects.type', title: 'a type is shown', missing: 'Choose an object type first.' },
  {
    key: 'objects.isArranged',
    title: 'the list is in dashboard order',
    missing: 'Sort the list by dashboard order first.',
  },
  {
    key: 'objects.isGrouped',
    title: 'the list is grouped',
    missing: 'Group the list by a field first.',
  },
  { key: 'objects.rowCount', title: 'the list has rows', missing: 'There are no objects here.' },
  {
    key: 'objects.isSheet',
    title: 'the list is a sheet',
    missing: 'Switch to the sheet first.',
  },
  {
    key: 'objects.hasSheetEdits',
    title: 'cells of the sheet are not saved',
    missing: 'There are no unsaved cells.',
  },
  {
    key: 'objects.canUndoCells',
    title: 'the sheet has unsaved changes',
    missing: 'The sheet has no unsaved changes.',
  },
  {
    key: 'objects.canRedoCells',
    title: 'something can be redone in the sheet',
    missing: 'There is nothing to redo in the sheet.',
  },
  { key: 'objects.isTypingInCell', title: 'a text is typed in a cell' },
]
