import { expect, test } from 'vitest'

import { readTotpSecret, totpCodeAt, totpStepOf } from './one-time-codes.ts'

/** The secret of RFC 6238, appendix B; the codes below are the last six digits of its test values. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at %i seconds is that of RFC 6238', (seconds, code) => {
  expect(totpCodeAt(SECRET, seconds * 1000)).toBe(code)
  expect(totpStepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code of an adjacent step is accepted, and one further away is not', () => {
  const now = 1234567890_000
  const step = Math.floor(now / 30_000)
  const steps = [-2, -1, 0, 1, 2].map((away) =>
    totpStepOf(SECRET, totpCodeAt(SECRET, now + away * 30_000), now),
  )
  expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test.each(['', '05924', '0005924', 'abcdef', '٠٠٥٩٢٤', ' 005924', '005924\n'])(
  'a malformed code is wrong, but no error: %j',
  (code) => {
    expect(totpStepOf(SECRET, code, 1234567890_000)).toBeUndefined()
  },
)

test.each([
  ['as shown', SECRET, SECRET],
  ['in groups', 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq', SECRET],
  ['padded', `${SECRET}====`, SECRET],
  ['too short', SECRET.slice(1), undefined],
  ['no base32', `${SECRET.slice(1)}1`, undefined],
  ['empty', '', undefined],
])('a secret is read or refused: %s', (_how, text, secret) => {
  expect(readTotpSecret(text)).toBe(secret)
})
