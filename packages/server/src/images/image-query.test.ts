import { expect, test } from 'vitest'

import { changeKey, readImageQuery } from './image-query.ts'

const read = (query: Record<string, unknown>, type = 'image/jpeg', accept = '') =>
  readImageQuery(type, query, accept)

test.each([
  ['w', '-1'],
  ['w', '9000'],
  ['w', '1e3'],
  ['h', 'NaN'],
  ['h', ' 5'],
  ['w', ['1', '2']],
  ['fit', 'stretch'],
  ['fit', 'constructor'],
  ['crop', 'top,nowhere'],
  ['dpr', '100'],
  ['q', '101'],
  ['auto', 'magic'],
  ['fm', 'gif'],
  ['blur', '9999'],
  ['rect', '0,0,0,5'],
  ['rect', '1,2,3'],
  ['fp-x', '2'],
  ['ar', '16'],
  ['ar', '0:9'],
  ['ar', '16:0'],
  ['ar', '1e3:1'],
])('refuses %s=%j and names the parameter', (name, value) => {
  const query = { [name]: value, ...(name === 'crop' || name === 'fp-x' ? { fit: 'crop' } : {}) }
  expect(() => read(query)).toThrow(name)
})

test('a file stays unchanged without a requested change, or if its type cannot be changed', () => {
  const none = { change: undefined, byAccept: false }
  expect(read({})).toEqual(none)
  expect(read({ utm_source: 'mail', w: '' })).toEqual(none)
  for (const type of ['image/svg+xml', 'image/heic', 'application/pdf', 'video/mp4'])
    expect(read({ w: '10' }, type)).toEqual(none)
})

test('the format is that of the file, the requested one or one that the client accepts', () => {
  const formatOf = (query: Record<string, string>, accept = '') =>
    read(query, 'image/png', accept).change?.format
  expect(formatOf({ w: '10' })).toBe('png')
  expect(formatOf({ fm: 'pjpg' })).toBe('jpg')
  expect(formatOf({ auto: 'format,compress' }, 'image/avif,image/webp,*/*')).toBe('webp')
  expect(formatOf({ auto: 'format' }, '*/*')).toBe('png')
  expect(formatOf({ auto: 'format', fm: 'jpg' }, 'image/webp')).toBe('jpg')
  expect(read({ w: '10' }, 'image/gif').change?.format).toBe('gif')
  expect(read({ auto: 'format' }, 'image/png').byAccept).toBe(true)
  expect(read({ auto: 'compress' }, 'image/png').byAccept).toBe(false)
})

test('addresses that request the same change share one image', () => {
  const keyOf = (query: Record<string, string>) => {
    const { change } = read(query)
    return change && changeKey(change)
  }
  expect(keyOf({ w: '200', dpr: '2' })).toBe(keyOf({ w: '400', fit: 'clip', v: '7' }))
  expect(keyOf({ w: '200' })).not.toBe(keyOf({ w: '201' }))
  expect(keyOf({ w: '200' })).toMatch(/^[0-9a-f]{24}\.jpg$/)
})
