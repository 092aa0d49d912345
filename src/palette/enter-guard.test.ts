import { expect, test } from 'vitest'

import { createEnterGuard } from './enter-guard.ts'

const at = (timeStamp: number, repeat = false) => ({ timeStamp, repeat })
const whole = { isWhole: true, warnings: [] }
const start = { isWhole: false, warnings: [] }

test('an Enter pressed before the plan was visible is ignored, even if it is handled later', () => {
  const guard = createEnterGuard()
  expect(guard.onEnter(at(10), whole)).toBeUndefined()
  guard.notePlan(100)
  expect(guard.onEnter(at(99), whole)).toBeUndefined()
  expect(guard.onEnter(at(100), whole)).toBe('apply')
  // The plan still counts as seen.
  guard.notePlan(500)
  expect(guard.onEnter(at(200), whole)).toBe('apply')
})

test('an Enter that is held down is ignored', () => {
  const guard = createEnterGuard()
  guard.notePlan(0)
  expect(guard.onEnter(at(50, true), whole)).toBeUndefined()
  expect(guard.onEnter(at(50, true), start)).toBeUndefined()
  expect(guard.isWaiting()).toBe(false)
})

test('an Enter while the plan is incomplete waits for the whole plan and applies it once', () => {
  const guard = createEnterGuard()
  guard.notePlan(0)
  expect(guard.planGrown(whole)).toBe(false)
  expect(guard.onEnter(at(1), start)).toBe('wait')
  expect(guard.planGrown(start)).toBe(false)
  expect(guard.isWaiting()).toBe(true)
  expect(guard.planGrown(whole)).toBe(true)
  expect(guard.planGrown(whole)).toBe(false)
})

test('a waiting Enter is cancelled by a change of the plan, and by a warning that comes later', () => {
  const guard = createEnterGuard()
  guard.notePlan(0)
  guard.onEnter(at(1), start)
  guard.cancel()
  expect(guard.planGrown(whole)).toBe(false)

  const warnings = ['3 of them are used elsewhere.']
  guard.onEnter(at(2), start)
  expect(guard.planGrown({ isWhole: true, warnings })).toBe(false)
  expect(guard.isWaiting()).toBe(false)
  expect(guard.onEnter(at(3), { isWhole: true, warnings })).toBe('apply')
})
