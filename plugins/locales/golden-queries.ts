import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'route.id': 'editor.object',
  'route.objectID': 'a',
  'editor.isEditing': true,
  can: new Set(['objects:write', 'bucket:settings']),
}
const translating = { ...facts, 'locales.isTranslating': true, 'locales.locale': 'de' }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'translate', expect: 'locales.translate', facts },
  { query: 'two locales', expect: 'locales.translate', facts },
  { query: 'add locale', expect: 'locales.add-version', facts },
  { query: 'set locales', expect: 'locales.save', facts },
  { query: 'generate locale', expect: 'locales.generate-version', facts },
  { query: 'translate with ai', expect: 'locales.generate-version', facts },
  { query: 'next object with a missing', expect: 'locales.next-object', facts },
  { query: 'next stale translation', expect: 'locales.next-stale', facts },
  { query: 'outdated translation', expect: 'locales.next-stale', facts },
  { query: 'close the source', expect: 'locales.close-source', facts: translating },
  { query: 'translation coverage', expect: 'locales.show-coverage', facts },
  { query: 'set missing locales', expect: 'locales.set-unset', facts },
  { query: 'objects without a locale', expect: 'locales.set-unset', facts },
  { query: 'objects in locale', expect: 'locales.show-list', facts },
  { query: 'group by locale', expect: 'locales.group-list', facts },
  { query: 'next missing', expect: 'locales.next-field', facts: translating },
  { query: 'previous missing', expect: 'locales.previous-field', facts: translating },
  { query: 'still correct', expect: 'locales.confirm', facts: translating },
  { query: 'copy from source', expect: 'locales.copy-source', facts: translating },
  { query: 'generate this field', expect: 'locales.generate-field', facts: translating },
  { query: 'generate missing', expect: 'locales.generate-missing', facts: translating },
  { query: 'locales settings', expect: 'locales.open-locales-settings', facts },
]
