import { expect, test } from 'vitest'

import { holdsWords } from './text-match.ts'

test.each([
  ['Café Zoë', 'café'],
  ['Café Zoë'.normalize('NFD'), 'café'],
  ['Café Zoë', 'ZOË'.normalize('NFD')],
  ['Café Zoë'.normalize('NFD'), ' zoe  cafe '],
  ['Straße', 'STRASSE'],
  ['각본'.normalize('NFD'), '각'],
  ['Anything', '  '],
])('%s is found by %s', (text, query) => {
  expect(holdsWords(text, query)).toBe(true)
})

test.each([
  ['Café', 'cafes'],
  ['One two', 'two three'],
])('%s is not found by %s', (text, query) => {
  expect(holdsWords(text, query)).toBe(false)
})
