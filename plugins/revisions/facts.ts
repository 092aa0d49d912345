import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** The revision at the left of the comparison on screen; missing where that is the present state. */
    'revisions.left': string
    /** The field of the comparison that the keyboard acts on. */
    'revisions.field': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'revisions.left',
    title: 'a revision is compared',
    missing: 'Compare a revision first.',
  },
  {
    key: 'revisions.field',
    title: 'a field of the comparison is current',
    missing: 'Go to a field of the comparison first.',
  },
]
