import * as fc from 'fast-check'

import {
  type FilterField,
  type FilterSchema,
  fieldThrough,
  objectFilterFields,
  operatorsFor,
  takesList,
} from '../filter-fields.ts'
import type { Filter, FilterItem } from '../filter.ts'
import { text } from './arbitraries.ts'

/** A schema with a field of every filterable type, some with names that are hard to type. */
export const filterSchema: FilterSchema = [
  ...objectFilterFields,
  { path: 'order', title: 'Order', type: 'number' },
  { path: 'metadata.medium', title: 'Medium', type: 'text' },
  { path: 'metadata.year', title: 'Year', type: 'number' },
  { path: 'metadata.title', title: 'Inner title', type: 'textarea' },
  { path: 'metadata.and', title: 'And', type: 'text' },
  { path: 'metadata.born', title: 'Born', type: 'date' },
  { path: 'metadata.on_view', title: 'On view', type: 'switch' },
  {
    path: 'metadata.colour',
    title: 'Colour',
    type: 'select-dropdown',
    options: [{ value: 'r', title: 'Red' }, { value: 'blue', title: 'Deep blue' }, { value: 'in' }],
  },
  {
    path: 'metadata.tags',
    title: 'Tags',
    type: 'check-boxes',
    options: [{ value: 'a' }, { value: 'b c' }],
  },
  {
    path: 'metadata.artist',
    title: 'Artist',
    type: 'object',
    related: [
      ...objectFilterFields,
      { path: 'metadata.country', title: 'Country', type: 'text' },
      { path: 'metadata.slug', title: 'Inner slug', type: 'text' },
      {
        path: 'metadata.city',
        title: 'City',
        type: 'object',
        related: [{ path: 'metadata.founded', title: 'Founded', type: 'number' }],
      },
    ],
  },
  { path: 'metadata.related', title: 'Related', type: 'objects' },
  { path: 'metadata.cover', title: 'Cover', type: 'file' },
  { path: 'metadata.mood', title: 'Mood', type: 'emoji' },
  { path: 'metadata.seo.title', title: 'SEO title', type: 'text' },
  { path: 'metadata.not', title: 'Not', type: 'markdown' },
  { path: 'metadata.seo', title: 'SEO', type: 'parent' },
]

const words = fc.constantFrom(
  'a',
  'not',
  'and',
  'empty',
  'is',
  'in',
  'or',
  'than',
  'true',
  '5',
  'title',
  'Red',
  'RED',
  'b c',
  'x,y',
  '(z)',
  '{',
  '"',
  '\\',
  'a=b',
  'title>=1',
  'order<',
  '',
)

function value(field: FilterField): fc.Arbitrary<string | number | boolean> {
  if (field.type === 'number') return fc.constantFrom(0, -1.5, 1840, 1e21, 5e-7)
  if (field.type === 'switch') return fc.boolean()
  if (field.type === 'date' || field.type === 'datetime') {
    return fc.constantFrom(
      '2024-01-31',
      '1999',
      '2024-02',
      '2024-01-31T10:00:00.000Z',
      'today',
      'last 30 days',
      '2 weeks ago',
      'next month',
    )
  }
  return fc.oneof(words, text)
}

/** Returns the fields of a schema, including those of related objects. */
function fieldsOf(schema: FilterSchema): readonly FilterField[] {
  return schema.flatMap((field) => [
    field,
    ...fieldsOf(field.related ?? []).map((other) => fieldThrough(field, other)),
  ])
}

/** A filter whose operator and values fit its field. */
export const filter: fc.Arbitrary<Filter> = fc
  .constantFrom(...fieldsOf(filterSchema).filter((field) => operatorsFor(field).length > 0))
  .chain((field) => fc.tuple(fc.constant(field), fc.constantFrom(...operatorsFor(field))))
  .chain(([field, operator]): fc.Arbitrary<Filter> => {
    const { path } = field
    if (takesList(operator)) {
      const list = fc.uniqueArray(value(field), { maxLength: 3 })
      return list.map((values) => ({ field: path, operator, value: values }))
    }
    const isEquality = operator === 'is' || operator === 'is not'
    const one = isEquality ? fc.option(value(field), { freq: 8 }) : value(field)
    return one.map((single) => ({ field: path, operator, value: single }))
  })

/** A filter, or a group, which may be empty or contain groups of its kind. */
export const filterItem: fc.Arbitrary<FilterItem> = fc.letrec<{ item: FilterItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: filter },
    fc.record({
      operator: fc.constantFrom('any', 'all'),
      items: fc.array(tie('item'), { maxLength: 3 }),
    }),
  ),
})).item

/** Filters that the filter builder can hold. */
export const filterItems = fc.array(filterItem, { maxLength: 4 })
