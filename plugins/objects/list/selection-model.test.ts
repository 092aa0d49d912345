import { describe, expect, test } from 'vitest'

import {
  coverage,
  extend,
  invert,
  onScreen,
  range,
  toggle,
  toggleAll,
  toggleInAll,
} from './selection-model.ts'

const rows = ['a', 'b', 'c', 'd', 'e']

test('toggle adds a row at the end or removes it', () => {
  expect(toggle(['a'], 'c')).toEqual(['a', 'c'])
  expect(toggle(['a', 'c'], 'a')).toEqual(['c'])
})

describe('range', () => {
  test('goes in either direction', () => {
    expect(range(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
    expect(range(rows, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(range(rows, 'c', 'c')).toEqual(['c'])
  })

  test('holds only its end if it starts on another page, and nothing if it ends on another page', () => {
    expect(range(rows, 'elsewhere', 'b')).toEqual(['b'])
    expect(range(rows, 'b', 'elsewhere')).toEqual([])
  })
})

describe('extend', () => {
  test('keeps the earlier selection and drops rows on the way back', () => {
    const anchor = { id: 'b', before: ['e', 'b'] }
    expect(extend(rows, anchor, 'd')).toEqual(['e', 'b', 'c', 'd'])
    expect(extend(rows, anchor, 'c')).toEqual(['e', 'b', 'c'])
    expect(extend(rows, anchor, 'a')).toEqual(['e', 'b', 'a'])
  })

  test('keeps the selection of other pages', () => {
    expect(extend(rows, { id: 'a', before: ['x'] }, 'b')).toEqual(['x', 'a', 'b'])
  })
})

describe('inverting and excluding', () => {
  const query = { type: 'posts' }
  const page = { rows, query, total: rows.length }
  const many = { rows, query, total: 70_000 }

  test('selects the other rows on screen if the page shows all rows', () => {
    expect(invert(page, { ids: ['b'] })).toEqual({ ids: ['a', 'c', 'd', 'e'] })
    expect(invert(page, { ids: rows })).toEqual({ ids: [] })
  })

  test('selects all other matches on every page, and then the first selection again', () => {
    const others = invert(many, { ids: ['b', 'x'] })
    const except = ['b', 'x']
    expect(others).toEqual({ ids: ['a', 'c', 'd', 'e'], query, total: 69_998, except })
    expect(invert(many, others)).toEqual({ ids: except })
    expect(invert(many, undefined)).toMatchObject({ ids: rows, total: 70_000, except: [] })
    expect(invert(many, { ids: rows, query, total: 70_000 })).toEqual({ ids: [] })
  })

  test('excludes rows from a selection of all matches, and includes them again', () => {
    const all = { ids: rows, query, total: 70_000 }
    const less = toggleInAll(rows, all, ['b', 'd'])
    expect(less).toEqual({ ids: ['a', 'c', 'e'], query, total: 69_998, except: ['b', 'd'] })
    expect(onScreen(['d', 'z'], less)).toEqual(['z'])
    expect(toggleInAll(rows, less, ['d'])).toMatchObject({ total: 69_999, except: ['b'] })
  })
})

test('coverage counts only the rows on screen', () => {
  expect(coverage(rows, [])).toBe('none')
  expect(coverage(rows, ['x'])).toBe('none')
  expect(coverage(rows, ['a', 'x'])).toBe('some')
  expect(coverage(rows, ['x', ...rows])).toBe('all')
  expect(coverage([], ['x'])).toBe('none')
})

test('toggleAll adds the page to the selection, or removes it if all of it is selected', () => {
  expect(toggleAll(rows, ['x', 'b'])).toEqual(['x', 'b', 'a', 'c', 'd', 'e'])
  expect(toggleAll(rows, ['x', ...rows])).toEqual(['x'])
})
