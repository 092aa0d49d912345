import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the extension on screen, or of the row that the keyboard is on. */
    'extensions.extension': string
    /** Title of the page of the extension on screen. */
    'extensions.pageTitle': string
    /** Slug of the bucket that the marketplace installs in. */
    'extensions.bucket': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'extensions.extension',
    title: 'an extension is current',
    missing: 'Go to an extension first.',
  },
  { key: 'extensions.pageTitle', title: 'the page of an extension has a title' },
  {
    key: 'extensions.bucket',
    title: 'the marketplace knows a bucket',
    missing: 'Open the marketplace from a bucket first.',
  },
]
