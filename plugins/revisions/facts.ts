import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the revision on the left of the comparison; missing if that is the current state. */
    'revisions.left': string
    /** The field of the comparison with the keyboard focus. */
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
