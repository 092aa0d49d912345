import { addObject, getObject, reorderObjects } from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { usePostsAndPages } from '../store/posts-and-pages.fixture.ts'

const world = usePostsAndPages()
const { slug, complete } = world

describe('objects/add', () => {
  const add = (data: unknown, by: { token?: string } = world.owner) =>
    world.server.send(addObject, { body: { slug: slug(), data } }, by)

  test('answers 401 without a session', async () => {
    expect((await add({ title: 'A', type: 'posts' }, {})).status).toBe(401)
  })

  test('answers 404 to another tenant', async () => {
    const answer = await add({ title: 'A', type: 'posts' }, world.stranger)
    expect(answer.error()).toMatchObject({ status: 404, message: 'Bucket not found' })
  })

  test('lets contributors add drafts only', async () => {
    const draft = await add({ title: 'Mine', type: 'pages' }, world.contributor)
    expect(draft.ok()).toMatchObject({
      object: { status: 'draft', created_by: world.contributor.id },
    })
    const published = await add(
      { title: 'Mine', type: 'pages', status: 'published' },
      world.contributor,
    )
    expect(published.error()).toMatchObject({ status: 403 })
    expect(published.error().message).toContain('contributor')
    const planned = await add({ title: 'Mine', type: 'pages', publish_at: 4e12 }, world.contributor)
    expect(planned.status).toBe(403)
  })

  test('answers 400 with the path of the invalid value', async () => {
    const cases: [object, string][] = [
      [{ type: 'posts' }, 'data.title'],
      [{ title: '', type: 'posts' }, 'data.title'],
      [{ title: 'A' }, 'data.type'],
      [{ title: 'A', type: 'nowhere' }, 'data.type'],
      [{ title: 'A', type: 'posts', status: 'live' }, 'data.status'],
      [{ title: 'A', type: 'posts', colour: 1 }, 'data.colour'],
      [{ title: 'A', type: 'posts', slug: 'a/b' }, 'data.slug'],
      [{ title: 'A', type: 'posts', publish_at: 'soon' }, 'data.publish_at'],
      [{ title: 'A', type: 'posts', publish_at: 4e12, unpublish_at: 4e12 }, 'data.unpublish_at'],
      [{ title: 'A', type: 'posts', publish_at: 1.5e12 }, 'data.publish_at'],
      [{ title: 'A', type: 'posts', publish_at: 1_774_742_400 }, 'data.publish_at'],
      [{ title: 'A', type: 'posts', unpublish_at: '2026-02-30T10:00:00Z' }, 'data.unpublish_at'],
      [{ title: 'A', type: 'posts', unpublish_at: '2999-01-01T10:00:00' }, 'data.unpublish_at'],
      [{ title: 'A', type: 'posts', metadata: { nothing: 1 } }, 'data.metadata.nothing'],
      [{ title: 'A', type: 'posts', metadata: { rating: 'many' } }, 'data.metadata.rating'],
      [{ title: 'A', type: 'posts', metafields: [{ value: 1 }] }, 'data.metafields.0.key'],
      [{ title: 'A', type: 'posts', status: 'published' }, 'data.metadata.summary'],
    ]
    for (const [data, path] of cases) {
      const answer = await add(data)
      expect(answer.error(), JSON.stringify(data)).toMatchObject({ status: 400, code: 'invalid' })
      expect(answer.error().details?.[0]?.path).toBe(path)
    }
  })

  test('adds a draft on top of the list, with a slug and defaults', async () => {
    const first = await addOneObject(world.server, world.owner, {
      type: 'posts',
      title: 'Über uns: Crème brûlée!',
    })
    expect(first).toMatchObject({
      slug: 'uber-uns-creme-brulee',
      status: 'draft',
      main_object_status: 'draft',
      locale: null,
      metadata: { intro: 'Once upon a time' },
      created_by: world.owner.id,
      published_at: null,
      rev: 1,
      bucket: world.owner.bucket.id,
    })
    expect(first.metafields?.map(({ key, value }) => [key, value])).toEqual([
      ['intro', 'Once upon a time'],
      ['rating', null],
      ['summary', null],
    ])
    const second = await addOneObject(world.server, world.owner, { type: 'posts', title: 'Next' })
    expect(second.order).toBe(first.order + 2 ** 20)
    expect(await readOneObject(world.server, world.owner, first.id)).toEqual(first)
  })

  test('publishes the object on request', async () => {
    const data = { type: 'posts', title: 'Live', status: 'published', ...complete }
    expect(await addOneObject(world.server, world.owner, data)).toMatchObject({
      status: 'published',
      main_object_status: 'published',
      published_at: world.clock.iso(),
    })
  })

  test('numbers equal slugs within a locale', async () => {
    const titled = (locale: string | null = null) =>
      addOneObject(world.server, world.owner, { type: 'pages', title: 'Same', locale })
    const slugs = []
    for (let n = 0; n < 6; n += 1) slugs.push((await titled()).slug)
    expect(slugs).toEqual(['same', 'same-2', 'same-3', 'same-4', 'same-5', 'same-6'])
    expect((await titled('de')).slug).toBe('same')
    expect(
      (await addOneObject(world.server, world.owner, { type: 'pages', title: '!!!' })).slug,
    ).toBe('object')
    expect(
      (await addOneObject(world.server, world.owner, { type: 'pages', title: 'ブログ' })).slug,
    ).toBe('ブログ')
  })

  test('refuses a taken slug with 409', async () => {
    await addOneObject(world.server, world.owner, { type: 'pages', title: 'Taken', slug: 'taken' })
    const answer = await add({ type: 'pages', title: 'Other', slug: 'taken' })
    expect(answer.error()).toMatchObject({
      status: 409,
      code: 'conflict',
      details: [{ path: 'data.slug', rule: 'unique' }],
    })
  })

  test('accepts values as a list, times in several forms, and media by address', async () => {
    const object = await addOneObject(world.server, world.owner, {
      type: 'posts',
      title: 'Forms',
      thumbnail: 'https://cdn.example.com/media/cat.jpg?w=100',
      publish_at: '2030-01-01T00:00:00.000Z',
      unpublish_at: '1900000000000',
      metafields: [
        { key: 'rating', type: 'number', value: 3 },
        { key: 'summary', type: 'textarea', value: 'Short' },
      ],
    })
    expect(object).toMatchObject({
      thumbnail: 'cat.jpg',
      publish_at: Date.UTC(2030, 0, 1),
      unpublish_at: 1_900_000_000_000,
      metadata: { intro: 'Once upon a time', rating: 3, summary: 'Short' },
    })
  })

  test('lets a singleton have one object for each locale', async () => {
    await addType(world.server, world.owner, 'settings', [], { singleton: true })
    await addOneObject(world.server, world.owner, { type: 'settings', title: 'Settings' })
    await addOneObject(world.server, world.owner, {
      type: 'settings',
      title: 'Einstellungen',
      locale: 'de',
    })
    expect((await add({ type: 'settings', title: 'More' })).error()).toMatchObject({ status: 409 })
  })
})

describe('objects/get', () => {
  const get = (id: string, by: { token?: string } = world.owner) =>
    world.server.send(getObject, { query: { slug: slug(), object_id: id } }, by)

  test('answers 401, 404 for another tenant or a missing object, and names an invalid id', async () => {
    const { id } = await addOneObject(world.server, world.owner, {
      type: 'pages',
      title: 'Read me',
    })
    expect((await get(id, {})).status).toBe(401)
    expect((await get(id, world.stranger)).status).toBe(404)
    expect((await get('new')).error().details?.[0]?.path).toBe('object_id')
    expect((await get(newId())).error()).toMatchObject({ status: 404, message: 'Object not found' })
    const foreign = await world.server.send(
      getObject,
      { query: { slug: world.stranger.bucket.slug, object_id: id } },
      world.stranger,
    )
    expect({ ...foreign.error(), request_id: '' }).toEqual({
      ...(await get(newId())).error(),
      request_id: '',
    })
    const response = await get(id, world.contributor)
    expect(response.ok()).toMatchObject({ object: { id, title: 'Read me' } })
    expect(response.headers['etag']).toBe('"1"')
  })

  test('accepts the older name of the id', async () => {
    const { id } = await addOneObject(world.server, world.owner, { type: 'pages', title: 'Alias' })
    const answer = await world.server.send(getObject, { query: { slug: slug(), id } }, world.owner)
    expect(answer.ok()).toMatchObject({ object: { id } })
  })
})

describe('objects/reorder', () => {
  const reorder = (body: object, by: { token?: string } = world.owner) =>
    world.server.send(reorderObjects, { body: { slug: slug(), ...body } }, by)

  test('answers 401, 404 for another tenant, and 403 for a contributor', async () => {
    const { id } = await addOneObject(world.server, world.owner, { type: 'pages', title: 'Place' })
    const other = await addOneObject(world.server, world.owner, { type: 'pages', title: 'Place' })
    const body = { reorder_id: id, before_id: other.id }
    expect((await reorder(body, {})).status).toBe(401)
    expect((await reorder(body, world.stranger)).status).toBe(404)
    expect((await reorder(body, world.contributor)).error()).toMatchObject({
      status: 403,
      message: 'Your role (contributor) may not change the order of objects.',
    })
  })

  test('refuses a neighbour that is missing, of another type or the object itself', async () => {
    const page = await addOneObject(world.server, world.owner, { type: 'pages', title: 'Page' })
    const post = await addOneObject(world.server, world.owner, { type: 'posts', title: 'Post' })
    const paths = async (body: object) =>
      (await reorder(body)).error().details?.map(({ path }) => path)
    expect(await paths({ reorder_id: page.id })).toEqual(['before_id'])
    expect(await paths({ reorder_id: page.id, before_id: page.id })).toEqual(['before_id'])
    expect(await paths({ reorder_id: page.id, after_id: post.id })).toEqual(['after_id'])
    expect(await paths({ reorder_id: page.id, after_id: newId() })).toEqual(['after_id'])
    expect((await reorder({ reorder_id: newId(), after_id: page.id })).status).toBe(404)
  })

  test('changes only the position of the object', async () => {
    const first = await addOneObject(world.server, world.owner, { type: 'pages', title: 'First' })
    const second = await addOneObject(world.server, world.owner, { type: 'pages', title: 'Second' })
    world.clock.advance(1000)
    expect((await reorder({ reorder_id: second.id, before_id: first.id })).status).toBe(200)
    const moved = await readOneObject(world.server, world.owner, second.id)
    expect(moved.order).toBeLessThan(first.order)
    expect({ ...moved, order: 0 }).toEqual({ ...second, order: 0 })
  })
})
