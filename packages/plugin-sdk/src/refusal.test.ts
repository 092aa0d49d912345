import { expect, test } from 'vitest'

import { isExpected, Refusal } from './refusal.ts'

test.each([
  ['a refusal', new Refusal('Open a bucket first.'), true],
  ['an answer of the server', Object.assign(new Error('No'), { code: 'forbidden' }), true],
  ['a permission that was denied', new DOMException('Denied', 'NotAllowedError'), true],
  ['a mistake in the code', new TypeError('x is not a function'), false],
  ['a mistake about the document', new DOMException('No child', 'NotFoundError'), false],
  ['something thrown that is no error', 'no', false],
])('isExpected classifies %s', (_what, error, expected) => {
  expect(isExpected(error)).toBe(expected)
})
