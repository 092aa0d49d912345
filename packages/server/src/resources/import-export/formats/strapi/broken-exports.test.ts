import { describe, expect, test } from 'vitest'

import { readFormat } from '../../testing/read-format.ts'
import { entity, link, read, schema } from './export.fixture.ts'
import strapi from './format.ts'

const page = entity(1, 'page', { title: 'A' })

describe('broken exports of Strapi', () => {
  test('are refused with advice if they are encrypted', async () => {
    await expect(readFormat(strapi, 'x'.repeat(1000), 'export.tar.gz.enc')).rejects.toThrow(
      'This export is encrypted. Import it with its key, or export it again with --no-encrypt.',
    )
  })

  test.each([
    ['entities', { entities: [page, '{"type":'] }, /Line 2 of entities\/.* is not valid JSON/],
    ['schemas', { schemas: ['[1]'] }, /Line 1 of schemas\/.* is not an object/],
    ['links', { entities: [page], links: ['<html>'] }, /Line 1 of links\/.* is not valid JSON/],
    ['no content types', { schemas: [] }, /holds no content types/],
  ])('are refused with a reason: %s', async (_name, content, words) => {
    await expect(read(content)).rejects.toThrow(words)
  })

  test.each([
    ['an entity that comes twice', [page, page], 1],
    ['entities without a type or an id', [page, {}, { type: 'api::page.page' }, { id: 2 }], 1],
    ['data of another shape', [{ type: 'api::page.page', id: 1, data: 7 }], 1],
    ['titles that are none', [entity(1, 'page', { title: 7 })], 1],
    ['times that are none', [entity(1, 'page', { createdAt: 'yesterday', publishedAt: 1 })], 1],
    ['entities of no type', [page, entity(2, 'other', {})], 1],
  ])('import the valid entities: %s', async (_name, entities, count) => {
    expect((await read({ entities })).objects).toHaveLength(count)
  })

  test('leave out invalid links and links to missing entries', async () => {
    const { objects, warnings } = await read({
      schemas: [
        schema('page', {
          next: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
        }),
      ],
      entities: [entity(1, 'page', {})],
      links: [{}, { left: 1 }, link(['api::page.page', 1, 'next'], ['api::page.page', 9])],
    })
    expect(objects[0]?.metadata).toEqual({})
    expect([...warnings.keys()]).toEqual([
      'Links that lead to nothing are left out.',
      'Relations to entries that are not imported are left out.',
    ])
  })

  test.each(['', '{}', '{"_id":"a"}\n', 'a,b\n1,2\n'])(
    '%s is not recognised as an export of Strapi',
    async (content) => {
      expect(await readFormat(strapi, content, 'data.json')).toBeUndefined()
    },
  )
})
