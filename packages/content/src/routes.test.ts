import { expect, test } from 'vitest'

import { objectsPath } from './routes.ts'

test('the list of objects is reached by a path, whole or in part', () => {
  expect(objectsPath('blog')).toBe('/blog/objects')
  expect(objectsPath('blog', { smartViewID: 'a1' })).toBe('/blog/objects?smartViewID=a1')
  const address = new URL(objectsPath('blog', { type: 'posts & notes' }), 'http://x')
  expect(address.searchParams.get('query')).toBe('{"type":"posts & notes"}')
})
