import { expect, test } from 'vitest'

import { objectsPath } from './routes.ts'

test('objectsPath returns the path of the list, with a smart view or an object type if given', () => {
  expect(objectsPath('blog')).toBe('/blog/objects')
  expect(objectsPath('blog', { smartViewID: 'a1' })).toBe('/blog/objects?smartViewID=a1')
  const address = new URL(objectsPath('blog', { type: 'posts & notes' }), 'http://x')
  expect(address.searchParams.get('query')).toBe('{"type":"posts & notes"}')
})
