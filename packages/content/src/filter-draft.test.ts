import {
  type FilterField,
  filterOperators,
  operatorsFor,
} from '@typecase/content-query/filter-fields'
import { filtersToJson, plainFilters } from '@typecase/content-query/filter'
import { filterItems, filterSchema } from '@typecase/content-query/testing/filter-arbitraries'
import { metafieldTypes } from '@typecase/contract/metafields'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  draftsOf,
  emptyRow,
  groupOf,
  itemsOf,
  withField,
  withOperator,
  withTyped,
  withValue,
} from './filter-draft.ts'
import { fieldChoices } from './field-choices.ts'

const fieldOf = (path: string): FilterField => {
  const field = filterSchema.find((one) => one.path === path)
  if (!field) throw new Error(`There is no field ${path}.`)
  return field
}
const year = fieldOf('metadata.year')
const tags = fieldOf('metadata.tags')

test('the builder round-trips any filters', () => {
  fc.assert(
    fc.property(filterItems, (items) => {
      const plain = plainFilters(items).filter((item) => !JSON.stringify(item).includes('[]'))
      const roundTrip = itemsOf(draftsOf(plain), filterSchema)
      expect(filtersToJson(roundTrip, filterSchema)).toEqual(filtersToJson(plain, filterSchema))
    }),
    { numRuns: 1000 },
  )
})

test('an incomplete row is not a filter yet', () => {
  const start = withField(emptyRow(), year)
  expect(itemsOf([emptyRow(), start, groupOf('any', [emptyRow()])], filterSchema)).toEqual([
    { operator: 'any', items: [] },
  ])
  expect(itemsOf([withValue(start, 5)], filterSchema)).toEqual([
    { field: 'metadata.year', operator: 'is', value: 5 },
  ])
})

test('an operator may be typed before the value, and lists take one value after the other', () => {
  const start = withField(emptyRow(), year)
  expect(withTyped(start, ' >= 1840', year)).toMatchObject({
    ok: true,
    row: { operator: 'greater than or equal to', values: [1840] },
  })
  expect(withTyped(start, 'soon', year)).toEqual({ ok: false, message: 'Value is a number' })
  expect(withTyped(start, ' ', year)).toMatchObject({ message: 'Value is a required field' })
  const listed = withOperator(withField(emptyRow(), tags), 'all')
  const both = withValue(withValue(withValue(listed, 'a'), 'b c'), 'a')
  expect(both.values).toEqual(['a', 'b c'])
})

test('a change of field or operator keeps the parts of the row that still apply', () => {
  const row = withValue(withOperator(withField(emptyRow(), year), 'less than'), 5)
  expect(withField(row, fieldOf('order'))).toMatchObject({ operator: 'less than', values: [5] })
  expect(withField(row, fieldOf('title'))).toMatchObject({ operator: 'is', values: [] })
  const empty = withValue(withOperator(row, 'is'), null)
  expect(withOperator(empty, 'greater than').values).toEqual([])
})

test('fields are found by words, and those of related objects once their relation is typed', () => {
  const paths = (typed: string) => fieldChoices(filterSchema, typed).map(({ path }) => path)
  expect(paths('ye')).toEqual(['metadata.year'])
  expect(paths('artist')).toContain('metadata.artist.metadata.country')
  expect(paths('artist count')).toEqual(['metadata.artist.metadata.country'])
  expect(paths('art city fou')).toEqual(['metadata.artist.metadata.city.metadata.founded'])
  expect(paths('')).not.toContain('metadata.artist.metadata.country')
})

test('every operator applies to some type, and every type but groups and repeaters has operators', () => {
  const used = new Set(metafieldTypes.flatMap((type) => operatorsFor({ type })))
  expect([...used].toSorted()).toEqual([...filterOperators].toSorted())
  const without = metafieldTypes.filter((type) => operatorsFor({ type }).length === 0)
  expect(without.toSorted()).toEqual(['parent', 'repeater'])
})
