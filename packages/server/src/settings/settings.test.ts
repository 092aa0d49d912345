import { expect, test } from 'vitest'

import { readSettings, SettingsError } from './settings.ts'

/** Returns the problems of settings, one sentence each. */
function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (reason) {
    if (reason instanceof SettingsError) return reason.problems
    throw reason
  }
}

test('several invalid settings are reported at once, each by its name', () => {
  expect(problemsOf({ PORT: '70000', SIGNUP: 'maybe', PLUGINS_DIR: './none' })).toEqual([
    'PORT must be a whole number from 0 to 65535 (was 70000)',
    'PLUGINS_DIR must be a folder (was ./none)',
    'SIGNUP must be one of open, invite, closed (was maybe)',
  ])
})

test.each([
  'https://cms.example.com/cms',
  'https://cms.example.com/?a=1',
  'https://ada:b@cms.example.com',
])('PUBLIC_URL must be a bare address, not %s', (PUBLIC_URL) => {
  expect(problemsOf({ PUBLIC_URL })).toEqual([
    expect.stringContaining('PUBLIC_URL must be an address without a path'),
  ])
})

test('PUBLIC_URL may end with a slash, which is removed', () => {
  expect(readSettings({ PUBLIC_URL: 'https://cms.example.com/' }).PUBLIC_URL).toBe(
    'https://cms.example.com',
  )
})

test('missing captcha settings are named', () => {
  expect(problemsOf({ CAPTCHA_SECRET: 'a secret', CAPTCHA_SITE_KEY: ' ' })).toEqual([
    'CAPTCHA_SITE_KEY is missing: it goes with CAPTCHA_SECRET',
    'CAPTCHA_VERIFY_URL is missing: it goes with CAPTCHA_SECRET',
  ])
  const all = {
    CAPTCHA_SITE_KEY: 'a key',
    CAPTCHA_SECRET: 'a secret',
    CAPTCHA_VERIFY_URL: 'https://captcha.example.com/verify',
  }
  expect(problemsOf(all)).toEqual([])
})

test('AI_MODELS names models, each with a price or for the price of 1', () => {
  expect(readSettings({ AI_MODELS: 'small, llama3:8b=0.5,large=4' }).AI_MODELS).toEqual(
    new Map([
      ['small', 1],
      ['llama3:8b', 0.5],
      ['large', 4],
    ]),
  )
  expect(problemsOf({ AI_MODELS: 'large=free' })).toEqual([
    'AI_MODELS must be models with prices, such as large-model=4 (was large=free)',
  ])
})
