import type { Metafield } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { readMetafields, toValues, unite } from './bucket-fields.ts'

function read(list: unknown) {
  const errors: string[] = []
  const warnings: string[] = []
  const fields = readMetafields(list, 'metafields', {
    error: (path) => void errors.push(path),
    warn: (message) => void warnings.push(message),
  })
  return { fields: fields.map(({ field }) => field), values: toValues(fields), errors, warnings }
}

/** Returns keys and types at all depths. */
const outline = (fields: readonly Metafield[]): string =>
  fields
    .map(({ key, type, children, repeater_fields: rows }) => {
      const below = children ?? rows
      return `${key}:${type}${below ? `(${outline(below)})` : ''}`
    })
    .join(' ')

const text = (key: string, value: unknown, children?: unknown) => ({
  key,
  title: key,
  type: 'text',
  value,
  children,
})

test('repeaters are read from `repeating_item`s and from values', () => {
  const { fields, values } = read([
    {
      key: 'tags',
      title: 'Tags',
      type: 'repeater',
      value: 'Nature',
      repeater_fields: [text('tag', '')],
      children: [
        { type: 'repeating_item', children: [text('tag', 'Nature')] },
        { type: 'repeating_item', children: [text('tag', 'Art')] },
      ],
    },
    { key: 'links', title: 'Links', type: 'repeater', value: [{ url: '/' }], children: null },
  ])
  expect(outline(fields)).toBe('tags:repeater(tag:text) links:repeater()')
  expect(values).toEqual({ tags: [{ tag: 'Nature' }, { tag: 'Art' }], links: [{ url: '/' }] })
})

test('a plain field with children becomes a group that contains its own value', () => {
  const { fields, values } = read([
    text('services', '', [text('care', '/care')]),
    text('shop', '/shop', [text('cart', '/cart')]),
  ])
  expect(outline(fields)).toBe('services:parent(care:text) shop:parent(shop:text cart:text)')
  expect(values).toEqual({ services: { care: '/care' }, shop: { shop: '/shop', cart: '/cart' } })
})

test('children with a repeated key become the rows of a repeater', () => {
  const { fields, values, warnings } = read([
    text('blurbs', '', [
      text('blurb', 'One', [text('more', 'a')]),
      text('blurb', 'Two', [text('more', 'b')]),
    ]),
  ])
  expect(outline(fields)).toBe('blurbs:repeater(blurb:text more:text)')
  expect(values).toEqual({
    blurbs: [
      { blurb: 'One', more: 'a' },
      { blurb: 'Two', more: 'b' },
    ],
  })
  expect(warnings).toHaveLength(1)
})

test('groups within groups are flattened', () => {
  const { fields, values } = read([
    {
      key: 'page',
      type: 'parent',
      title: 'Page',
      children: [{ key: 'seo', type: 'parent', title: 'SEO', children: [text('words', 'w')] }],
    },
  ])
  expect(outline(fields)).toBe('page:parent(seo_words:text)')
  expect(values).toEqual({ page: { seo_words: 'w' } })
})

test('reserved keys are renamed, invalid keys are refused, and repeated keys are numbered', () => {
  const { values, errors, warnings } = read([
    text('title', 'a'),
    text('__proto__', 'b'),
    text('constructor', 'c'),
    text('x', 'd'),
    text('x', 'e'),
    text('1st', 'f'),
  ])
  expect(values).toEqual({ field_title: 'a', x: 'd', x_2: 'e' })
  expect(errors).toEqual(['metafields.1.key', 'metafields.2.key', 'metafields.5.key'])
  expect(warnings).toHaveLength(2)
})

test('unknown types and values that are no metafields are refused', () => {
  const { errors } = read([{ key: 'a', type: 'hologram' }, 7, null])
  expect(errors).toEqual(['metafields.0.type', 'metafields.1', 'metafields.2'])
  expect(read('fields').errors).toEqual(['metafields'])
  expect(read(false)).toMatchObject({ fields: [], errors: [] })
})

test('choices are read in every form, and a choice without options becomes a text', () => {
  const { fields } = read([
    { key: 'a', type: 'select-dropdown', options: [{ value: 'One' }, { key: '2', value: 'Two' }] },
    { key: 'b', type: 'radio-buttons', options: ['x', { value: 'x' }, { value: 'y' }] },
    { key: 'c', type: 'check-boxes', options: [] },
    { key: 'd', type: 'switch' },
  ])
  expect(fields.map(({ type, options }) => [type, options])).toEqual([
    [
      'select-dropdown',
      [
        { key: 'One', value: 'One' },
        { key: '2', value: 'Two' },
      ],
    ],
    ['radio-buttons', [{ value: 'x' }, { value: 'y' }]],
    ['text', undefined],
    ['switch', undefined],
  ])
})

test('fields of several objects are united by their keys, at all depths', () => {
  const group = (...keys: string[]) =>
    read([
      text(
        'g',
        '',
        keys.map((key) => text(key, '')),
      ),
    ]).fields
  expect(outline(unite(group('a'), group('b'), group('a', 'c')))).toBe(
    'g:parent(a:text b:text c:text)',
  )
})
