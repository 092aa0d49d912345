import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Whether the comments on an object are on screen. */
    'comments.isShown': boolean
    /** The focused thread, and whether it is resolved. */
    'comments.thread': string
    'comments.isResolved': boolean
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'comments.isShown',
    title: 'comments are on screen',
    missing: 'Open an object first.',
  },
  {
    key: 'comments.thread',
    title: 'a thread has the focus',
    missing: 'Move to a comment first.',
  },
  {
    key: 'comments.isResolved',
    title: 'the thread is resolved',
    missing: 'The thread is open.',
  },
]
