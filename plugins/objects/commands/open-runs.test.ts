import { expect, test } from 'vitest'

import { objectOf } from '@typecase/content/object/object.fixture'
import { publicAddress } from './open-runs.ts'

const object = objectOf({ id: 'b', slug: 'fog & horns', locale: 'de' })
const bucket = { slug: 'archive', api_access: { read_key: 'r k', preview_key: '', write_key: '' } }

test('the public address is the preview link of the type, filled with the object’s values', () => {
  expect(publicAddress(object, bucket, 'https://example.com/[locale]/[object_slug]')).toBe(
    'https://example.com/de/fog%20%26%20horns',
  )
  expect(publicAddress(object, bucket, 'https://example.com/[other]')).toContain('[other]')
})

test('the public address without a preview link is that of the content API, which needs the read key', () => {
  expect(publicAddress(object, bucket, '')).toBe('/v3/buckets/archive/objects/b?read_key=r%20k')
  const keyless = { ...bucket, api_access: { ...bucket.api_access, read_key: '' } }
  expect(() => publicAddress(object, keyless, '')).toThrow('no preview link')
})

test.each(['javascript:alert(1)//[slug]', '//example.com', 'data:text/html,x'])(
  'a preview link that does not begin with https:// is refused: %s',
  (link) => {
    expect(() => publicAddress(object, bucket, link)).toThrow('must begin with https://')
  },
)
