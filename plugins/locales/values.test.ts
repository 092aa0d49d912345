// @vitest-environment jsdom
import type { Metafield } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { comparedFields, comparedWithin, isEmpty, isSame, textOf, valueAt } from './values.ts'

const field = (type: Metafield['type'], more: Partial<Metafield> = {}): Metafield => ({
  key: type,
  title: type,
  type,
  ...more,
})
const text = field('text')
const group = field('parent', { key: 'seo', children: [text, field('number')] })
const rows = field('repeater', { key: 'steps', repeater_fields: [text] })

test.each([[undefined], [null], [''], [[]], [{}], [[{ text: '' }]], [{ text: null, more: [''] }]])(
  '%j is an empty value',
  (value) => {
    expect(isEmpty(value)).toBe(true)
    expect(isSame(value, null)).toBe(true)
  },
)

test.each([[0], [false], ['a'], [['a']], [{ text: 'a' }]])('%j is not an empty value', (value) => {
  expect(isEmpty(value)).toBe(false)
  expect(isSame(value, structuredClone(value))).toBe(true)
})

test.each([
  [
    field('html-textarea'),
    '<h2>Head</h2><p>One <b>bold</b></p><ul><li>a</li></ul>',
    'Head\nOne bold\na',
  ],
  [field('switch'), false, 'No'],
  [field('number'), 0, '0'],
  [field('select-dropdown'), { key: 'a', value: 'First' }, 'First'],
  [field('files'), ['a.png', 'b.png'], 'a.png, b.png'],
  [rows, [{ text: 'one' }, { text: 'two' }], 'one\ntwo'],
  [field('json'), { a: 1 }, '{\n  "a": 1\n}'],
  [text, null, ''],
])('a field %o shows %j as text', (of, value, text) => {
  expect(textOf(of, value)).toBe(text)
})

test('groups are compared field by field, and repeaters as a whole', () => {
  const paths = (all: readonly { path: string }[]) => all.map(({ path }) => path)
  expect(paths(comparedFields([text, group, rows]))).toEqual([
    'title',
    'content',
    'metadata.text',
    'metadata.seo.text',
    'metadata.seo.number',
    'metadata.steps',
  ])
  expect(paths(comparedWithin(group, 'metadata.seo'))).toEqual([
    'metadata.seo.text',
    'metadata.seo.number',
  ])
  expect(valueAt({ metadata: { seo: { text: 'a' } } }, 'metadata.seo.text')).toBe('a')
  expect(valueAt({ metadata: null }, 'metadata.seo.text')).toBeUndefined()
})

test('rich text is shown as plain text, and Markdown as it was written', () => {
  const source =
    '# The **Blue** Rigi\n\n- by [J. M. W. Turner](/turner), 1842\n- `oil_on_paper` \\*'
  expect(textOf({ type: 'rich-text' }, source)).toBe(
    'The Blue Rigi\nby J. M. W. Turner, 1842\noil_on_paper *',
  )
  expect(textOf({ type: 'markdown' }, source)).toBe(source)
})
