import type { Arbitrary } from 'fast-check'
import { array, assert, constantFrom, letrec, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { FactValues } from './facts.ts'
import {
  and,
  can,
  contains,
  eq,
  factsIn,
  gt,
  has,
  holds,
  not,
  oneOf,
  or,
  selection,
  unmet,
  type When,
} from './when.ts'
import { canBothHold, implies } from './when-logic.ts'
import { printWhen } from './when-print.ts'

describe('holds', () => {
  test.each<[When, FactValues, boolean]>([
    [has('zen'), {}, false],
    [has('zen'), { zen: false }, false],
    [has('selection.ids'), { 'selection.ids': [] }, false],
    [has('selection.ids'), { 'selection.ids': ['a'] }, true],
    [has('can'), { can: new Set() }, false],
    [contains('selection.ids', 'a'), { 'selection.ids': ['b', 'a'] }, true],
    [can('objects:write'), { can: new Set(['objects:write']) }, true],
    [can('objects:write'), {}, false],
    [eq('route.id', 'a'), { 'route.id': 'a' }, true],
    [eq('zen', false), {}, true],
    [gt('selection.count', 0), {}, false],
    [oneOf('bucket.role', ['admin', 'editor']), { 'bucket.role': 'editor' }, true],
    [selection('media'), { 'selection.kind': 'media', 'selection.count': 0 }, false],
    [and(), {}, true],
    [or(), {}, false],
    [not(or(has('zen'), eq('route.id', 'x'))), { zen: true }, false],
  ])('%j evaluated with %j', (when, facts, expected) => {
    expect(holds(when, facts)).toBe(expected)
  })

  test('is true without a condition', () => {
    expect(holds(undefined, {})).toBe(true)
  })
})

test('unmet names the tests that fail, and only the first of alternatives', () => {
  const when = and(has('route.bucketSlug'), or(has('zen'), can('a')), not(has('palette.isOpen')))
  expect(unmet(when, { 'route.bucketSlug': 'b' })).toEqual([{ op: 'has', key: 'zen' }])
  expect(unmet(when, { 'route.bucketSlug': 'b', zen: true })).toEqual([])
})

test('factsIn names each fact once', () => {
  expect(factsIn(and(has('zen'), not(has('zen')), gt('view.total', 1)))).toEqual([
    'zen',
    'view.total',
  ])
})

describe('canBothHold', () => {
  test.each<[When | undefined, When | undefined, boolean]>([
    [undefined, undefined, true],
    [eq('route.id', 'a'), eq('route.id', 'b'), false],
    [eq('route.id', 'a'), oneOf('route.id', ['a', 'b']), true],
    [oneOf('route.id', ['c']), oneOf('route.id', ['a', 'b']), false],
    [has('zen'), not(has('zen')), false],
    [selection('media'), selection('object'), false],
    [gt('selection.count', 3), not(gt('selection.count', 5)), true],
    [gt('selection.count', 5), not(gt('selection.count', 3)), false],
    [gt('selection.count', 3), not(gt('selection.count', 3)), false],
    [gt('selection.count', 0), not(has('selection.count')), false],
    [can('a'), not(can('a')), false],
    [can('a'), not(can('b')), true],
    [can('a'), not(has('can')), false],
    [or(eq('route.id', 'a'), has('zen')), and(eq('route.id', 'b'), not(has('zen'))), false],
    [eq('zen', false), has('zen'), false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(canBothHold(a, b)).toBe(expected)
    expect(canBothHold(b, a)).toBe(expected)
  })
})

const facts: Arbitrary<FactValues> = record(
  {
    'route.id': constantFrom('a', 'b', 'c'),
    'selection.count': constantFrom(0, 1, 2, 3),
    zen: constantFrom(true, false),
    can: array(constantFrom('x', 'y')).map((list) => new Set(list)),
  },
  { requiredKeys: [] },
)

const { when } = letrec<{ when: When; test: When }>((tie) => ({
  when: oneof(
    { maxDepth: 3, depthSize: 'small' },
    tie('test'),
    array(tie('when'), { maxLength: 3 }).map((of) => and(...of)),
    array(tie('when'), { maxLength: 3 }).map((of) => or(...of)),
    tie('when').map(not),
  ),
  test: constantFrom(
    eq('route.id', 'a'),
    oneOf('route.id', ['a', 'b']),
    gt('selection.count', 1),
    gt('selection.count', 0),
    has('selection.count'),
    has('zen'),
    eq('zen', false),
    can('x'),
    has('can'),
  ),
}))

test('for all facts, two conditions that hold are reported as compatible', () => {
  assert(
    property(when, when, facts, (a, b, values) => {
      if (holds(a, values) && holds(b, values)) expect(canBothHold(a, b)).toBe(true)
    }),
  )
})

test('for all facts, implied conditions hold', () => {
  assert(
    property(when, when, facts, (a, b, values) => {
      if (implies(a, b) && holds(a, values)) expect(holds(b, values)).toBe(true)
    }),
  )
  expect(implies(selection('media'), has('selection.count'))).toBe(true)
  expect(implies(has('selection.count'), selection('media'))).toBe(false)
  expect(implies(undefined, has('zen'))).toBe(false)
})

test.each<[When | undefined, string]>([
  [undefined, 'always'],
  [and(has('zen'), not(can('objects:write'))), 'zen && !can:objects:write'],
  [not(eq('route.id', 'a')), '!(route.id == "a")'],
  [or(and(has('zen'), gt('view.total', 2)), has('can')), '(zen && view.total > 2) || can'],
  [oneOf('bucket.role', ['admin']), 'bucket.role in ["admin"]'],
])('%j prints as %s', (condition, text) => {
  expect(printWhen(condition)).toBe(text)
})
