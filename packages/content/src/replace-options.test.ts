import { expect, test } from 'vitest'

import { matchOf, type ReplaceOption } from './replace-options.ts'

test.each<[ReplaceOption[], boolean]>([
  [[], true],
  [['whole_word'], true],
  [['match_case'], false],
  [['as_typed'], false],
  [['regex'], false],
  [['regex', 'preserve_case'], true],
])('with %j the case is kept: %j', (options, keepsCase) => {
  expect(matchOf(options).preserve_case).toBe(keepsCase)
})
