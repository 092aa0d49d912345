import { expect, test } from 'vitest'

import { blockOfObject, objectOfBlock } from './object-block.ts'

const id = '0123456789abcdef01234567'

test.each([
  [`{{object type="posts" id="${id}" slug="storm" /}}`, { type: 'posts', id, slug: 'storm' }],
  [`{{ object id="${id}"/}}\n`, { id }],
  ['{{object type="posts" slug="storm" /}}', { type: 'posts', slug: 'storm' }],
  ['{{object type="posts" /}}', undefined],
  ['{{objects type="posts" id="1" /}}', undefined],
  ['{{object}}text{{/object}}', undefined],
  ['{{hero /}}', undefined],
])('the object of a block is read from %s', (raw, named) => {
  expect(objectOfBlock(raw)).toEqual(named)
})

test('a written block is read as its object', () => {
  expect(objectOfBlock(blockOfObject({ type: 'posts', id }))).toEqual({ type: 'posts', id })
})
