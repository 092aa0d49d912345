import type { MacroArgument, MacroStep } from '@typecase/contract/macros'
import { expect, test } from 'vitest'

import { fieldNames } from './field-names.ts'
import { problemsIn } from './problems.ts'

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
const problemsOf = (step: MacroStep, missing: MacroArgument[] = []) =>
  problemsIn(step, names, missing)

test('the problems of a step name fields that no type has', () => {
  expect(problemsOf(edit({ price: { op: 'clear' } }))).toEqual([
    'There is no field “price” in this bucket.',
  ])
  expect(problemsOf(edit({ 'seo.gone': { op: 'set', value: '' } }))).toHaveLength(1)
  expect(problemsOf(edit({ seo: { op: 'clear' }, 'seo.text': { op: 'set', value: 'a' } }))).toEqual(
    [],
  )
  expect(
    problemsOf(edit({ 'seo.text': { op: 'template', value: '{title} {metadata.x}' } })),
  ).toEqual(['There is no field “x” in this bucket.'])
  const fields = ['title', 'metadata.seo', 'metadata.old']
  expect(
    problemsOf({ call: 'objects.searchAndReplace', body: { find: 'a', replace: '', fields } }),
  ).toEqual(['There is no field “old” in this bucket.'])
})

test('the problems of a step name options that a field no longer has, unless it removes them', () => {
  expect(problemsOf(edit({ color: { op: 'set', value: 'green' } }))).toEqual([
    '“green” is no longer an option of Color.',
  ])
  expect(problemsOf(edit({ color: { op: 'set', value: 'red' } }))).toEqual([])
  expect(problemsOf(edit({ tags: { op: 'add', value: ['new', 'old'] } }))).toEqual([
    '“old” is no longer an option of Tags.',
  ])
  expect(problemsOf(edit({ tags: { op: 'remove', value: ['old'] } }))).toEqual([])
  const macroArguments = [
    { key: 'c', title: 'C', kind: 'choice', options: ['green'], default: 'green' },
  ]
  const byArgument = edit({ color: { op: 'set', value: { $arg: 'c' } } })
  expect(problemsOf(byArgument, macroArguments as MacroArgument[])).toHaveLength(1)
  expect(problemsOf(byArgument, [{ key: 'c', title: 'C', kind: 'text' }])).toEqual([])
})
