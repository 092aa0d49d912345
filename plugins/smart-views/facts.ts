import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the smart view on screen, or of the row that the keyboard is on. */
    'smart-views.view': string
    /** The list on screen differs from the view that it was opened as. */
    'smart-views.isChanged': boolean
    /** The revision of the view on screen that the changes of its list began from. */
    'smart-views.rev': number
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'smart-views.view',
    title: 'a smart view is current',
    missing: 'Go to a smart view first.',
  },
  {
    key: 'smart-views.isChanged',
    title: 'the smart view on screen was changed',
    missing: 'The smart view is as it was saved.',
  },
  { key: 'smart-views.rev', title: 'a saved smart view is on screen' },
]
