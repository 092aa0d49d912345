import { expect, test } from 'vitest'

import { isMisspelling } from './spelling.ts'

test.each([
  ['publsh', 'publish'],
  ['pbulish', 'publish'],
  ['publissh', 'publish'],
  ['pubkish', 'publish'],
  ['publsh', 'publishing'],
  ['artcle', 'articles'],
  ['duplciatte', 'duplicate'],
])('“%s” is a misspelling of “%s”', (typed, word) => {
  expect(isMisspelling(typed, word)).toBe(true)
})

test.each([
  ['tate', 'take'],
  ['kublish', 'publish'],
  ['pblsh', 'publish'],
  ['media', 'members'],
  ['release', 'relation'],
  ['', 'publish'],
])('“%s” is not a misspelling of “%s”', (typed, word) => {
  expect(isMisspelling(typed, word)).toBe(false)
})
