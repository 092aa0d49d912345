import { expect, test } from 'vitest'

import { emailAddress } from './email-address.ts'

const isAddress = emailAddress()

test.each([
  "o'neil@example.com",
  'jo+news@example.com',
  'first.last@sub.example.co.uk',
  'üser@example.com',
  'user@bücher.example',
  'user@xn--bcher-kva.example',
  'ユーザー@例え.jp',
  'a@1and1.example',
  '!#$%&*/=?^_`{|}~-@example.com',
])('%s is an address', (address) => {
  expect(isAddress.allows(address)).toBe(true)
})

test.each([
  'a@b',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@example..com',
  'a@-example.com',
  'a@example-.com',
  '@example.com',
  'a b@example.com',
  'a@exam ple.com',
  'a@127.0.0.1',
  '"a"@example.com',
  'a@example.com\n',
  `${'a'.repeat(250)}@example.com`,
])('%j is invalid', (address) => {
  expect(isAddress.allows(address)).toBe(false)
})

test('characters that are normalised to ASCII are refused', () => {
  const taken: string[] = []
  for (let code = 0x80; code <= 0x1f2ff; code++) {
    const letter = String.fromCodePoint(code)
    const isLike = /^[\x21-\x7e]+$/.test(letter.normalize('NFKC'))
    if (isLike && isAddress.allows(`a${letter}@example.com`)) taken.push(code.toString(16))
  }
  expect(taken).toEqual([])
})
