import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** An object is open in the editor, also one that is not saved yet. */
    'objects.isEditing': boolean
    /** The title of the open object, as it stands in the form. */
    'objects.openTitle': string
    'objects.isDirty': boolean
    'objects.hasConflict': boolean
    'objects.hasNext': boolean
    'objects.hasPrevious': boolean
    'objects.inRichText': boolean
    'objects.hasTextSelection': boolean
  }
}

export const editorFacts: readonly FactDeclaration[] = [
  {
    key: 'objects.isEditing',
    title: 'an object is open',
    missing: 'Open an object first.',
  },
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
    key: 'objects.hasNext',
    title: 'the list goes on after the open object',
    missing: 'This is the last object of the list it was opened from.',
  },
  {
    key: 'objects.hasPrevious',
    title: 'the list begins before the open object',
    missing: 'This is the first object of the list it was opened from.',
  },
  {
    key: 'objects.inRichText',
    title: 'the cursor is in a rich text',
    missing: 'Put the cursor into a rich text first.',
  },
  { key: 'objects.hasTextSelection', title: 'some of a rich text is selected' },
]
