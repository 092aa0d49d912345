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

test('mapping changes fields at every level and keeps their structure', () => {
  const renamed = mapFields(fields, (field) => ({ ...field, key: `${field.key}_2` }))
  expect(fieldPaths(renamed).map((path) => path.at(-1)?.key)).toEqual(
    fieldPaths(fields).map((path) => `${path.at(-1)?.key}_2`),
  )
  expect(mapFields(fields, (field) => field)).toEqual(fields)
})

test('visits values with their path and label, but no nulls, unknown keys or malformed values', () => {
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
