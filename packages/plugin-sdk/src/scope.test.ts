import { ArkErrors } from 'arktype'
import { describe, expect, test } from 'vitest'

import { refKey, refTo } from './command.ts'
import { countOf, describeScope, leaveOut, type Scope, scope, scopeOf, scopesOf } from './scope.ts'
import { fillTitle } from './title.ts'

describe('the default scope', () => {
  const view = { 'view.query': { type: 'posts' }, 'view.total': 1284 }

  test('prefers the selection to the open object, and the open object to the list', () => {
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

  test('is undefined while a new object is being written', () => {
    expect(scopeOf({ 'route.objectID': 'new' })).toBeUndefined()
  })

  test('is the query, less the exceptions, when all matches are selected', () => {
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

describe('leaving objects out of a scope', () => {
  test('lowers its total, merges the exceptions and yields a valid scope', () => {
    const view: Scope = { kind: 'view', query: { type: 'posts' }, total: 10 }
    const once = leaveOut(view, { ids: ['a', 'b'] })
    expect(once).toEqual({ ...view, total: 8, except: { ids: ['a', 'b'] } })
    const twice = leaveOut(once, { ids: ['b', 'c'], locales: [''], types: [] })
    expect(twice).toEqual({ ...view, total: 7, except: { ids: ['a', 'b', 'c'], locales: [''] } })
    expect(scope()(twice)).toEqual(twice)
  })

  test('removes their ids from a scope of ids, and returns the same scope for no exceptions', () => {
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
])('the schema validates %j: %s', (value, isValid) => {
  expect(!(scope()(value) instanceof ArkErrors)).toBe(isValid)
})

test('a reference has the same key for any order of its arguments', () => {
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
])('fillTitle fills in “%s”', (title, filled) => {
  expect(fillTitle(title, { 'selection.count': 1284 })).toBe(filled)
})
