import { assert, oneof, property, string, constantFrom, array } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { safeRedirect } from './redirect-to.ts'

const good: readonly [string, string][] = [
  ['/', '/'],
  ['/projects', '/projects'],
  ['/archive/objects?query={"type":"posts"}', '/archive/objects?query={%22type%22:%22posts%22}'],
  ['/archive/objects/5f?locale=de#body', '/archive/objects/5f?locale=de#body'],
  ['/a/../projects', '/projects'],
  ['/f%C3%BCr', '/f%C3%BCr'],
  ['/projects?next=https://example.org/', '/projects?next=https://example.org/'],
  ['/logins', '/logins'],
]

const hostile: readonly unknown[] = [
  undefined,
  null,
  42,
  ['/projects'],
  { toString: () => '/projects' },
  '',
  ' ',
  'projects',
  ' /projects',
  'https://evil.example',
  'http://evil.example/projects',
  'HTTPS:evil.example',
  'https:/evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/projects\\..\\..\\evil',
  '/%5Cevil.example',
  '/%5cevil.example',
  '/%255Cevil.example',
  '/%25255Cevil.example',
  '/%2Fevil.example',
  '/%2fevil.example',
  '/%252Fevil.example',
  '/%25252Fevil.example',
  '/%2F%2Fevil.example',
  '%2F%2Fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/\u0000/evil.example',
  '/%00',
  '/\u2028/evil.example',
  '/\u202e/elpmaxe.live',
  '/\ufeff/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '/javascript:alert(1)',
  '/data:text/html,<script>alert(1)</script>',
  '/https://evil.example',
  '/https:evil.example',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'ftp://evil.example',
  '@evil.example',
  'user:pass@evil.example',
  '?redirect=/projects',
  '#/projects',
  '/%',
  '/%zz',
  '/%c0%af',
  '/login',
  '/login?redirect_to=/projects',
  '/LOGIN/',
  '/%6cogin',
  '/%256cogin',
  '/signup',
  '/2fa',
  '/forgot-password',
  '/verify-email?verification_code=1',
  '/auth/github/callback?code=1',
  '/a/../login',
  `/${'a'.repeat(2_048)}`,
]

describe('safeRedirect', () => {
  test.each(good)('accepts %s', (value, written) => {
    expect(safeRedirect(value)).toBe(written)
  })

  test('rejects every hostile input', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(50)
    const taken = hostile.filter((value) => safeRedirect(value) !== undefined)
    expect(taken).toEqual([])
  })

  const parts = constantFrom(
    '/',
    '\\',
    '%2f',
    '%5c',
    '%',
    '..',
    '.',
    ':',
    '@',
    '?',
    '#',
    '//',
    'http',
    'https:',
    'javascript:',
    'evil.example',
    'projects',
    '\t',
    '\n',
    '\u0000',
    ' ',
    'login',
    '%25',
    'ſ',
  )
  const anything = oneof(
    string(),
    string({ unit: 'binary' }),
    array(parts, { maxLength: 12 }).map((list) => list.join('')),
    array(parts, { maxLength: 12 }).map((list) => `/${list.join('')}`),
  )

  test('never leaves the origin, however often the result is decoded, and is idempotent', () => {
    assert(
      property(anything, (value) => {
        const path = safeRedirect(value)
        if (path === undefined) return
        let text: string = path
        for (let count = 0; count < 4; count++) {
          const url = new URL(text, 'https://typecase.example')
          expect(url.origin).toBe('https://typecase.example')
          expect(text).toMatch(/^\/(?![/\\])/)
          const [pathname = ''] = text.split(/[?#]/, 1)
          text = decodeURIComponent(pathname)
        }
        expect(safeRedirect(path)).toBe(path)
      }),
      { numRuns: 20_000 },
    )
  })
})
