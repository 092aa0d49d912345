import { expect, test } from 'vitest'

import { createAgreement } from './agreement.ts'

const at = (timeStamp: number, repeat = false) => ({ timeStamp, repeat })
const whole = { isWhole: true, warnings: [] }
const begun = { isWhole: false, warnings: [] }

test('a press from before the plan was on screen is not about it, whenever it is handled', () => {
  const agreement = createAgreement()
  expect(agreement.press(at(10), whole)).toBeUndefined()
  agreement.seen(100)
  expect(agreement.press(at(99), whole)).toBeUndefined()
  expect(agreement.press(at(100), whole)).toBe('apply')
  // It stays seen.
  agreement.seen(500)
  expect(agreement.press(at(200), whole)).toBe('apply')
})

test('a key that is held down agrees to nothing', () => {
  const agreement = createAgreement()
  agreement.seen(0)
  expect(agreement.press(at(50, true), whole)).toBeUndefined()
  expect(agreement.press(at(50, true), begun)).toBeUndefined()
  expect(agreement.isKept()).toBe(false)
})

test('a press while it is counted is kept for the whole, once', () => {
  const agreement = createAgreement()
  agreement.seen(0)
  expect(agreement.grown(whole)).toBe(false)
  expect(agreement.press(at(1), begun)).toBe('wait')
  expect(agreement.grown(begun)).toBe(false)
  expect(agreement.isKept()).toBe(true)
  expect(agreement.grown(whole)).toBe(true)
  expect(agreement.grown(whole)).toBe(false)
})

test('what changes the plan takes the press back, and so does a warning that it did not know', () => {
  const agreement = createAgreement()
  agreement.seen(0)
  agreement.press(at(1), begun)
  agreement.takeBack()
  expect(agreement.grown(whole)).toBe(false)

  const warnings = ['3 of them are used elsewhere.']
  agreement.press(at(2), begun)
  expect(agreement.grown({ isWhole: true, warnings })).toBe(false)
  expect(agreement.isKept()).toBe(false)
  expect(agreement.press(at(3), { isWhole: true, warnings })).toBe('apply')
})
