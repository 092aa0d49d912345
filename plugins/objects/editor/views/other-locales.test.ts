import { expect, test } from 'vitest'

import { otherLocales } from './other-locales.ts'

test('says which locales are missing, and which have not followed the last change', () => {
  const own = { id: 'en', locale: 'en', modified_at: '2026-11-20T10:00:00.000Z' }
  const versions = [
    own,
    { id: 'de', locale: 'de', modified_at: '2026-11-19T10:00:00.000Z' },
    { id: 'it', locale: 'it', modified_at: '2026-11-21T10:00:00.000Z' },
  ]
  expect(otherLocales(own, ['en', 'fr', 'de', 'it'], versions)).toEqual([
    { locale: 'fr', id: undefined, isStale: false },
    { locale: 'de', id: 'de', isStale: true },
    { locale: 'it', id: 'it', isStale: false },
  ])
})
