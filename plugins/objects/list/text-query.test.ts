import { matches } from '@typecase/content-query/match'
import { parseQuery } from '@typecase/content-query/parse'
import { expect, test } from 'vitest'

import { textQuery } from './text-query.ts'

const types = [
  {
    metafields: [
      { key: 'medium', title: 'Medium', type: 'text' as const },
      { key: 'height', title: 'Height', type: 'number' as const },
    ],
  },
]
const isFound = (words: string, object: Record<string, unknown>) => {
  const { query } = parseQuery(textQuery(words, types), { resource: 'objects' })
  return matches(query, object)
}
const work = {
  title: 'The Kiss',
  slug: 'kiss',
  content: '<p>Marble</p>',
  metadata: { medium: 'Stone (c)' },
}

test.each(['kiss', 'MARBLE', 'stone kiss', '(c)', 'kiss stone marble'])('finds “%s”', (words) => {
  expect(isFound(words, work)).toBe(true)
})

test.each(['kiss wood', 'kiss.stone'])('does not find “%s”', (words) => {
  expect(isFound(words, work)).toBe(false)
})

test.each(['one', 'one two three', 'one two three four five six seven'])(
  'a bucket of very many fields is asked about as many as a query may name: %s',
  (words) => {
    const metafields = Array.from({ length: 300 }, (_, n) => ({
      key: `f${n}`,
      title: 'F',
      type: 'text' as const,
    }))
    const query = textQuery(words, [{ metafields }])
    expect(() => parseQuery(query, { resource: 'objects' })).not.toThrow()
    expect(JSON.stringify(query)).toContain('metadata.f10')
  },
)
