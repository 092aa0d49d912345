import { expect, test } from 'vitest'

import type { Metafield } from '../metafields.ts'
import { fieldPaths, mapFields, topRecord, visitValues } from './field-tree.ts'

const text = (key: string): Metafield => ({ key, title: key.toUpperCase(), type: 'text' })

const fields: Metafield[] = [
  text('lead'),
  {
    key: 'seo',
    title: 'SEO',
    type: 'parent',
    children: [
      text('name'),
      { key: 'links', title: '', type: 'repeater', repeater_fields: [text('url')] },
    ],
  },
  // Older clients write a repeater like this.
  { key: 'steps', title: 'Steps', type: 'repeater', children: [text('do')] },
]

test('the path of a field leads through groups and repeaters', () => {
  const paths = fieldPaths(fields).map((path) => path.map(({ key }) => key).join('.'))
  expect(paths).toEqual([
    'lead',
    'seo',
    'seo.name',
    'seo.links',
    'seo.links.url',
    'steps',
    'steps.do',
  ])
})

test('fields are changed at every level and stay where they are', () => {
  const renamed = mapFields(fields, (field) => ({ ...field, key: `${field.key}_2` }))
  expect(fieldPaths(renamed).map((path) => path.at(-1)?.key)).toEqual(
    fieldPaths(fields).map((path) => `${path.at(-1)?.key}_2`),
  )
  expect(mapFields(fields, (field) => field)).toEqual(fields)
})

test('values are visited with where they are; null, what no field describes and what has another form are not', () => {
  const visited: unknown[] = []
  const values = {
    lead: 'a',
    seo: { name: null, links: [{ url: 'b' }, 'odd', { url: 'c' }], other: 'd' },
    steps: 'odd',
    toString: 'e',
  }
  visitValues(
    [...fields, text('valueOf')],
    topRecord(values),
    (value, { key }, { path, propsPath, label }) => {
      visited.push([value, key, path, propsPath, label])
    },
  )
  expect(visited).toEqual([
    ['a', 'lead', 'metadata', 'metadata', ''],
    ['b', 'url', 'metadata.seo.links.0', 'metadata.seo.links', 'SEO › links › 1'],
    ['c', 'url', 'metadata.seo.links.2', 'metadata.seo.links', 'SEO › links › 3'],
  ])
})
