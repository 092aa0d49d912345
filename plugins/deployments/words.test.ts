import { expect, test } from 'vitest'

import { formatDuration, titleOf } from './words.ts'

const deployment = {
  id: 'dpl_1',
  url: 'https://journal-1.vercel.app',
  state: 'ready',
  target: 'production',
  branch: 'main',
  commit: { sha: 'abc', message: 'Show tides\n\nAll of them.', author: null, url: null },
  created_at: '2026-11-26T09:00:00.000Z',
  ready_at: null,
  build_seconds: null,
  inspector_url: null,
  creator: null,
} as const

test('a deployment is named by its commit, or else by its site or its id', () => {
  expect(titleOf(deployment)).toBe('Show tides')
  expect(titleOf({ ...deployment, commit: null })).toBe('journal-1.vercel.app')
  expect(titleOf({ ...deployment, commit: { ...deployment.commit, message: ' ' } })).toBe(
    'journal-1.vercel.app',
  )
  expect(titleOf({ ...deployment, commit: null, url: null })).toBe('dpl_1')
})

test('durations are shown in minutes and seconds, without unneeded zeros', () => {
  expect([0, 42, 60, 185].map(formatDuration)).toEqual(['0 s', '42 s', '1 min', '3 min 5 s'])
})
