import { matches } from '@typecase/content-query/match'
import { parseQuery } from '@typecase/content-query/parse'
import { expect, test } from 'vitest'

import { textQuery } from './text-query.ts'

const isMatch = (words: string, object: Record<string, unknown>) => {
  const { query } = parseQuery(textQuery(words), { resource: 'objects' })
  return matches(query, object)
}
const work = {
  title: 'The Kiss',
  slug: 'kiss',
  content: '<p>Marble</p>',
  metadata: {
    medium: 'Stone (c)',
    notes: [{ text: 'Plinth' }],
    artist: '0123456789abcdef01234567',
  },
}

test.each(['kiss', 'MARBLE', 'stone kiss', '(c)', 'kiss stone marble', 'plinth'])(
  'a text query finds “%s”',
  (words) => {
    expect(isMatch(words, work)).toBe(true)
  },
)

test.each(['kiss wood', 'kiss.stone', 'abcdef'])('a text query does not find “%s”', (words) => {
  expect(isMatch(words, work)).toBe(false)
})

test('a long pasted text becomes a query within the size limit', () => {
  const query = textQuery(`${'('.repeat(300)} ${'word '.repeat(300)}`)
  expect(() => parseQuery(query, { resource: 'objects' })).not.toThrow()
})
