import { ArkErrors } from 'arktype'
import { describe, expect, test } from 'vitest'

import { refKey, refTo } from './command.ts'
import { countOf, describeScope, leaveOut, type Scope, scope, scopeOf, scopesOf } from './scope.ts'
import { fillTitle } from './title.ts'

describe('the scope that is meant', () => {
  const view = { 'view.query': { type: 'posts' }, 'view.total': 1284 }

  test('is the selection before the open object before the list', () => {
    const all = {
      ...view,
      'route.objectID': 'o',
      'selection.ids': ['a', 'b'],
      'selection.count': 2,
    }
    expect(scopesOf(all).map(({ kind }) => kind)).toEqual(['ids', 'current', 'view'])
    expect(scopeOf({ ...view, 'route.objectID': 'o' })).toEqual({ kind: 'current', ids: ['o'] })
    expect(scopeOf(view)).toEqual({ kind: 'view', query: { type: 'posts' }, total: 1284 })
    expect(scopeOf({})).toBeUndefined()
  })

  test('is no object while a new one is written', () => {
    expect(scopeOf({ 'route.objectID': 'new' })).toBeUndefined()
  })

  test('is the query where all that match are selected', () => {
    const all = { 'selection.ids': ['a'], 'selection.query': { x: 1 }, 'selection.count': 70_000 }
    const scope = scopeOf(all)
    expect(scope).toEqual({ kind: 'query', query: { x: 1 }, total: 70_000 })
    expect(scope && describeScope(scope)).toBe('all 70,000 that match')
    expect(scope && countOf(scope)).toBe(70_000)
    const less = scopeOf({ ...all, 'selection.except': ['b', 'c'], 'selection.count': 69_998 })
    expect(less).toEqual({ ...scope, total: 69_998, except: { ids: ['b', 'c'] } })
    expect(less && describeScope(less)).toBe('69,998 that match, 2 left out')
  })
})

describe('what is left out of a scope', () => {
  test('is no longer counted, and named on lookup', () => {
    const view: Scope = { kind: 'view', query: { type: 'posts' }, total: 10 }
    const once = leaveOut(view, { ids: ['a', 'b'] })
    expect(once).toEqual({ ...view, total: 8, except: { ids: ['a', 'b'] } })
    const twice = leaveOut(once, { ids: ['b', 'c'], locales: [''], types: [] })
    expect(twice).toEqual({ ...view, total: 7, except: { ids: ['a', 'b', 'c'], locales: [''] } })
    expect(scope()(twice)).toEqual(twice)
  })

  test('is no more among its ids', () => {
    const ids: Scope = { kind: 'ids', ids: ['a', 'b', 'c'] }
    expect(leaveOut(ids, { ids: ['b'] })).toEqual({
      kind: 'ids',
      ids: ['a', 'c'],
      except: { ids: ['b'] },
    })
    expect(leaveOut(ids, {})).toBe(ids)
  })
})

test.each<[Scope | object, boolean]>([
  [{ kind: 'ids', ids: ['a'] }, true],
  [{ kind: 'view', query: {}, total: 3 }, true],
  [{ kind: 'view', query: {}, total: -1 }, false],
  [{ kind: 'ids', query: {}, total: 1 }, false],
  [{ kind: 'else', ids: [] }, false],
])('the schema of %j says %s', (value, isValid) => {
  expect(!(scope()(value) instanceof ArkErrors)).toBe(isValid)
})

test('a reference has one key for any order of its arguments', () => {
  const a = { command: 'x.y', args: { one: 1, two: { b: [1, { d: 1, c: 2 }], a: null } } }
  const b = { command: 'x.y', args: { two: { a: null, b: [1, { c: 2, d: 1 }] }, one: 1 } }
  expect(refKey(a)).toBe(refKey(b))
  expect(refKey(a)).not.toBe(refKey({ command: 'x.y', args: { one: 2 } }))
  const load = () => Promise.resolve({ run: async () => {} })
  expect(refTo({ id: 'x.y', title: '', effect: 'none', load })).toEqual({ command: 'x.y' })
})

test.each([
  ['Delete {selection.count} objects', 'Delete 1,284 objects'],
  ['Open {route.bucketSlug} settings', 'Open settings'],
  ['No placeholder', 'No placeholder'],
])('%s is filled in', (title, filled) => {
  expect(fillTitle(title, { 'selection.count': 1284 })).toBe(filled)
})
