import type { AnyCommand, CommandSource, Effect } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { describe, expect, test } from 'vitest'

import { gateOf, isDecided, wantsPlan } from './policy.ts'
import { planOf } from './run.fixture.ts'

const command = (effect: Effect, rest: Partial<AnyCommand> = {}): AnyCommand => ({
  id: 'pages.publish',
  title: 'Publish',
  effect,
  load: () => Promise.resolve({ run: async () => {} }),
  ...rest,
})

const scopeOf = (count: number) => ({
  scope: { kind: 'ids', ids: Array.from({ length: count }, (_, at) => String(at)) },
})
const queryOf = (total: number) => ({ scope: { kind: 'view', query: {}, total } })
const always = { isAlwaysPlanned: true }

describe('the need for a plan', () => {
  test.each<[boolean, AnyCommand, object]>([
    [false, command('write'), scopeOf(25)],
    [true, command('write'), scopeOf(26)],
    [false, command('write'), queryOf(25)],
    [true, command('write'), queryOf(26)],
    [true, command('write', always), scopeOf(1)],
    [true, command('destructive'), scopeOf(1)],
    [true, command('write'), {}],
    [false, command('nav'), queryOf(70_000)],
    [false, command('none', always), {}],
  ])('is %s for %o with %j', (isMade, one, args) => {
    expect(wantsPlan(one, args as never)).toBe(isMade)
  })
})

describe('before a command runs, the user', () => {
  const open = { kind: 'open' }
  const review = { kind: 'review' }
  const typed = { kind: 'review', isPhraseNeeded: true }
  const small = planOf({ total: 25 })

  test.each<[string, object, AnyCommand, Plan | undefined, CommandSource]>([
    ['does nothing for a few', open, command('write'), small, 'button'],
    ['reviews more', review, command('write'), planOf({ total: 26 }), 'button'],
    ['does nothing to delete a few', open, command('destructive'), small, 'button'],
    ['reviews what a key deletes', review, command('destructive'), small, 'key'],
    ['types the count', typed, command('write'), planOf({ total: 1, isReversible: false }), 'menu'],
    ['reviews what always is', review, command('write', always), small, 'palette'],
    ['reviews what has a warning', review, command('write'), { ...small, warnings: ['W'] }, 'menu'],
    ['does nothing to move about', open, command('nav'), undefined, 'key'],
  ])('%s', (_name, gate, one, plan, source) => {
    expect(gateOf(one, {}, plan, source)).toEqual(gate)
  })

  test('confirms a large or destructive change that has no plan', () => {
    expect(gateOf(command('write'), scopeOf(25), undefined, 'button')).toEqual(open)
    expect(gateOf(command('write'), scopeOf(26), undefined, 'button')).toEqual({ kind: 'confirm' })
    expect(gateOf(command('destructive'), {}, undefined, 'menu')).toEqual({ kind: 'confirm' })
    expect(gateOf(command('write'), {}, undefined, 'menu', true)).toEqual({ kind: 'confirm' })
    expect(gateOf(command('nav'), {}, undefined, 'menu', true)).toEqual(open)
  })
})

test.each<[boolean, AnyCommand, Partial<Plan>]>([
  [true, command('write'), { total: 26 }],
  [false, command('write'), { total: 25 }],
  [true, command('write', always), { total: 1 }],
  // The number that the user types has to be final.
  [false, command('write', always), { total: 1_000, isReversible: false }],
  [false, command('write', always), { isNothingToReview: true }],
])(
  'whether a plan is certain to be reviewed is known from its beginning: %s',
  (isIt, one, patch) => {
    expect(isDecided(one, planOf(patch))).toBe(isIt)
  },
)
