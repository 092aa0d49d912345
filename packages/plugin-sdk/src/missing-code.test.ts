import { expect, test, vi } from 'vitest'

import { isMissingCode, describeMissingCode } from './missing-code.ts'

test.each([
  'Failed to fetch dynamically imported module: https://cms.example/assets/list-1.js',
  'error loading dynamically imported module: https://cms.example/assets/list-1.js',
  'Importing a module script failed.',
])('“%s” is code that is missing', (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true)
  expect(isMissingCode(new Error(message))).toBe(false)
})

test('a mistake in code is not', () => {
  expect(isMissingCode(new TypeError('Cannot read properties of undefined'))).toBe(false)
  expect(isMissingCode('dynamically imported module')).toBe(false)
})

test('styles that did not arrive are code that is missing', () => {
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
