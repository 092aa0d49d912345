import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

// Facts that other plugins depend on are declared in `object-facts` of content.
declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Someone else created the open object. */
    'editor.isOthers': boolean
    /** The role is limited to types other than that of the open object. */
    'editor.isOtherType': boolean
    /** The title of the open object as typed, saved or not. */
    'editor.openTitle': string
    'editor.hasConflict': boolean
    /** An unsaved new object of this type can be continued. */
    'editor.hasOffer': boolean
    'editor.hasNext': boolean
    'editor.hasPrevious': boolean
    /** The caret is in a rich text, whose keys apply. */
    'editor.inRichText': boolean
    /** The caret is, or was last, in a rich text. The palette takes the focus while the user chooses a command. */
    'editor.hasRichText': boolean
    'editor.hasTextSelection': boolean
    /** A picture of a rich text is, or was last, selected. */
    'editor.hasPicture': boolean
    /** The caret is, or was last, in a link to an object. */
    'editor.hasObjectLink': boolean
    /** The caret is, or was last, in a text that can be edited formatted or as source. */
    'editor.hasTextWithSource': boolean
    /** The caret is, or was last, in a text that takes pictures. */
    'editor.takesPictures': boolean
    /** The focus is in a row of a repeater, or was before the palette opened. */
    'editor.isInRow': boolean
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'editor.isEditing',
    title: 'an object is open',
    missing: 'Open an object first.',
  },
  { key: 'editor.isReading', title: 'an object is open for reading' },
  { key: 'editor.isOthers', title: 'someone else made the open object' },
  { key: 'editor.isOtherType', title: 'the role is limited to other object types' },
  { key: 'editor.openTitle', title: 'the open object has a title' },
  {
    key: 'editor.isDirty',
    title: 'the open object has unsaved changes',
    missing: 'There are no unsaved changes.',
  },
  {
    key: 'editor.hasConflict',
    title: 'the open object was changed by someone else as well',
    missing: 'There is no conflict to resolve.',
  },
  {
    key: 'editor.hasOffer',
    title: 'a new object of this type was left unsaved',
    missing: 'No new object was left unsaved.',
  },
  {
    key: 'editor.hasNext',
    title: 'the list goes on after the open object',
    missing: 'This is the last object in the list it was opened from.',
  },
  {
    key: 'editor.hasPrevious',
    title: 'the list begins before the open object',
    missing: 'This is the first object in the list it was opened from.',
  },
  { key: 'editor.inRichText', title: 'the cursor is in a rich text' },
  {
    key: 'editor.hasRichText',
    title: 'the cursor is, or was last, in a rich text',
    missing: 'Put the cursor in a rich text field first.',
  },
  { key: 'editor.hasTextSelection', title: 'some of a rich text is selected' },
  {
    key: 'editor.hasPicture',
    title: 'an image in a rich text is selected',
    missing: 'Select an image in a rich text field first.',
  },
  {
    key: 'editor.hasObjectLink',
    title: 'the cursor is in a link to an object',
    missing: 'Put the cursor in a link to an object first.',
  },
  {
    key: 'editor.hasTextWithSource',
    title: 'the cursor is in a text with a source',
    missing: 'Put the cursor in a rich text field or its source first.',
  },
  {
    key: 'editor.takesPictures',
    title: 'the cursor is in a text that takes images',
    missing: 'Put the cursor in a text field that takes images first.',
  },
  {
    key: 'editor.isInRow',
    title: 'the focus is in a row of a repeater',
    missing: 'Go to a field in a row first.',
  },
]
