import { describe, expect, test } from 'vitest'

import { commonPasswords } from './common-password-data.ts'
import { assertNotGuessable } from './password-rules.ts'

const owner = { email: 'ada.lovelace@analytical.example', names: ['Ada', 'Lovelace'] }
const check = (password: string) => () => assertNotGuessable(password, owner, 'data.password')

describe('a password', () => {
  test.each([
    ...commonPasswords,
    'PASSWORD',
    'Password1!',
    '2026welcome2026',
    'P@ssw0rd!!',
    '!!qwertyuiop99',
    'ababababab',
    '        ',
    '11111111',
  ])('is refused if it is a common one: %s', (password) => {
    expect(check(password)).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  test.each([
    'ada.lovelace@analytical.example',
    'Ada.Lovelace',
    'ada.lovelace1815',
    'Lovelace!!',
    'analytical1',
    'analytical.example',
    'Typecase!',
    'typecase123',
  ])('is refused if it consists of data about its owner: %s', (password) => {
    expect(check(password)).toThrow(
      expect.objectContaining({
        extra: { details: [expect.objectContaining({ path: 'data.password', rule: 'common' })] },
      }),
    )
  })

  test.each([
    'a quiet harbour at dusk',
    'Lovelace wrote the first program',
    'correct horse battery staple',
    'xk7-93qq-ztp',
    '83920174',
    'пароль-длинный',
    '🦊🌲🪨🌊🔥🌙☁️🍂',
  ])('may be %s', (password) => {
    expect(check(password)).not.toThrow()
  })
})
