import { expect, test } from 'vitest'

import { statusOf } from './status.ts'

const now = Date.UTC(2026, 10, 1)
const later = Date.UTC(2026, 10, 21, 9)
const draft = {
  status: 'draft',
  main_object_status: 'draft',
  publish_at: null,
  unpublish_at: null,
} as const

test.each([
  [draft, 'draft', 'Draft'],
  [{ ...draft, status: 'published', main_object_status: 'published' }, 'published', 'Published'],
  [{ ...draft, main_object_status: 'published' }, 'changed', 'Unpublished changes'],
] as const)('%j is %s: %s', (object, status, text) => {
  expect(statusOf(object, now)).toMatchObject({ status, text })
})

test('a schedule shows its time, and in full what will happen', () => {
  const { status, text, detail } = statusOf({ ...draft, publish_at: later }, now)
  expect(status).toBe('scheduled')
  expect(text).toMatch(/^21 Nov,? \d\d:00$/)
  expect(detail).toMatch(/^Draft, will be published on 21 November 2026/)
})

test('publishing takes precedence over unpublishing, and a past time is ignored', () => {
  const both = { ...draft, publish_at: later, unpublish_at: later + 1 }
  expect(statusOf(both, now).text).not.toContain('Until')
  expect(statusOf({ ...draft, unpublish_at: later }, now).text).toMatch(/^Until 21 Nov/)
  expect(statusOf({ ...draft, publish_at: now - 1 }, now).text).toBe('Draft')
})

test('a date in another year includes the year', () => {
  const next = Date.UTC(2027, 5, 8, 12)
  expect(statusOf({ ...draft, publish_at: next }, now).text).toContain('2027')
})
