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

  test('reads several conditions without quotes, with numbers and operators', () => {
    expect(readUrlQuery('{type: blog-posts, metadata.year: {$gte: 1840}, locale: null}')).toEqual({
      query: { type: 'blog-posts', 'metadata.year': { $gte: 1840 }, locale: null },
    })
  })

  test.each([undefined, ''])('reads %j as no query', (text) => {
    expect(readUrlQuery(text)).toEqual({ query: {} })
  })

  test.each(['{type:', 'posts', '[1]', '"posts"', '{type:a b}'])(
    'keeps the unreadable %s as it was written',
    (text) => {
      expect(readUrlQuery(text)).toEqual({ query: {}, unreadable: text })
    },
  )

  test('does not read a list as a query', () => {
    expect(readUrlQuery([{ type: 'posts' }])).toEqual({
      query: {},
      unreadable: '[{"type":"posts"}]',
    })
  })
})

test('the type of an address restricts its query, unless the query names a type', () => {
  expect(queryOfAddress({})).toBeUndefined()
  expect(queryOfAddress({ type: 'posts' })).toEqual({ query: { type: 'posts' } })
  const query = { status: 'draft' }
  expect(queryOfAddress({ type: 'posts', query })?.query).toEqual({ type: 'posts', ...query })
  expect(queryOfAddress({ type: 'posts', query: '{type:pages}' })?.query).toEqual({ type: 'pages' })
})

describe('the type of a query', () => {
  test('is read only from a plain value', () => {
    expect(typeOf({ type: 'posts', status: 'draft' })).toBe('posts')
    expect(typeOf({ type: { $in: ['posts', 'pages'] } })).toBeUndefined()
    expect(typeOf({})).toBeUndefined()
  })

  test('can be removed and put back', () => {
    const query = { type: 'posts', status: 'draft', $or: [{ locale: 'en' }] }
    expect(withoutType(query)).toEqual({ status: 'draft', $or: [{ locale: 'en' }] })
    expect(withType(withoutType(query), 'posts')).toEqual(query)
  })

  test('is combined with another condition on the type', () => {
    const rest = { type: { $ne: 'pages' } }
    expect(withType(rest, 'posts')).toEqual({ type: 'posts', $and: [rest] })
    expect(withType(rest, undefined)).toBe(rest)
  })
})

test('withCondition sets, replaces and removes a condition', () => {
  expect(withCondition({ type: 'posts' }, 'status', 'draft')).toEqual({
    type: 'posts',
    status: 'draft',
  })
  expect(withCondition({ status: 'draft' }, 'status', 'published')).toEqual({ status: 'published' })
  expect(withCondition({ type: 'posts', status: 'draft' }, 'status', undefined)).toEqual({
    type: 'posts',
  })
})
