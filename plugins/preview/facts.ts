import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

import { site } from './record.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** The preview is shown beside the form; in a narrow window it covers the form. */
    'preview.isShown': boolean
    /** The preview has an address to show. */
    'preview.hasPage': boolean
    /** The page in the preview has loaded the script. */
    'preview.isConnected': boolean
    /** The preview shows the page of another object, through which the user opened the open one. */
    'preview.isRelated': boolean
    'preview.isInWindow': boolean
    /** The page shows an earlier revision of its object. */
    'preview.isRevision': boolean
  }
}

export const facts: readonly FactDeclaration[] = [
  site.factDeclaration,
  {
    key: 'preview.isShown',
    title: 'the preview is shown',
    missing: 'Show the preview first.',
  },
  {
    key: 'preview.hasPage',
    title: 'the preview has a page',
    missing:
      'The preview has no page: show it next to an object of a type that has a preview site.',
  },
  {
    key: 'preview.isConnected',
    title: 'the page in the preview loads the script',
    missing: 'The page in the preview doesn’t load @typecase/preview.',
  },
  {
    key: 'preview.isRelated',
    title: 'the open object was opened from the page of another one',
    missing: 'The open object was not opened from a page in the preview.',
  },
  {
    key: 'preview.isRevision',
    title: 'the preview shows a revision',
    missing: 'The preview shows the draft already.',
  },
  { key: 'preview.isInWindow', title: 'the preview is in a separate window' },
]
