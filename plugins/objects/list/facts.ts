import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the row that the keyboard acts on in a list of objects. */
    'objects.row': string
    /** Slug of the type that the list on screen is restricted to. */
    'objects.type': string
    /** The list on screen stands in the order that editors arrange. */
    'objects.isArranged': boolean
    /** Rows the list shows. */
    'objects.rowCount': number
  }
}

export const listFacts: readonly FactDeclaration[] = [
  { key: 'objects.row', title: 'a row is current', missing: 'Move to a row first.' },
  { key: 'objects.type', title: 'a type is shown', missing: 'Choose an object type first.' },
  {
    key: 'objects.isArranged',
    title: 'the list is in dashboard order',
    missing: 'Sort the list by dashboard order first.',
  },
  { key: 'objects.rowCount', title: 'the list has rows', missing: 'There are no objects here.' },
]
