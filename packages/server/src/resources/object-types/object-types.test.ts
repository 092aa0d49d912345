import { getBucket, updateBucket } from '@typecase/contract/buckets'
import type { BodyOf } from '@typecase/contract/endpoint'
import {
  addObjectType,
  deleteObjectType,
  duplicateObjectType,
  type ObjectType,
  reorderObjectTypes,
  updateObjectType,
} from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let slug: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  slug = owner.bucket.slug
})
afterAll(() => server.remove())

type Draft = BodyOf<typeof addObjectType>['data']

async function add(data: Draft): Promise<ObjectType> {
  const answer = await server.call(addObjectType, { body: { slug, data } }, owner)
  return answer.ok().object_type
}

const rejected = async (metafields: unknown[]) => {
  const body = { slug, data: { title: 'Posts', metafields } }
  return (await server.send(addObjectType, { body }, owner)).error()
}

async function types(): Promise<ObjectType[]> {
  return (await server.call(getBucket, { query: { slug } }, owner)).ok().bucket.object_types
}

describe('adding an object type', () => {
  const body = () => ({ slug, data: { title: 'Posts' } })

  test('needs a session', async () => {
    expect((await server.call(addObjectType, { body: body() })).status).toBe(401)
  })

  test('needs a developer (403), and answers 404 to another tenant', async () => {
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    const answer = await server.call(addObjectType, { body: body() }, editor)
    expect(answer.error().message).toBe('Your role (editor) may not change object types.')
    expect(
      (await server.call(addObjectType, { body: body() }, await addPerson(server))).status,
    ).toBe(404)
  })

  test('refuses an empty title and other invalid properties (400), and adds nothing', async () => {
    for (const data of [
      { title: '' },
      { title: 'Posts', id: 'x' },
      { title: 'Posts', locales: ['not a locale'] },
      { title: 'Posts', folder: 'none' },
      { title: 'Posts', preview_link: 'javascript:alert([object_slug])' },
      { title: 'Posts', preview_link: '/posts/[object_slug]' },
      { title: 'Posts', locales: ['en'], priority_locale: 'de' },
      {
        title: 'Posts',
        metafields: [{ key: 'a', title: 'A', type: 'text', children: [{ x: 1 }] }],
      },
    ]) {
      const { status } = await server.send(addObjectType, { body: { slug, data } }, owner)
      expect(status, JSON.stringify(data)).toBe(400)
    }
    expect(await types()).toEqual([])
  })

  test.each([{}, { slug: '' }])(
    'answers 400 with a message if the bucket is missing: %j',
    async (part) => {
      const body = { ...part, data: { title: 'Posts' } }
      expect((await server.send(addObjectType, { body }, owner)).error()).toMatchObject({
        status: 400,
        message: 'No bucket slug provided',
        details: [{ path: 'slug', rule: 'required' }],
      })
      const bucket = { ...part, data: { title: 'Archive' } }
      expect((await server.send(updateBucket, { body: bucket }, owner)).error()).toMatchObject({
        status: 400,
        message: 'Bucket slug is undefined, This should never happen',
      })
    },
  )

  test('sets defaults, ids of fields and a slug from the title', async () => {
    const type = await add({
      title: 'Blog Posts',
      metafields: [
        { key: 'name', title: 'Name', type: 'text' },
        {
          key: 'seo',
          title: 'SEO',
          type: 'parent',
          children: [{ key: 'name', title: 'Name', type: 'text' }],
        },
      ],
    })
    expect(type).toMatchObject({
      slug: 'blog-posts',
      singular: 'Blog Posts',
      options: { slug_field: true, content_editor: false, searchable: [], subtitle: null },
      order: 0,
      total_objects: 0,
      rev: 1,
    })
    const ids = [
      type.metafields[0]?.id,
      type.metafields[1]?.id,
      type.metafields[1]?.children?.[0]?.id,
    ]
    expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id ?? ''))).toBe(true)
    expect(new Set(ids).size).toBe(3)
    expect(await types()).toEqual([type])
  })

  test('numbers a slug made from a title, but answers 409 to a given slug that is taken', async () => {
    await add({ title: 'Posts' })
    expect((await add({ title: 'Posts' })).slug).toBe('posts-2')
    const answer = await server.call(
      addObjectType,
      { body: { slug, data: { title: 'P', slug: 'posts' } } },
      owner,
    )
    expect(answer.status).toBe(409)
    expect(answer.error().message).toContain('Object Type slug is already used')
  })

  test('never uses the slug `new`, which is the address of the page that adds types', async () => {
    expect((await add({ title: 'New' })).slug).toBe('new-2')
    const body = { slug, data: { title: 'X', slug: 'new' } }
    expect((await server.call(addObjectType, { body }, owner)).status).toBe(400)
  })

  test('uses the key of a field as its title if that is empty', async () => {
    const { metafields } = await add({
      title: 'Posts',
      metafields: [{ key: 'body', title: ' ', type: 'text' }],
    })
    expect(metafields[0]?.title).toBe('body')
  })

  test('keeps letters of other scripts in the slug', async () => {
    expect((await add({ title: 'ブログ' })).slug).toBe('ブログ')
    expect((await add({ title: 'Über uns' })).slug).toBe('uber-uns')
    expect((await add({ title: '🙂' })).slug).toBe('type')
  })

  test('increments the version of the bucket', async () => {
    await add({ title: 'Posts' })
    const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
    expect(bucket.version).toBe(owner.bucket.version + 1)
  })
})

describe('the rules of metafields', () => {
  const field = (more: object = {}) => ({ key: 'a', title: 'A', type: 'text', ...more })

  test.each<[string, object[], string]>([
    ['the same key twice', [field(), field()], 'data.metafields.1.key'],
    ['a reserved key', [field({ key: 'constructor' })], 'data.metafields.0.key'],
    ['a key with a space', [field({ key: 'a b' })], 'data.metafields.0.key'],
    ['an unknown type', [field({ type: 'entry' })], 'data.metafields.0.type'],
    [
      'a parent in a parent',
      [field({ type: 'parent', children: [field({ type: 'parent' })] })],
      'data.metafields.0.children.0.type',
    ],
    [
      'a parent in a repeater',
      [field({ type: 'repeater', repeater_fields: [field({ type: 'parent' })] })],
      'data.metafields.0.repeater_fields.0.type',
    ],
    ['children of a text', [field({ children: [field()] })], 'data.metafields.0.children'],
    ['a select without choices', [field({ type: 'select' })], 'data.metafields.0.options'],
    [
      'the same choice twice',
      [field({ type: 'select', options: ['a', 'a'] })],
      'data.metafields.0.options',
    ],
    [
      'a choice without a key',
      [field({ type: 'select-dropdown', options: [{ value: 'a' }] })],
      'data.metafields.0.options.0.key',
    ],
    ['choices of a text', [field({ options: ['a'] })], 'data.metafields.0.options'],
    [
      'a switch of other words',
      [field({ type: 'switch', options: 'a,b' })],
      'data.metafields.0.options',
    ],
    ['a broken pattern', [field({ regex: '(' })], 'data.metafields.0.regex'],
    [
      'a pattern that repeats too much',
      [field({ regex: '^([a-f0-9]{1,1000})+$' })],
      'data.metafields.0.regex',
    ],
    ['a pattern that looks ahead', [field({ regex: '(?=a)' })], 'data.metafields.0.regex'],
    ['a minimum over the maximum', [field({ min: 2, max: 1 })], 'data.metafields.0.max'],
    [
      'a length range upside down',
      [field({ minlength: 2, maxlength: 1 })],
      'data.metafields.0.maxlength',
    ],
    ['a unique switch', [field({ type: 'switch', unique: true })], 'data.metafields.0.unique'],
    [
      'a condition on a field that is not there',
      [field({ show_when: { key: 'b', op: 'exists' } })],
      'data.metafields.0.show_when.key',
    ],
    [
      'a condition on itself',
      [field({ show_when: { key: 'a', op: 'exists' } })],
      'data.metafields.0.show_when.key',
    ],
    [
      'a condition without its value',
      [field({ key: 'b' }), field({ show_when: { key: 'b', op: 'eq' } })],
      'data.metafields.1.show_when.value',
    ],
  ])('refuse %s', async (_what, metafields, path) => {
    const error = await rejected(metafields)
    expect(error.status).toBe(400)
    expect(error.details?.map((detail) => detail.path)).toContain(path)
  })

  test('report all problems at once', async () => {
    const error = await rejected([field({ key: 'id' }), field({ min: 2, max: 1, regex: '[' })])
    expect(error.details).toHaveLength(3)
  })

  test('allow fields of every kind, and options written as text', async () => {
    const { metafields } = await add({
      title: 'All',
      metafields: [
        { key: 'color', title: 'C', type: 'select', options: ['red', 'blue'] },
        {
          key: 'size',
          title: 'S',
          type: 'select-dropdown',
          options: [{ key: 's', value: 'Small' }],
        },
        { key: 'zip', title: 'Z', type: 'text', regex: '/^[A-Z]{2}\\d{4}$/', unique: true },
        {
          key: 'seo',
          title: 'SEO',
          type: 'parent',
          children: [
            {
              key: 'links',
              title: 'Links',
              type: 'repeater',
              repeater_fields: [{ key: 'url', title: 'URL', type: 'text' }],
            },
          ],
        },
      ],
    })
    expect(metafields[0]?.options).toEqual([{ value: 'red' }, { value: 'blue' }])
    expect(metafields[3]?.children?.[0]?.repeater_fields?.[0]?.key).toBe('url')
  })
})

describe('updating an object type', () => {
  test('needs a session (401), a developer (403) and a type of this bucket (404)', async () => {
    await add({ title: 'Posts' })
    const body = { slug, type_slug: 'posts', data: { title: 'News' } }
    expect((await server.call(updateObjectType, { body })).status).toBe(401)
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await server.call(updateObjectType, { body }, editor)).status).toBe(403)
    const stranger = await addOwner(server)
    expect((await server.call(updateObjectType, { body }, stranger)).status).toBe(404)
    const missing = { ...body, type_slug: 'none' }
    expect((await server.call(updateObjectType, { body: missing }, owner)).status).toBe(404)
    expect((await types())[0]?.title).toBe('Posts')
  })

  test('changes only what is sent', async () => {
    const before = await add({ title: 'Posts', emoji: '📰', locales: ['en', 'de'] })
    const answer = await server.call(
      updateObjectType,
      { body: { slug, type_slug: 'posts', data: { singular: 'Post' } } },
      owner,
    )
    expect(answer.ok().object_type).toEqual({
      ...before,
      singular: 'Post',
      rev: 2,
      modified_at: expect.any(String),
    })
  })

  test('answers 412 with the current state to an outdated rev', async () => {
    await add({ title: 'Posts' })
    const body = { slug, type_slug: 'posts', data: { title: 'A' } }
    await server.call(updateObjectType, { body: { ...body, rev: 1 } }, owner)
    const answer = await server.call(updateObjectType, { body: { ...body, rev: 1 } }, owner)
    expect(answer.status).toBe(412)
    expect(answer.error().current).toMatchObject({ title: 'A', rev: 2 })
    const byHeader = await server.call(
      updateObjectType,
      { body },
      { ...owner, headers: { 'if-match': '"1"' } },
    )
    expect(byHeader.status).toBe(412)
  })

  test('keeps the ids of fields that are sent without an id, matched by key', async () => {
    const before = await add({
      title: 'Posts',
      metafields: [{ key: 'a', title: 'A', type: 'text' }],
    })
    const answer = await server.call(
      updateObjectType,
      {
        body: {
          slug,
          type_slug: 'posts',
          data: {
            metafields: [
              { key: 'b', title: 'B', type: 'text' },
              { key: 'a', title: 'A', type: 'text' },
            ],
          },
        },
      },
      owner,
    )
    const [b, a] = answer.ok().object_type.metafields
    expect(a?.id).toBe(before.metafields[0]?.id)
    expect(b?.id).not.toBe(a?.id)
  })

  test('answers 409 to a slug that is taken, and changes nothing', async () => {
    await add({ title: 'Posts' })
    await add({ title: 'Pages' })
    const before = await types()
    const answer = await server.call(
      updateObjectType,
      { body: { slug, type_slug: 'posts', data: { slug: 'pages', title: 'X' } } },
      owner,
    )
    expect(answer.status).toBe(409)
    expect(await types()).toEqual(before)
  })

  test('updates fields that refer to the type by its slug', async () => {
    await add({ title: 'Authors' })
    await add({
      title: 'Posts',
      metafields: [
        {
          key: 'credits',
          title: 'Credits',
          type: 'repeater',
          repeater_fields: [{ key: 'by', title: 'By', type: 'object', object_type: 'authors' }],
        },
      ],
    })
    await server.call(
      updateObjectType,
      { body: { slug, type_slug: 'authors', data: { slug: 'people' } } },
      owner,
    )
    const posts = (await types()).find((type) => type.slug === 'posts')
    expect(posts?.metafields[0]?.repeater_fields?.[0]?.object_type).toBe('people')
  })
})

describe('duplicating an object type', () => {
  test('needs a session (401), a developer (403) and an existing type (404)', async () => {
    await add({ title: 'Posts' })
    const body = { slug, type_slug: 'posts' }
    expect((await server.call(duplicateObjectType, { body })).status).toBe(401)
    const contributor = await addPerson(server)
    await join(server, contributor, owner, 'contributor')
    expect((await server.call(duplicateObjectType, { body }, contributor)).status).toBe(403)
    const missing = { slug, type_slug: 'none' }
    expect((await server.call(duplicateObjectType, { body: missing }, owner)).status).toBe(404)
  })

  test('copies its fields with new ids', async () => {
    const source = await add({
      title: 'Posts',
      metafields: [{ key: 'a', title: 'A', type: 'text' }],
    })
    const body = { slug, type_slug: 'posts' }
    const first = (await server.call(duplicateObjectType, { body }, owner)).ok().object_type
    const second = (await server.call(duplicateObjectType, { body }, owner)).ok().object_type
    expect(first).toMatchObject({ slug: 'posts-copy', title: 'Posts copy', order: 1 })
    expect(second.slug).toBe('posts-copy-2')
    expect(first.metafields[0]?.id).not.toBe(source.metafields[0]?.id)
  })
})

describe('deleting an object type', () => {
  test('needs a session (401), a developer (403) and access to the bucket (404)', async () => {
    await add({ title: 'Posts' })
    const query = { slug, type_slug: 'posts' }
    expect((await server.call(deleteObjectType, { query })).status).toBe(401)
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await server.call(deleteObjectType, { query }, editor)).status).toBe(403)
    expect((await server.call(deleteObjectType, { query }, await addOwner(server))).status).toBe(
      404,
    )
  })

  test('removes the type and frees its slug', async () => {
    await add({ title: 'Posts' })
    const query = { slug, type_slug: 'posts' }
    expect((await server.call(deleteObjectType, { query }, owner)).ok().message).toContain('posts')
    expect(await types()).toEqual([])
    expect((await server.call(deleteObjectType, { query }, owner)).status).toBe(404)
    expect((await add({ title: 'Posts' })).slug).toBe('posts')
  })
})

describe('reordering object types', () => {
  test('needs a session (401) and a developer (403)', async () => {
    const body = { slug, object_type_slugs: [] }
    expect((await server.call(reorderObjectTypes, { body })).status).toBe(401)
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await server.call(reorderObjectTypes, { body }, editor)).status).toBe(403)
  })

  test('reorders the named types within their positions; the others stay in place', async () => {
    for (const title of ['a', 'b', 'c', 'd']) await add({ title })
    const body = { slug, object_type_slugs: ['d', 'b'] }
    const answer = (await server.call(reorderObjectTypes, { body }, owner)).ok()
    expect(answer.object_types.map((type) => type.slug)).toEqual(['a', 'd', 'c', 'b'])
    expect(answer.object_types.map((type) => type.order)).toEqual([0, 1, 2, 3])
    expect(await types()).toEqual(answer.object_types)
  })

  test('answers 400 for unknown and repeated slugs', async () => {
    await add({ title: 'a' })
    for (const list of [['x'], ['a', 'a']]) {
      const body = { slug, object_type_slugs: list }
      expect((await server.call(reorderObjectTypes, { body }, owner)).status).toBe(400)
    }
  })
})

describe('a metafield of a plugin’s kind', () => {
  const stars = { key: 'stars', title: 'Stars', type: 'number', kind: 'rating.stars', max: 5 }

  test('is refused if the kind is not a valid id', async () => {
    const error = await rejected([{ ...stars, kind: 'five stars' }])
    expect(error.details?.map(({ path }) => path)).toEqual(['data.metafields.0.kind'])
  })

  test('is stored with its kind, and its values are validated by its type', async () => {
    await add({ title: 'Posts', metafields: [stars as never] })
    expect((await types())[0]?.metafields[0]).toMatchObject({ kind: 'rating.stars' })
    const addStars = (value: unknown) =>
      server.send(
        addObject,
        { body: { slug, data: { type: 'posts', title: 'A', metadata: { stars: value } } } },
        owner,
      )
    expect((await addStars('five')).error().details?.[0]?.path).toBe('data.metadata.stars')
    expect((await addStars(6)).status).toBe(400)
    expect((await addStars(4)).status).toBe(201)
  })

  test('loses its kind if that is set to null', async () => {
    const { slug: type_slug, metafields } = await add({
      title: 'Posts',
      metafields: [stars as never],
    })
    const plain = metafields.map((field) => ({ ...field, kind: null }))
    const body = { slug, type_slug, data: { metafields: plain } }
    expect((await server.send(updateObjectType, { body }, owner)).status).toBe(200)
    expect((await types())[0]?.metafields[0]?.kind).toBeNull()
  })
})
