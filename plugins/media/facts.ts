import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Number of files whose upload failed and can be retried. */
    'media.failedUploads': number
    /** Id of the media that the keyboard acts on. */
    'media.row': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'media.failedUploads',
    title: 'an upload has failed',
    missing: 'No upload has failed.',
  },
  { key: 'media.row', title: 'a file is current', missing: 'Go to a file first.' },
]
