import { locale } from '@typecase/contract/slugs'
import { type } from 'arktype'
import { expect, test } from 'vitest'

import { localeCodes } from './locale-codes.ts'
import { directionOf, localeName } from './locale-names.ts'

test('more than 300 locale codes are listed, each one unique, valid on the server and named', () => {
  const schema = locale()
  expect(localeCodes.length).toBeGreaterThan(300)
  expect(new Set(localeCodes).size).toBe(localeCodes.length)
  expect(localeCodes.filter((code) => schema(code) instanceof type.errors)).toEqual([])
  expect(localeCodes.filter((code) => localeName(code) === code)).toEqual([])
})

test.each([
  ['de-AT', 'German (Austria)', 'ltr'],
  ['zh-Hans-CN', 'Chinese (Simplified, China)', 'ltr'],
  ['ar', 'Arabic', 'rtl'],
  ['he', 'Hebrew', 'rtl'],
  ['ur-IN', 'Urdu (India)', 'rtl'],
  ['az-Cyrl', 'Azerbaijani (Cyrillic)', 'ltr'],
  ['no code at all', 'no code at all', 'ltr'],
])('%s is called %s and written %s', (code, name, direction) => {
  expect([localeName(code), directionOf(code)]).toEqual([name, direction])
})
