import type { MacroArgument, MacroStep } from '@typecase/contract/macros'
import { expect, test } from 'vitest'

import { fieldNames } from './field-names.ts'
import { goneIn } from './problems.ts'

const names = fieldNames([
  {
    metafields: [
      { key: 'color', title: 'Color', type: 'select', options: ['red', 'blue'] },
      { key: 'tags', title: 'Tags', type: 'check-boxes', options: ['new'] },
      {
        key: 'seo',
        title: 'SEO',
        type: 'parent',
        children: [{ key: 'text', title: 'Text', type: 'text' }],
      },
    ],
  } as never,
])
const edit = (metadata: object): MacroStep => ({
  call: 'objects.bulkEdit',
  body: { data: { metadata } },
})
const gone = (step: MacroStep, missing: MacroArgument[] = []) => goneIn(step, names, missing)

test('a field that no type has is named', () => {
  expect(gone(edit({ price: { op: 'clear' } }))).toEqual([
    'There is no field “price” in this bucket.',
  ])
  expect(gone(edit({ 'seo.gone': { op: 'set', value: '' } }))).toHaveLength(1)
  expect(gone(edit({ seo: { op: 'clear' }, 'seo.text': { op: 'set', value: 'a' } }))).toEqual([])
  expect(gone(edit({ 'seo.text': { op: 'template', value: '{title} {metadata.x}' } }))).toEqual([
    'There is no field “x” in this bucket.',
  ])
  const fields = ['title', 'metadata.seo', 'metadata.old']
  expect(
    gone({ call: 'objects.searchAndReplace', body: { find: 'a', replace: '', fields } }),
  ).toEqual(['There is no field “old” in this bucket.'])
})

test('an option that a field has no more is named, unless it is taken out', () => {
  expect(gone(edit({ color: { op: 'set', value: 'green' } }))).toEqual([
    '“green” is no longer an option of Color.',
  ])
  expect(gone(edit({ color: { op: 'set', value: 'red' } }))).toEqual([])
  expect(gone(edit({ tags: { op: 'add', value: ['new', 'old'] } }))).toEqual([
    '“old” is no longer an option of Tags.',
  ])
  expect(gone(edit({ tags: { op: 'remove', value: ['old'] } }))).toEqual([])
  const macroArguments = [
    { key: 'c', title: 'C', kind: 'choice', options: ['green'], default: 'green' },
  ]
  const byArgument = edit({ color: { op: 'set', value: { $arg: 'c' } } })
  expect(gone(byArgument, macroArguments as MacroArgument[])).toHaveLength(1)
  expect(gone(byArgument, [{ key: 'c', title: 'C', kind: 'text' }])).toEqual([])
})
