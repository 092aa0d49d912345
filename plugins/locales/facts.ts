import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Whether another locale is shown next to the open object. */
    'locales.isTranslating': boolean
    /** The locale of the open object. */
    'locales.locale': string
    /** The server setting that is missing for AI translation. */
    'locales.aiMissing': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'locales.isTranslating',
    title: 'two locales are side by side',
    missing: 'Show the source next to the open object first.',
  },
  {
    key: 'locales.locale',
    title: 'the open object has a locale',
    missing: 'Open an object with a locale first.',
  },
  { key: 'locales.aiMissing', title: 'a setting that AI needs is missing' },
]
