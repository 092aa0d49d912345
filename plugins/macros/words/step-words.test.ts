import type { MacroStep } from '@typecase/contract/macros'
import { expect, test } from 'vitest'

import { fieldNames } from './field-names.ts'
import { stepWords } from './step-words.ts'

const price = { key: 'price', title: 'Price', type: 'number' as const }
const id = '0123456789abcdef01234567'
const names = {
  ...fieldNames([{ metafields: [price] } as never]),
  arguments: [{ key: 'price', title: 'New price', kind: 'number' as const }],
  objects: new Map([[id, 'Red lamp']]),
}
const words = (call: MacroStep['call'], body: MacroStep['body'] = {}) =>
  stepWords({ call, body }, names)
const edit = (data: object) => words('objects.bulkEdit', { data })

test('a step is described with the titles of its fields, arguments and objects', () => {
  expect(words('objects.publishByIds')).toBe('Publish')
  expect(words('objects.unpublishByIds')).toBe('Unpublish')
  expect(words('objects.publishByIds', { all_versions: true })).toBe('Publish in all locales')
  expect(words('objects.deleteByIds')).toBe('Delete')
  expect(edit({ metadata: { price: { op: 'set', value: { $arg: 'price' } } } })).toBe(
    'Set Price to ‹New price›',
  )
  expect(edit({ fields: { title: { op: 'append', value: '!' } }, status: 'published' })).toBe(
    'Append “!” to Title, publish',
  )
  expect(edit({ metadata: { 'seo.description': { op: 'clear' } } })).toBe(
    'Clear metadata.seo.description',
  )
  expect(edit({ metadata: { price: { op: 'add', value: [id, 'b'] } } })).toBe(
    'Add “Red lamp”, “b” to Price',
  )
  expect(edit({ publish_at: null, unpublish_at: null })).toBe('Clear the schedule')
  expect(edit({ locale: 'de' })).toBe('Move to locale “de”')
  expect(words('objects.searchAndReplace', { find: 'a', replace: 'b', fields: ['title'] })).toBe(
    'Replace “a” with “b” in Title',
  )
  expect(words('objects.searchAndReplace', { find: 'a', replace: '' })).toBe('Take out “a”')
})
