import { duplicateObject } from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../../testing/content.ts'
import { usePostsAndPages } from '../store/posts-and-pages.fixture.ts'

const world = usePostsAndPages()
const { slug } = world

describe('objects/duplicate', () => {
  const duplicate = (id: string, by: { token?: string } = world.owner) =>
    world.server.send(duplicateObject, { body: { slug: slug(), object_id: id } }, by)

  test('answers 401, 404 for another tenant, 400 for an invalid id, and 404 for a missing object', async () => {
    const { id } = await addOneObject(world.server, world.owner, { type: 'pages', title: 'Source' })
    expect((await duplicate(id, {})).status).toBe(401)
    expect((await duplicate(id, world.stranger)).status).toBe(404)
    expect((await duplicate('x')).status).toBe(400)
    expect((await duplicate(newId())).status).toBe(404)
  })

  test('copies the newest version as a draft, without unique values', async () => {
    await addType(world.server, world.owner, 'products', [
      { key: 'sku', type: 'text', unique: true },
      { key: 'price', type: 'number' },
    ])
    const source = await addOneObject(world.server, world.owner, {
      type: 'products',
      title: 'Chair',
      status: 'published',
      content: 'Wood',
      metadata: { sku: 'c-1', price: 5 },
    })
    const copy = (await duplicate(source.id)).ok()
    expect(copy).toMatchObject({
      object: {
        title: 'Chair (copy)',
        slug: 'chair-copy',
        status: 'draft',
        main_object_status: 'draft',
        content: 'Wood',
        metadata: { price: 5 },
        published_at: null,
        rev: 1,
      },
    })
    expect((await duplicate(source.id)).ok()).toMatchObject({ object: { slug: 'chair-copy-2' } })
  })
})
