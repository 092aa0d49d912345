import { describe, expect, test } from 'vitest'

import { readUrlQuery } from '@typecase/content/url-query'
import { queryOfAddress, typeOf, withCondition, withoutType, withType } from './url-query.ts'

describe('readUrlQuery', () => {
  test.each([
    ['JSON', '{"type":"posts"}'],
    ['the short form of links', '{type:posts}'],
    ['bare keys', '{type:"posts"}'],
    ['the object the router made of it', { type: 'posts' }],
  ])('reads %s', (_name, text) => {
    expect(readUrlQuery(text)).toEqual({ query: { type: 'posts' } })
  })

  test('reads several bare conditions, numbers and words of the language', () => {
    expect(readUrlQuery('{type: blog-posts, metadata.year: {$gte: 1840}, locale: null}')).toEqual({
      query: { type: 'blog-posts', 'metadata.year': { $gte: 1840 }, locale: null },
    })
  })

  test.each([undefined, ''])('takes %j for no query', (text) => {
    expect(readUrlQuery(text)).toEqual({ query: {} })
  })

  test.each(['{type:', 'posts', '[1]', '"posts"', '{type:a b}'])('keeps %s as written', (text) => {
    expect(readUrlQuery(text)).toEqual({ query: {}, unreadable: text })
  })

  test('a list is no query', () => {
    expect(readUrlQuery([{ type: 'posts' }])).toEqual({
      query: {},
      unreadable: '[{"type":"posts"}]',
    })
  })
})

test('the type of an address restricts its query, unless that names one', () => {
  expect(queryOfAddress({})).toBeUndefined()
  expect(queryOfAddress({ type: 'posts' })).toEqual({ query: { type: 'posts' } })
  const query = { status: 'draft' }
  expect(queryOfAddress({ type: 'posts', query })?.query).toEqual({ type: 'posts', ...query })
  expect(queryOfAddress({ type: 'posts', query: '{type:pages}' })?.query).toEqual({ type: 'pages' })
})

describe('the type of a query', () => {
  test('is what it says plainly', () => {
    expect(typeOf({ type: 'posts', status: 'draft' })).toBe('posts')
    expect(typeOf({ type: { $in: ['posts', 'pages'] } })).toBeUndefined()
    expect(typeOf({})).toBeUndefined()
  })

  test('comes off and goes back on', () => {
    const query = { type: 'posts', status: 'draft', $or: [{ locale: 'en' }] }
    expect(withoutType(query)).toEqual({ status: 'draft', $or: [{ locale: 'en' }] })
    expect(withType(withoutType(query), 'posts')).toEqual(query)
  })

  test('stays next to another condition on the type', () => {
    const rest = { type: { $ne: 'pages' } }
    expect(withType(rest, 'posts')).toEqual({ type: 'posts', $and: [rest] })
    expect(withType(rest, undefined)).toBe(rest)
  })
})

test('withCondition sets, replaces and removes', () => {
  expect(withCondition({ type: 'posts' }, 'status', 'draft')).toEqual({
    type: 'posts',
    status: 'draft',
  })
  expect(withCondition({ status: 'draft' }, 'status', 'published')).toEqual({ status: 'published' })
  expect(withCondition({ type: 'posts', status: 'draft' }, 'status', undefined)).toEqual({
    type: 'posts',
  })
})
