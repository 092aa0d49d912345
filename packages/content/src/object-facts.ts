import type { FactValues } from '@typecase/plugin-sdk/facts'
import { eq, has, or } from '@typecase/plugin-sdk/when'

import { objectsRoute } from './routes.ts'

// Facts that pages of objects set for other plugins. The plugin of objects declares them.
declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the row that the keyboard acts on in a list of objects. */
    'objects.row': string
    /** Id of the object that Space shows next to the list. */
    'peek.row': string
    /** An object is shown next to the list. */
    'peek.isOpen': boolean
    /** Slug of the type that the list on screen is restricted to. */
    'objects.type': string
    /** An object is open in the editor, even if it is not saved yet. */
    'editor.isEditing': boolean
    /** An object is open for reading, in a perspective other than drafts. */
    'editor.isReading': boolean
    'editor.isDirty': boolean
    /** Cells of a sheet have unsaved values. */
    'objects.hasSheetEdits': boolean
    /** Id of the release on screen, or of the row that the keyboard is on. */
    'schedule.release': string
    /** Id of the smart view whose list is on screen. */
    'list.smartViewID': string
  }
}

/** A list of objects is on screen. */
export const onObjects = eq('route.id', objectsRoute.id)
/** An object is open in the editor, even if it is not saved yet. */
export const isEditing = has('editor.isEditing')
/** An object is open, for editing or for reading. */
export const isOpen = or(isEditing, has('editor.isReading'))
/** The open object has changes that are not saved. */
export const isDirty = has('editor.isDirty')
/** Cells of the sheet on screen have unsaved values. */
export const hasSheetEdits = has('objects.hasSheetEdits')
/** An object is open, or a row of a list of objects is current. */
export const hasObject = or(has('route.objectID'), has('objects.row'))

/** Id of the release on screen, or of the current row of releases. */
export const releaseRow = (facts: FactValues): string | undefined => facts['schedule.release']

/** Id of the row that the keyboard acts on in a list of objects. */
export const objectRow = (facts: FactValues): string | undefined => facts['objects.row']
/** Id of the open object, or of the current row. */
export const currentObject = (facts: FactValues): string | undefined =>
  facts['route.objectID'] ?? objectRow(facts)
/** Slug of the type that the list on screen is restricted to. */
export const typeOfList = (facts: FactValues): string | undefined => facts['objects.type']
