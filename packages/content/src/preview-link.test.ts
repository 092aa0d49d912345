import type { CmsObject } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import { onSite, previewAddress } from './preview-link.ts'

const object = { id: 'b', slug: 'a b', type: 'posts', locale: 'de', status: 'draft' } as CmsObject

test('the values of an object are filled into the link, which must begin with https://', () => {
  expect(previewAddress('https://lamp.test/[locale]/[object_slug]?id=[id]', object)).toBe(
    'https://lamp.test/de/a%20b?id=b',
  )
  for (const link of ['/articles/[slug]', 'javascript:alert(1)', '[slug]']) {
    expect(() => previewAddress(link, object)).toThrow('must begin with https://')
  }
})

test.each([
  ['https://lamp.test/{locale}/{slug}?id={id}', 'https://lamp.test/de/a%20b?id=b'],
  ['https://lamp.test/{metadata.seo.path}/{metadata.year}', 'https://lamp.test/x%2Fy/2026'],
  [
    'https://lamp.test/{metadata.none}/{metadata.seo}/{type}-[status]',
    'https://lamp.test/posts-draft',
  ],
])('the link %s is filled in', (link, address) => {
  const metadata = { seo: { path: 'x/y' }, year: 2026 }
  expect(previewAddress(link, { ...object, metadata })).toBe(address)
})

test('the link of an object without a locale omits the locale', () => {
  const link = 'https://lamp.test/[locale]/{slug}'
  expect(previewAddress(link, { ...object, locale: null })).toBe('https://lamp.test/a%20b')
})

test.each([
  ['https://lamp.test/posts/a%20b', 'https://next.test', 'https://next.test/posts/a%20b'],
  ['https://lamp.test/posts/a?b=%20#c', 'https://next.test/', 'https://next.test/posts/a?b=%20#c'],
  ['https://lamp.test:1/a', 'http://localhost:3000/base/', 'http://localhost:3000/base/a'],
  ['https://lamp.test/', 'https://next.test/base', 'https://next.test/base/'],
  ['https://lamp.test/a?b=1', 'https://next.test/?key=2', 'https://next.test/a?b=1&key=2'],
])('onSite moves %s to %s', (address, site, page) => expect(onSite(address, site)).toBe(page))

test('an address without a host is rejected', () => {
  expect(() => onSite('https://', 'https://next.test')).toThrow('not a web address')
})
