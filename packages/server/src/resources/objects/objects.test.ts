import {
  addObject,
  duplicateObject,
  getObject,
  reorderObjects,
  updateObject,
} from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clock: TestClock
let owner: Owner
let stranger: Owner
let contributor: Person

beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  stranger = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'posts', [
    { key: 'intro', type: 'text', value: 'Once upon a time' },
    { key: 'rating', type: 'number', max: 5 },
    { key: 'summary', type: 'textarea', required: true },
  ])
  await addType(server, owner, 'pages')
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const complete = { metadata: { summary: 'All there' } }

const update = (id: string, data: object, more: object = {}, by: { token?: string } = owner) =>
  server.send(updateObject, { body: { slug: slug(), object_id: id, data, ...more } }, by)

describe('objects/add', () => {
  const add = (data: unknown, by: { token?: string } = owner) =>
    server.send(addObject, { body: { slug: slug(), data } }, by)

  test('needs a session', async () => {
    expect((await add({ title: 'A', type: 'posts' }, {})).status).toBe(401)
  })

  test('looks empty to another tenant', async () => {
    const answer = await add({ title: 'A', type: 'posts' }, stranger)
    expect(answer.error()).toMatchObject({ status: 404, message: 'Bucket not found' })
  })

  test('lets contributors add drafts only', async () => {
    const draft = await add({ title: 'Mine', type: 'pages' }, contributor)
    expect(draft.ok()).toMatchObject({
      object: { status: 'draft', created_by: contributor.id },
    })
    const published = await add({ title: 'Mine', type: 'pages', status: 'published' }, contributor)
    expect(published.error()).toMatchObject({ status: 403 })
    expect(published.error().message).toContain('contributor')
    const planned = await add({ title: 'Mine', type: 'pages', publish_at: 4e12 }, contributor)
    expect(planned.status).toBe(403)
  })

  test('names what is wrong', async () => {
    const cases: [object, string][] = [
      [{ type: 'posts' }, 'data.title'],
      [{ title: '', type: 'posts' }, 'data.title'],
      [{ title: 'A' }, 'data.type'],
      [{ title: 'A', type: 'nowhere' }, 'data.type'],
      [{ title: 'A', type: 'posts', status: 'live' }, 'data.status'],
      [{ title: 'A', type: 'posts', colour: 1 }, 'data.colour'],
      [{ title: 'A', type: 'posts', slug: 'a/b' }, 'data.slug'],
      [{ title: 'A', type: 'posts', publish_at: 'soon' }, 'data.publish_at'],
      [{ title: 'A', type: 'posts', publish_at: 5, unpublish_at: 5 }, 'data.unpublish_at'],
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

  test('makes a draft with a slug, defaults and a place on top', async () => {
    const first = await addOneObject(server, owner, {
      type: 'posts',
      title: 'Über uns: Crème brûlée!',
    })
    expect(first).toMatchObject({
      slug: 'uber-uns-creme-brulee',
      status: 'draft',
      main_object_status: 'draft',
      locale: null,
      metadata: { intro: 'Once upon a time' },
      created_by: owner.id,
      published_at: null,
      rev: 1,
      bucket: owner.bucket.id,
    })
    expect(first.metafields?.map(({ key, value }) => [key, value])).toEqual([
      ['intro', 'Once upon a time'],
      ['rating', null],
      ['summary', null],
    ])
    const second = await addOneObject(server, owner, { type: 'posts', title: 'Next' })
    expect(second.order).toBe(first.order + 2 ** 20)
    expect(await readOneObject(server, owner, first.id)).toEqual(first)
  })

  test('publishes at once when asked to', async () => {
    const data = { type: 'posts', title: 'Live', status: 'published', ...complete }
    expect(await addOneObject(server, owner, data)).toMatchObject({
      status: 'published',
      main_object_status: 'published',
      published_at: clock.iso(),
    })
  })

  test('counts slugs up and keeps them apart by locale', async () => {
    const titled = (locale: string | null = null) =>
      addOneObject(server, owner, { type: 'pages', title: 'Same', locale })
    const slugs = []
    for (let n = 0; n < 6; n += 1) slugs.push((await titled()).slug)
    expect(slugs).toEqual(['same', 'same-2', 'same-3', 'same-4', 'same-5', 'same-6'])
    expect((await titled('de')).slug).toBe('same')
    expect((await addOneObject(server, owner, { type: 'pages', title: '!!!' })).slug).toBe('object')
    expect((await addOneObject(server, owner, { type: 'pages', title: 'ブログ' })).slug).toBe(
      'ブログ',
    )
  })

  test('refuses a slug that is taken and says so', async () => {
    await addOneObject(server, owner, { type: 'pages', title: 'Taken', slug: 'taken' })
    const answer = await add({ type: 'pages', title: 'Other', slug: 'taken' })
    expect(answer.error()).toMatchObject({
      status: 409,
      code: 'conflict',
      details: [{ path: 'data.slug', rule: 'unique' }],
    })
  })

  test('understands values as a list, times in every form, and media by address', async () => {
    const object = await addOneObject(server, owner, {
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
    await addType(server, owner, 'settings', [], { singleton: true })
    await addOneObject(server, owner, { type: 'settings', title: 'Settings' })
    await addOneObject(server, owner, { type: 'settings', title: 'Einstellungen', locale: 'de' })
    expect((await add({ type: 'settings', title: 'More' })).error()).toMatchObject({ status: 409 })
  })
})

describe('objects/get', () => {
  const get = (id: string, by: { token?: string } = owner) =>
    server.send(getObject, { query: { slug: slug(), object_id: id } }, by)

  test('needs a session, the bucket, an id, and an object', async () => {
    const { id } = await addOneObject(server, owner, { type: 'pages', title: 'Read me' })
    expect((await get(id, {})).status).toBe(401)
    expect((await get(id, stranger)).status).toBe(404)
    expect((await get('new')).error().details?.[0]?.path).toBe('object_id')
    expect((await get(newId())).error()).toMatchObject({ status: 404, message: 'Object not found' })
    const foreign = await server.send(
      getObject,
      { query: { slug: stranger.bucket.slug, object_id: id } },
      stranger,
    )
    expect({ ...foreign.error(), request_id: '' }).toEqual({
      ...(await get(newId())).error(),
      request_id: '',
    })
    const found = await get(id, contributor)
    expect(found.ok()).toMatchObject({ object: { id, title: 'Read me' } })
    expect(found.headers['etag']).toBe('"1"')
  })

  test('knows the id by its older name', async () => {
    const { id } = await addOneObject(server, owner, { type: 'pages', title: 'Alias' })
    const answer = await server.send(getObject, { query: { slug: slug(), id } }, owner)
    expect(answer.ok()).toMatchObject({ object: { id } })
  })
})

describe('objects/update', () => {
  test('needs a session, the bucket and the right to write', async () => {
    const { id } = await addOneObject(server, owner, { type: 'pages', title: 'Guarded' })
    expect((await update(id, { title: 'X' }, {}, {})).status).toBe(401)
    expect((await update(id, { title: 'X' }, {}, stranger)).status).toBe(404)
    const refused = await update(id, { title: 'X' }, {}, contributor)
    expect(refused.error()).toMatchObject({ status: 403 })
    expect(refused.error().message).toContain('made yourself')
    expect((await readOneObject(server, owner, id)).title).toBe('Guarded')
  })

  test('names what is wrong and changes nothing then', async () => {
    const before = await addOneObject(server, owner, { type: 'posts', title: 'Steady' })
    expect((await update(before.id, { metadata: { rating: 9 } })).error()).toMatchObject({
      status: 400,
      details: [
        { path: 'data.metadata.rating', message: 'data.metadata.rating must be at most 5' },
      ],
    })
    expect((await update(before.id, { status: 'published' })).error().details).toEqual([
      {
        path: 'data.metadata.summary',
        message: 'data.metadata.summary is a required field',
        rule: 'required',
      },
    ])
    expect((await update(newId(), { title: 'X' })).status).toBe(404)
    expect(await readOneObject(server, owner, before.id)).toEqual(before)
  })

  test('merges the fields and the keys that were sent', async () => {
    const before = await addOneObject(server, owner, {
      type: 'posts',
      title: 'Merge',
      content: 'Text',
      metadata: { rating: 1, summary: 'One' },
    })
    clock.advance(1000)
    const answer = await update(before.id, { title: 'Merged', metadata: { rating: 2 } })
    expect(answer.ok()).toMatchObject({
      object: {
        title: 'Merged',
        slug: 'merge',
        content: 'Text',
        metadata: { intro: 'Once upon a time', rating: 2, summary: 'One' },
        rev: 2,
        modified_at: clock.iso(),
        created_at: before.created_at,
      },
    })
    expect(await readOneObject(server, owner, before.id)).toEqual(
      (answer.ok() as { object: unknown }).object,
    )
  })

  test('leaves an object alone when nothing differs', async () => {
    const before = await addOneObject(server, owner, { type: 'posts', title: 'Same', ...complete })
    clock.advance(1000)
    await update(before.id, { title: 'Same', metadata: { summary: 'All there' } })
    expect(await readOneObject(server, owner, before.id)).toEqual(before)
  })

  test('keeps what is public while a draft goes on', async () => {
    const data = { type: 'posts', title: 'Public', status: 'published', ...complete }
    const { id, published_at } = await addOneObject(server, owner, data)
    await update(id, { status: 'draft', title: 'Next' })
    expect(await readOneObject(server, owner, id)).toMatchObject({
      title: 'Next',
      status: 'draft',
      main_object_status: 'published',
      published_at,
    })
    clock.advance(5000)
    await update(id, { status: 'published' })
    expect(await readOneObject(server, owner, id)).toMatchObject({
      title: 'Next',
      status: 'published',
      published_at,
    })
  })

  test('keeps an update of a published object public', async () => {
    const data = { type: 'posts', title: 'Public', status: 'published', ...complete }
    const { id } = await addOneObject(server, owner, data)
    await update(id, { title: 'Corrected' })
    expect(await readOneObject(server, owner, id)).toMatchObject({ status: 'published' })
    expect((await update(id, { metadata: { summary: '' } })).status).toBe(400)
  })

  test('refuses a write over a state that its author has not seen', async () => {
    const { id } = await addOneObject(server, owner, { type: 'pages', title: 'One' })
    await update(id, { title: 'Two' }, { rev: 1 })
    await update(id, { title: 'Three' }, { rev: 2 })
    const late = (await update(id, { title: 'Late' }, { rev: 2 })).error()
    expect(late).toMatchObject({
      status: 412,
      code: 'stale',
      current: { title: 'Three', rev: 3 },
      base: { title: 'Two', rev: 2 },
    })
    const byHeader = await server.send(
      updateObject,
      { body: { slug: slug(), object_id: id, data: { title: 'Late' } } },
      { ...owner, headers: { 'if-match': '"1"' } },
    )
    expect(byHeader.error()).toMatchObject({ status: 412, base: { title: 'One' } })
    expect((await readOneObject(server, owner, id)).title).toBe('Three')
  })

  test('turns a planned object into a draft until its time', async () => {
    const data = { type: 'posts', title: 'Plan', status: 'published', ...complete }
    const { id } = await addOneObject(server, owner, data)
    const publish_at = clock.now() + 1000
    const planned = await update(id, { status: 'published', title: 'Later', publish_at })
    expect(planned.ok()).toMatchObject({
      object: { status: 'draft', main_object_status: 'published', publish_at },
    })
    const cleared = await update(id, { publish_at: null, unpublish_at: null })
    expect(cleared.ok()).toMatchObject({ object: { publish_at: null, status: 'draft' } })
    const ending = await update(id, { status: 'published', unpublish_at: publish_at })
    expect(ending.ok()).toMatchObject({
      object: { status: 'published', unpublish_at: publish_at },
    })
  })

  test('asks a planned object to be complete', async () => {
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Half' })
    expect((await update(id, { publish_at: 4e12 })).error().details?.[0]?.rule).toBe('required')
  })

  test('saves what contributors change as drafts', async () => {
    const data = { type: 'pages', title: 'Theirs' }
    const { id } = await addOneObject(server, owner, data, contributor)
    await update(id, { status: 'published' })
    const saved = await update(id, { title: 'Changed' }, {}, contributor)
    expect(saved.ok()).toMatchObject({
      object: { status: 'draft', main_object_status: 'published', title: 'Changed' },
    })
    expect((await update(id, { status: 'published' }, {}, contributor)).status).toBe(403)
    expect((await update(id, { unpublish_at: 4e12 }, {}, contributor)).status).toBe(403)
  })

  test('moves to another slug or locale where that is free', async () => {
    const english = await addOneObject(server, owner, {
      type: 'pages',
      title: 'Words',
      locale: 'en',
    })
    await addOneObject(server, owner, { type: 'pages', title: 'Words', locale: 'de' })
    const clash = (await update(english.id, { locale: 'de' })).error()
    expect(clash).toMatchObject({ status: 409, details: [{ path: 'data.locale' }] })
    expect((await update(english.id, { locale: 'fr' })).ok()).toMatchObject({
      object: { locale: 'fr', slug: 'words' },
    })
    await update(english.id, { title: 'New words', slug: '' })
    expect((await readOneObject(server, owner, english.id)).slug).toBe('new-words')
  })

  test('keeps the slug of the public version from others', async () => {
    const data = { type: 'pages', title: 'Held', slug: 'held', status: 'published' }
    const { id } = await addOneObject(server, owner, data)
    await update(id, { status: 'draft', slug: 'let-go' })
    const other = await addOneObject(server, owner, { type: 'pages', title: 'Held' })
    expect(other.slug).toBe('held-2')
  })

  test('loses no write of two people at once: each is there or was refused', async () => {
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Race', ...complete })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => update(id, { title: `Title ${n}` }, { rev: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
    expect((await readOneObject(server, owner, id)).rev).toBe(2)
  })
})

describe('objects/duplicate', () => {
  const duplicate = (id: string, by: { token?: string } = owner) =>
    server.send(duplicateObject, { body: { slug: slug(), object_id: id } }, by)

  test('needs a session, the bucket, an id, and an object', async () => {
    const { id } = await addOneObject(server, owner, { type: 'pages', title: 'Source' })
    expect((await duplicate(id, {})).status).toBe(401)
    expect((await duplicate(id, stranger)).status).toBe(404)
    expect((await duplicate('x')).status).toBe(400)
    expect((await duplicate(newId())).status).toBe(404)
  })

  test('copies the newest version as a draft, without what is unique', async () => {
    await addType(server, owner, 'products', [
      { key: 'sku', type: 'text', unique: true },
      { key: 'price', type: 'number' },
    ])
    const source = await addOneObject(server, owner, {
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

describe('objects/reorder', () => {
  const reorder = (body: object, by: { token?: string } = owner) =>
    server.send(reorderObjects, { body: { slug: slug(), ...body } }, by)

  test('needs a session, the bucket and more than a contributor', async () => {
    const { id } = await addOneObject(server, owner, { type: 'pages', title: 'Place' })
    const other = await addOneObject(server, owner, { type: 'pages', title: 'Place' })
    const body = { reorder_id: id, before_id: other.id }
    expect((await reorder(body, {})).status).toBe(401)
    expect((await reorder(body, stranger)).status).toBe(404)
    expect((await reorder(body, contributor)).error()).toMatchObject({
      status: 403,
      message: 'Your role (contributor) may not change the order of objects.',
    })
  })

  test('names a neighbour that cannot be one', async () => {
    const page = await addOneObject(server, owner, { type: 'pages', title: 'Page' })
    const post = await addOneObject(server, owner, { type: 'posts', title: 'Post' })
    const paths = async (body: object) =>
      (await reorder(body)).error().details?.map(({ path }) => path)
    expect(await paths({ reorder_id: page.id })).toEqual(['before_id'])
    expect(await paths({ reorder_id: page.id, before_id: page.id })).toEqual(['before_id'])
    expect(await paths({ reorder_id: page.id, after_id: post.id })).toEqual(['after_id'])
    expect(await paths({ reorder_id: page.id, after_id: newId() })).toEqual(['after_id'])
    expect((await reorder({ reorder_id: newId(), after_id: page.id })).status).toBe(404)
  })

  test('changes nothing but the place', async () => {
    const first = await addOneObject(server, owner, { type: 'pages', title: 'First' })
    const second = await addOneObject(server, owner, { type: 'pages', title: 'Second' })
    clock.advance(1000)
    expect((await reorder({ reorder_id: second.id, before_id: first.id })).status).toBe(200)
    const moved = await readOneObject(server, owner, second.id)
    expect(moved.order).toBeLessThan(first.order)
    expect({ ...moved, order: 0 }).toEqual({ ...second, order: 0 })
  })
})
