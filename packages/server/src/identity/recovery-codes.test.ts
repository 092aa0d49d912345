import { expect, test } from 'vitest'

import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

test('there are ten recovery codes, of sixteen characters that cannot be confused', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/)
})

test('a recovery code is recognised in upper case, with spaces for hyphens', () => {
  const [code = ''] = newRecoveryCodes()
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
  expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode(code))
  expect(hashRecoveryCode(code.slice(1))).not.toBe(hashRecoveryCode(code))
  // The Kelvin sign lower-cases to k, but is another letter.
  expect(hashRecoveryCode('kkkk-kkkk')).not.toBe(hashRecoveryCode('\u212akkk-kkkk'))
})
