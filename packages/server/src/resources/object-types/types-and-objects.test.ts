import { getBucket } from '@typecase/contract/buckets'
import { findObjects } from '@typecase/contract/content'
import type { BodyOf } from '@typecase/contract/endpoint'
import {
  addObjectType,
  deleteObjectType,
  type ObjectType,
  updateObjectType,
} from '@typecase/contract/object-types'
import {
  addObject,
  type CmsObject,
  deleteObjects,
  getObject,
  listObjects,
  objectTitles,
  updateObject,
} from '@typecase/contract/objects'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import { addOne } from '../objects/changes/one-object.ts'

let server: TestServer
let owner: Owner
let slug: string
let posts: ObjectType
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  slug = owner.bucket.slug
  const metafields = [
    { key: 'subtitle', title: 'Subtitle', type: 'text' as const },
    { key: 'size', title: 'Size', type: 'number' as const },
  ]
  posts = await addType('Posts', metafields)
})
afterAll(() => server.remove())

type Fields = NonNullable<BodyOf<typeof addObjectType>['data']['metafields']>

async function addType(title: string, metafields: Fields = []): Promise<ObjectType> {
  const body = { slug, data: { title, metafields } }
  return (await server.call(addObjectType, { body }, owner)).ok().object_type
}

const change = (type_slug: string, data: BodyOf<typeof updateObjectType>['data']) =>
  server.call(updateObjectType, { body: { slug, type_slug, data } }, owner)

const remove = (type_slug: string) =>
  server.call(deleteObjectType, { query: { slug, type_slug } }, owner)

async function add(
  title: string,
  more: Partial<BodyOf<typeof addObject>['data']> = {},
): Promise<CmsObject> {
  const body = { slug, data: { title, type: 'posts', ...more } }
  return (await server.call(addObject, { body }, owner)).ok().object
}

const get = async (object_id: string) =>
  (await server.call(getObject, { query: { slug, object_id } }, owner)).ok().object

const list = async () =>
  (await server.call(listObjects, { query: { slug } }, owner))
    .ok()
    .objects.map(({ object }) => object)

const types = async () =>
  (await server.call(getBucket, { query: { slug } }, owner)).ok().bucket.object_types

/** Reads the public objects of a type. */
async function publicObjects(type: string): Promise<{ title: string; metadata: unknown }[]> {
  const query = { read_key: owner.bucket.api_access.read_key, query: JSON.stringify({ type }) }
  const answer = await server.send(findObjects, { params: { slug }, query })
  return answer.status === 404 ? [] : (answer.ok() as { objects: [] }).objects
}

test('the count of a type’s objects excludes those in the trash', async () => {
  const object = await add('One')
  await add('Two')
  await server.call(deleteObjects, { body: { slug, object_ids: [object.id] } }, owner)
  expect((await types())[0]?.total_objects).toBe(1)
})

describe('a new slug of an object type', () => {
  test('moves its objects, both drafts and published ones', async () => {
    const draft = await add('Draft')
    await add('Public', { status: 'published' })
    await change('posts', { slug: 'news' })
    expect(await get(draft.id)).toMatchObject({ type: 'news', title: 'Draft', rev: 2 })
    expect((await publicObjects('news')).map(({ title }) => title)).toEqual(['Public'])
    expect(await publicObjects('posts')).toEqual([])
    expect((await types())[0]).toMatchObject({ slug: 'news', total_objects: 2 })
  })

  test('changes nothing else in its objects', async () => {
    const before = await add('Post', { metadata: { subtitle: 'S', size: 1 } })
    await change('posts', { slug: 'news' })
    const { metafields: _, ...after } = await get(before.id)
    const { metafields: __, ...was } = before
    expect(after).toEqual({ ...was, type: 'news', rev: 2 })
  })

  test('updates the title index', async () => {
    const { id } = await add('Post')
    const read = async (since: number) =>
      (await server.call(objectTitles, { query: { slug, since } }, owner)).ok()
    const { version } = await read(0)
    await change('posts', { slug: 'news' })
    expect(await read(version)).toMatchObject({ ids: [id], type_slugs: ['news'] })
  })

  test('may be that of a deleted type with objects in the trash, and keeps the order of objects', async () => {
    for (const title of ['Old 1', 'Old 2']) await add(title)
    await remove('posts')
    await addType('Pages')
    for (const title of ['a', 'b', 'c']) await add(title, { type: 'pages' })
    const before = (await list()).map(({ title }) => title)
    expect((await change('pages', { slug: 'posts' })).status).toBe(200)
    expect((await list()).map(({ title }) => title)).toEqual(before)
  })
})

describe('a new key of a metafield', () => {
  const renameSubtitle = (key: string) =>
    change('posts', {
      metafields: posts.metafields.map((field) =>
        field.key === 'subtitle' ? { ...field, key } : field,
      ),
    })

  test('moves the values of drafts and published versions', async () => {
    const { id } = await add('Post', {
      status: 'published',
      metadata: { subtitle: 'Public', size: 3 },
    })
    const data = { status: 'draft' as const, metadata: { subtitle: 'Draft' } }
    await server.call(updateObject, { body: { slug, object_id: id, data } }, owner)
    await renameSubtitle('deck')
    expect(await get(id)).toMatchObject({ metadata: { deck: 'Draft', size: 3 }, rev: 3 })
    expect((await publicObjects('posts'))[0]?.metadata).toEqual({ deck: 'Public', size: 3 })
  })

  test('does not touch objects without a value', async () => {
    const { id, rev } = await add('Post', { metadata: { size: 1 } })
    await renameSubtitle('deck')
    expect(await get(id)).toMatchObject({ metadata: { size: 1 }, rev })
  })

  test('makes an editor’s save with the old rev fail (412)', async () => {
    const { id, rev } = await add('Post', { metadata: { subtitle: 'S' } })
    await renameSubtitle('deck')
    const body = { slug, object_id: id, data: { title: 'X' }, rev }
    expect((await server.call(updateObject, { body }, owner)).status).toBe(412)
  })

  test('is applied to more objects than fit on one page', async () => {
    const total = 1201
    const access = openBucketForJob(owner.bucket.id, slug, owner.id)
    await server.app.db.write(async (write) => {
      for (let n = 1; n <= total; n += 1) {
        const data = { title: `P ${n}`, type: 'posts', metadata: { subtitle: `S ${n}` } }
        await addOne(server.app, write, access, data)
      }
    }, 'serializable')
    await renameSubtitle('deck')
    const query = { slug, query: JSON.stringify({ 'metadata.deck': { $exists: true } }), limit: 1 }
    expect((await server.call(listObjects, { query }, owner)).ok().total).toBe(total)
  })
})

test('a removed field leaves its values in the objects, and has them again if it is restored', async () => {
  const { id } = await add('Post', { metadata: { subtitle: 'S', size: 1 } })
  await change('posts', { metafields: posts.metafields.filter(({ key }) => key === 'size') })
  await change('posts', { metafields: posts.metafields })
  expect((await get(id)).metadata).toMatchObject({ subtitle: 'S', size: 1 })
})

describe('deleting an object type', () => {
  test('moves its objects to the trash and removes them from the public API', async () => {
    await add('Public', { status: 'published' })
    await add('Draft')
    await remove('posts')
    expect(await list()).toEqual([])
    expect(await publicObjects('posts')).toEqual([])
  })

  test('is reverted by restoring one of its objects', async () => {
    const unchanged = await add('Kept', { status: 'published', metadata: { subtitle: 'S' } })
    await remove('posts')
    const body = { slug, object_ids: [unchanged.id] }
    expect((await server.call(restoreTrash, { body }, owner)).ok()).toMatchObject({ restored: 1 })
    expect((await types()).map((type) => [type.slug, type.total_objects])).toEqual([['posts', 1]])
    expect((await get(unchanged.id)).metadata).toEqual({ subtitle: 'S' })
    expect((await publicObjects('posts')).map(({ title }) => title)).toEqual(['Kept'])
  })
})
