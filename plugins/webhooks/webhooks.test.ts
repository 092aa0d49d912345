import type { Webhook } from '@typecase/contract/webhooks'
import { describe, expect, test } from 'vitest'

import { changesIn, fieldsOf, problemsOf, toData } from './form.ts'
import { describeNextAttempt, indentJson } from './words.ts'

const webhook: Webhook = {
  id: '0123456789abcdef01234567',
  title: 'Search',
  endpoint: 'https://example.com/hook',
  resource: 'objects',
  events: ['published'],
  payload: true,
  props: '',
  object_types: ['posts'],
  headers: [{ key: 'Authorization', has_value: true }],
  is_enabled: true,
  disabled_reason: null,
  former_secret_until: null,
  last_delivery: null,
  given_up: 0,
  failed: 0,
  created_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  modified_at: '2026-01-01T00:00:00.000Z',
  rev: 1,
}

describe('the form', () => {
  const fields = fieldsOf(webhook)

  test('sends changed fields, and nothing without changes', () => {
    expect(changesIn(fields, webhook)).toEqual({})
    expect(changesIn({ ...fields, title: ' Site ' }, webhook)).toEqual({ title: 'Site' })
  })

  test('keeps the stored value of a header, and requires a value if the header is renamed', () => {
    const [header] = fields.headers
    if (!header) throw new Error('no header')
    const typed = { ...fields, headers: [{ ...header, value: 'new' }] }
    expect(changesIn(typed, webhook)).toEqual({ headers: [{ key: 'Authorization', value: 'new' }] })
    const more = { ...header, id: 'x', key: 'X-Other', stored: undefined }
    const two = { ...fields, headers: [header, more] }
    expect(toData(two).headers).toEqual([{ key: 'Authorization' }, { key: 'X-Other', value: '' }])
    const renamed = { ...fields, headers: [{ ...header, key: 'X-Auth' }] }
    expect(problemsOf(renamed)['data.headers.0.value']).toBe('Value is a required field')
    expect(problemsOf(fields)['data.headers.0.value']).toBeUndefined()
  })

  test('requires the values of headers again if the endpoint moves to another origin', () => {
    const moved = { ...fields, endpoint: 'https://example.org/hook' }
    expect(problemsOf(moved)['data.headers.0.value']).toBe('Value is a required field')
    expect(problemsOf({ ...fields, endpoint: 'https://example.com/other' })).not.toMatchObject({
      'data.headers.0.value': expect.any(String),
    })
    const typed = { ...moved, headers: moved.headers.map((one) => ({ ...one, value: 'new' })) }
    expect(changesIn(typed, webhook)).toEqual({
      endpoint: 'https://example.org/hook',
      headers: [{ key: 'Authorization', value: 'new' }],
    })
  })

  test('names the error of each invalid field', () => {
    const empty = problemsOf({ ...fieldsOf(undefined), events: [], endpoint: 'example.com' })
    expect(empty['title']).toBe('Title is a required field')
    expect(empty['endpoint']).toContain('must be an address that begins with https://')
    expect(empty['events']).toBe('Choose at least one event')
  })

  test('sends no object types for media', () => {
    expect(toData({ ...fields, resource: 'media' }).object_types).toEqual([])
  })
})

test.each([
  [30_000, 'again in 30 s'],
  [-5000, 'again in 0 s'],
  [300_000, 'again in 5 min'],
  [7_200_000, 'again in 2 h'],
])('the next attempt after %i ms is described as “%s”', (wait, expected) => {
  const next_attempt_at = new Date(wait).toISOString()
  expect(describeNextAttempt({ next_attempt_at }, 0)).toBe(expected)
})

test('JSON is indented, and a truncated body is shown verbatim', () => {
  expect(indentJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(indentJson('{"a":')).toBe('{"a":')
})
