import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

// What other plugins depend on is declared in `object-facts` of content.
declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** The list on screen stands in the order that editors arrange. */
    'objects.isArranged': boolean
    /** The rows of the list stand in groups. */
    'objects.isGrouped': boolean
    /** Rows the list shows. */
    'objects.rowCount': number
    /** The list on screen is a sheet, whose cells are edited in place. */
    'objects.isSheet': boolean
    'objects.canUndoCells': boolean
    'objects.canRedoCells': boolean
    /** A text is being typed in a cell. */
    'objects.isTypingInCell': boolean
    /** Somebody else made the open object. */
    'objects.isOthers': boolean
    /** The role is limited to other types than that of the open object. */
    'objects.isOtherType': boolean
    /** The title of the open object, as it stands in the form. */
    'objects.openTitle': string
    'objects.hasConflict': boolean
    /** A new object of this type was left unsaved, and can be continued. */
    'objects.hasOffer': boolean
    'objects.hasNext': boolean
    'objects.hasPrevious': boolean
    /** The cursor is in a rich text: its keys. */
    'objects.inRichText': boolean
    /** The cursor is, or was last, in a rich text: the palette has the focus while a command is chosen. */
    'objects.hasRichText': boolean
    'objects.hasTextSelection': boolean
    /** The cursor is, or was last, in a text that is edited as it will look or as source. */
    'objects.hasTextWithSource': boolean
    /** The cursor is, or was last, in a text that pictures can be put into. */
    'objects.takesPictures': boolean
    /** The focus is in a row of a repeater, or was there before the palette was opened. */
    'objects.isInRow': boolean
  }
}

/** Of the list, then of the editor. */
export const facts: readonly FactDeclaration[] = [
  { key: 'objects.row', title: 'a row is current', missing: 'Go to a row first.' },
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
    title: 'something was typed in the sheet',
    missing: 'Nothing was typed in the sheet since it was saved.',
  },
  {
    key: 'objects.canRedoCells',
    title: 'something was taken back in the sheet',
    missing: 'Nothing was taken back in the sheet.',
  },
  { key: 'objects.isTypingInCell', title: 'a text is typed in a cell' },
  {
    key: 'objects.isEditing',
    title: 'an object is open',
    missing: 'Open an object first.',
  },
  { key: 'objects.isOthers', title: 'somebody else made the open object' },
  { key: 'objects.isOtherType', title: 'the role is limited to other object types' },
  { key: 'objects.openTitle', title: 'the open object has a title' },
  {
    key: 'objects.isDirty',
    title: 'the open object has unsaved changes',
    missing: 'There are no unsaved changes.',
  },
  {
    key: 'objects.hasConflict',
    title: 'the open object was changed by somebody else as well',
    missing: 'There is no conflict to settle.',
  },
  {
    key: 'objects.hasOffer',
    title: 'a new object of this type was left unsaved',
    missing: 'No new object was left unsaved.',
  },
  {
    key: 'objects.hasNext',
    title: 'the list goes on after the open object',
    missing: 'This is the last object of the list it was opened from.',
  },
  {
    key: 'objects.hasPrevious',
    title: 'the list begins before the open object',
    missing: 'This is the first object of the list it was opened from.',
  },
  { key: 'objects.inRichText', title: 'the cursor is in a rich text' },
  {
    key: 'objects.hasRichText',
    title: 'the cursor is, or was last, in a rich text',
    missing: 'Put the cursor into a rich text first.',
  },
  { key: 'objects.hasTextSelection', title: 'some of a rich text is selected' },
  {
    key: 'objects.hasTextWithSource',
    title: 'the cursor is in a text with a source',
    missing: 'Put the cursor into a rich text or its source first.',
  },
  {
    key: 'objects.takesPictures',
    title: 'the cursor is in a text that takes pictures',
    missing: 'Put the cursor into a text that takes pictures first.',
  },
  {
    key: 'objects.isInRow',
    title: 'the focus is in a row of a repeater',
    missing: 'Go to a field of a row first.',
  },
]
