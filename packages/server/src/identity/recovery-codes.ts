import { randomBytes } from 'node:crypto'

import { asciiLowerCase } from '../ascii-case.ts'
import { hashToken } from '../secrets/tokens.ts'

/** Without letters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COUNT = 10
const LENGTH = 16

/** Ten codes of 79 random bits, in groups of four: each replaces a one-time code once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => newCode().replace(/.{4}(?=.)/g, '$&-'))

/** The stored hash of a recovery code, independent of how it was typed. */
export const hashRecoveryCode = (code: string): string =>
  hashToken(`recovery:${asciiLowerCase(code).replace(/[^a-z0-9]/g, '')}`)

function newCode(): string {
  let code = ''
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      // Bytes past the last whole multiple would make some letters likelier.
      if (byte < 248 && code.length < LENGTH) code += ALPHABET[byte % 31]
    }
  }
  return code
}
