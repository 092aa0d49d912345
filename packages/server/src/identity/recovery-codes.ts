import { randomBytes } from 'node:crypto'

import { asciiLowerCase } from '../ascii-case.ts'
import { hashToken } from '../secrets/tokens.ts'

/** Letters and digits, without those that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COUNT = 10
const LENGTH = 16

/** Generates ten codes of 79 random bits, in groups of four. Each replaces a one-time code once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => newCode().replace(/.{4}(?=.)/g, '$&-'))

/** Returns the stored hash of a recovery code, which does not depend on how it was typed. */
export const hashRecoveryCode = (code: string): string =>
  hashToken(`recovery:${asciiLowerCase(code).replace(/[^a-z0-9]/g, '')}`)

function newCode(): string {
  let code = ''
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      // Bytes beyond the last whole multiple of 31 would make some letters more likely.
      if (byte < 248 && code.length < LENGTH) code += ALPHABET[byte % 31]
    }
  }
  return code
}
