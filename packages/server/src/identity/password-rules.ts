import { PRODUCT } from '@typecase/contract/product'

import { invalid } from '../http/failure.ts'
import { commonPasswords } from './common-password-data.ts'

/** The owner of a password, whose personal data attackers try first. */
export interface PasswordOwner {
  readonly email: string
  readonly names: readonly string[]
}

/**
 * Refuses easily guessed passwords of any length (NIST SP 800-63B-4 §3.1.1.2: a block-list, no composition rules).
 * @param path the field to name in the error
 * @throws Failure `invalid`, rule `common`
 */
export function assertNotGuessable(password: string, owner: PasswordOwner, path: string): void {
  const text = password.normalize('NFKC').toLowerCase()
  const [local = '', domain = ''] = owner.email.toLowerCase().split('@')
  const personalWords = [
    owner.email,
    local,
    domain,
    domain.split('.')[0] ?? '',
    PRODUCT,
    ...owner.names,
  ]
  const isPersonal = personalWords.some(
    (word) => word.length > 2 && core(text) === core(word.toLowerCase()),
  )
  if (isPersonal) {
    throw invalid(
      path,
      `${path} must not be built from your name, your e-mail address or the product’s name`,
      'common',
    )
  }
  const isCommon = commonPasswords.has(text) || commonPasswords.has(core(text))
  if (isCommon || new Set(text).size < 3) {
    throw invalid(path, `${path} is one of the most common passwords`, 'common')
  }
}

/** Strips the digits and signs around a word, unless nothing would be left. */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '') || text
