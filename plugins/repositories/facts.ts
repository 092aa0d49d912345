import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the repository on screen, or of the row that the keyboard is on. */
    'repositories.repository': string
    /** Name of the branch that the keyboard is on, on the page of a repository. */
    'repositories.branch': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'repositories.repository',
    title: 'a repository is current',
    missing: 'Go to a repository first.',
  },
  {
    key: 'repositories.branch',
    title: 'a branch is current',
    missing: 'Go to a branch first.',
  },
]
