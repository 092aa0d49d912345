import { expect, test, vi } from 'vitest'

import { isMissingCode, describeMissingCode } from './missing-code.ts'

test.each([
  'Failed to fetch dynamically imported module: https://cms.example/assets/list-1.js',
  'error loading dynamically imported module: https://cms.example/assets/list-1.js',
  'Importing a module script failed.',
])('“%s” counts as missing code if it is a TypeError', (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true)
  expect(isMissingCode(new Error(message))).toBe(false)
})

test('other errors do not count as missing code', () => {
  expect(isMissingCode(new TypeError('Cannot read properties of undefined'))).toBe(false)
  expect(isMissingCode('dynamically imported module')).toBe(false)
})

test('a style sheet that failed to preload counts as missing code', () => {
  expect(isMissingCode(new Error('Unable to preload CSS for /assets/palette-1.css'))).toBe(true)
})

test('an offline user is not asked to reload', () => {
  vi.stubGlobal('navigator', { onLine: true })
  expect(describeMissingCode()).toContain('Reload the page')
  vi.stubGlobal('navigator', { onLine: false })
  expect(describeMissingCode()).toContain('you are offline')
  expect(describeMissingCode()).not.toContain('Reload')
  vi.unstubAllGlobals()
})
