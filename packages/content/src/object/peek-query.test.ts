import { expect, test } from 'vitest'

import { objectTypeOf } from './object.fixture.ts'
import { relatedIdsOf } from './peek-query.ts'

test('relations are collected at every depth, each object once', () => {
  const relation = { key: 'author', title: 'Author', type: 'object' as const }
  const type = objectTypeOf([
    relation,
    { key: 'others', title: 'Others', type: 'objects' },
    { key: 'name', title: 'Name', type: 'text' },
    { key: 'seo', title: 'SEO', type: 'parent', children: [relation] },
    { key: 'cast', title: 'Cast', type: 'repeater', repeater_fields: [relation] },
  ])
  const metadata = {
    author: 'a',
    others: ['b', { id: 'c' }, 'a'],
    name: 'x',
    seo: { author: 'd' },
    cast: [{ author: 'e' }, { author: null }, 'broken'],
  }
  expect(relatedIdsOf({ metadata }, type)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(relatedIdsOf({ metadata }, undefined)).toEqual([])
})
