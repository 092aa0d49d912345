import { gunzipSync } from 'node:zlib'

import { updateBucket } from '@typecase/contract/buckets'
import { deleteObjects, listObjects, objectTitles, updateObject } from '@typecase/contract/objects'
import { emptyTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { titlesOf } from '../../../content-api/testing/read-content.ts'
import { addManyObjects, addOneObject, addType } from '../../../testing/content.ts'
import { addOwner, addPerson, type Owner } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  await addType(server, owner, 'books', [
    { key: 'pages', type: 'number' },
    { key: 'tags', type: 'check-boxes', options: [{ value: 'a' }, { value: 'b' }] },
    { key: 'genre', type: 'select-dropdown', options: [{ key: 'n', value: 'Novel' }] },
    { key: 'isNew', type: 'switch' },
    { key: 'group', type: 'parent', children: [{ key: 'note', title: 'Note', type: 'text' }] },
  ])
  await addType(server, owner, 'authors')
  const books = [
    { title: 'Straße nach Süden', metadata: { pages: 100, tags: ['a', 'b'], genre: 'n' } },
    { title: 'Half', metadata: { pages: 20, tags: ['b'], isNew: true } },
    { title: 'Other half', status: 'published', metadata: { pages: 3, group: { note: 'deep' } } },
    { title: 'No metadata', locale: 'de' },
  ]
  for (const book of books) await addOneObject(server, owner, { type: 'books', ...book })
  await addOneObject(server, owner, { type: 'authors', title: 'Someone' })
})
afterAll(() => server.remove())

interface Listed {
  objects: { main_object_status: string; object: Record<string, unknown> }[]
  total: number
  limit: number
  skip: number
}

const list = (
  query: Record<string, unknown>,
  by: { token?: string; headers?: Record<string, string> } = owner,
) => server.send(listObjects, { query: { slug: owner.bucket.slug, ...query } }, by)

async function titles(query: unknown, more: Record<string, unknown> = {}) {
  const answer = await list({ query: JSON.stringify(query), ...more })
  return (answer.ok() as Listed).objects.map(({ object }) => object['title'])
}

describe('texts in lists', () => {
  const rooms = ['Zebra', 'Äpfel', 'Room 10', 'apple', 'Room 9']
  let reader: Owner
  const sorted = async (more: Record<string, unknown>) => {
    const query = { slug: reader.bucket.slug, sort: 'title', ...more }
    return (await server.call(listObjects, { query }, reader))
      .ok()
      .objects.map(({ object }) => object.title)
  }
  beforeAll(async () => {
    reader = await addOwner(server)
    await addType(server, reader, 'rooms')
    for (const title of rooms)
      await addOneObject(server, reader, { type: 'rooms', title, status: 'published' })
  })

  test('are sorted by the first locale of the bucket, with numbers by value', async () => {
    expect(await sorted({})).toEqual(['Äpfel', 'apple', 'Room 9', 'Room 10', 'Zebra'])
    const body = { slug: reader.bucket.slug, data: { locales: ['sv', 'en'] } }
    ;(await server.send(updateBucket, { body }, reader)).ok()
    expect(await sorted({})).toEqual(['apple', 'Room 9', 'Room 10', 'Zebra', 'Äpfel'])
    expect(await sorted({ sort: '-title', limit: 2 })).toEqual(['Äpfel', 'Zebra'])
  })

  test('are sorted by the collation of the call, and in the content API by code points without one', async () => {
    expect(await sorted({ collation: 'en' })).toEqual([
      'Äpfel',
      'apple',
      'Room 9',
      'Room 10',
      'Zebra',
    ])
    const byCodePoint = ['Room 10', 'Room 9', 'Zebra', 'apple', 'Äpfel']
    expect(await sorted({ collation: 'code_point' })).toEqual(byCodePoint)
    const bad = { slug: reader.bucket.slug, collation: 'not a locale' }
    expect((await server.send(listObjects, { query: bad }, reader)).error().details).toMatchObject([
      { path: 'collation' },
    ])
    const content = (more: object) => titlesOf(server, reader, { sort: 'title', ...more })
    expect(await content({})).toEqual(byCodePoint)
    expect(await content({ collation: 'sv' })).toEqual([
      'apple',
      'Room 9',
      'Room 10',
      'Zebra',
      'Äpfel',
    ])
  })
})

describe('objects/list', () => {
  test('answers 401 without a session, and 404 outside the bucket', async () => {
    expect((await list({}, {})).status).toBe(401)
    expect((await list({}, stranger)).status).toBe(404)
    expect((await list({}, await addPerson(server))).status).toBe(404)
  })

  test('answers 400 with the path of the invalid parameter', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ query: '{' }, 'query'],
      [{ query: '[]' }, 'query'],
      [{ query: '{"colour":1}' }, 'query.colour'],
      [{ query: '{"title":{"$where":1}}' }, 'query.title.$where'],
      [{ query: '{"title":{"$regex":"(a+)+"}}' }, 'query.title.$regex'],
      [{ query: '{"limit":0}' }, 'query.limit'],
      [{ sort: 'colour' }, 'sort'],
      [{ props: 'a b' }, 'props'],
      [{ limit: 0 }, 'limit'],
      [{ skip: -1 }, 'skip'],
      [{ query: '{"metadata.__proto__":1}' }, 'query.metadata.__proto__'],
    ]
    for (const [query, path] of cases) {
      const error = (await list(query)).error()
      expect(error, JSON.stringify(query)).toMatchObject({ status: 400, code: 'invalid' })
      expect(error.details?.[0]?.path).toBe(path)
      expect(error.details?.[0]?.message.startsWith(path)).toBe(true)
    }
  })

  test('has a limit of ten by default, and lists the newest object first', async () => {
    const answer = (await list({})).ok() as Listed
    expect(answer).toMatchObject({ total: 5, limit: 10, skip: 0 })
    expect(answer.objects[0]).toMatchObject({ main_object_status: 'draft' })
    expect(answer.objects[0]?.object).not.toHaveProperty('metafields')
    expect(await titles({ type: 'books' })).toEqual([
      'No metadata',
      'Other half',
      'Half',
      'Straße nach Süden',
    ])
  })

  test('filters and sorts by fields and metafields', async () => {
    const type = 'books'
    expect(await titles({ type, 'metadata.pages': { $gt: 10 } }, { sort: 'title' })).toEqual([
      'Half',
      'Straße nach Süden',
    ])
    expect(await titles({ type, 'metadata.tags': 'a' })).toEqual(['Straße nach Süden'])
    expect(await titles({ type, 'metadata.genre': 'Novel' })).toEqual(['Straße nach Süden'])
    expect(await titles({ type, 'metadata.isNew': true })).toEqual(['Half'])
    expect(await titles({ type, 'metadata.group.note': 'deep' })).toEqual(['Other half'])
    expect(await titles({ type, 'metadata.pages': { $exists: false } })).toEqual(['No metadata'])
    expect(await titles({ type, status: 'published' })).toEqual(['Other half'])
    expect(await titles({ locale: 'de' })).toEqual(['No metadata'])
    expect(await titles({ type }, { sort: 'metadata.pages' })).toEqual([
      'Other half',
      'Half',
      'Straße nach Süden',
      'No metadata',
    ])
  })

  test.each([
    ['half', ['Other half', 'Half']],
    ['STRASSE', ['Straße nach Süden']],
    ['ü', ['Straße nach Süden']],
    ['"; DROP', []],
    ['ha', ['Other half', 'Half']],
  ])('finds titles that contain %s', async (text, expected) => {
    expect(await titles({ title: { $regex: text, $options: 'i' } })).toEqual(expected)
  })

  test('matches the case without the option `i`', async () => {
    expect(await titles({ title: { $regex: 'Half' } })).toEqual(['Half'])
  })

  test('reads page, sort and props from the query, but prefers the parameters of the address', async () => {
    const query = { type: 'books', status: 'any', limit: 1, skip: 1, sort: 'title', props: 'title' }
    const answer = (await list({ query: JSON.stringify(query) })).ok()
    expect(answer).toEqual({
      objects: [{ main_object_status: 'draft', object: { title: 'No metadata' } }],
      total: 4,
      limit: 1,
      skip: 1,
    })
    expect(await titles(query, { limit: 2, skip: 0, sort: '-title' })).toEqual([
      'Straße nach Süden',
      'Other half',
    ])
  })

  test('includes the metafields on request', async () => {
    const query = { query: '{"title":"Half"}', metafield_drawer: true }
    const { objects } = (await list(query)).ok() as Listed
    expect(objects[0]?.object['metafields']).toContainEqual(
      expect.objectContaining({ key: 'pages', value: 20 }),
    )
  })

  test('answers 304 while the bucket is unchanged, and sends no etag for random or relative lists', async () => {
    const first = await list({})
    const tag = String(first.headers['etag'])
    const caller = { ...owner, headers: { 'if-none-match': tag } }
    expect((await list({}, caller)).status).toBe(304)
    const added = await addOneObject(server, owner, { type: 'authors', title: 'Later' })
    const after = await list({}, caller)
    expect(after.status).toBe(200)
    expect((after.ok() as Listed).total).toBe(6)
    await server.send(
      deleteObjects,
      { body: { slug: owner.bucket.slug, object_ids: [added.id] } },
      owner,
    )
    expect(((await list({})).ok() as Listed).total).toBe(5)
    expect((await list({ sort: 'random' })).headers['etag']).toBeUndefined()
    // Relative dates have different results tomorrow, so the response must not be cached.
    const today = JSON.stringify({ created_at: { $gte: { $start: 'today' } } })
    const response = await list({ query: today })
    expect(response.headers['etag']).toBeUndefined()
    expect((response.ok() as Listed).total).toBe(5)
  })
})

test('a large answer is compressed for the client, and browsers must not store it', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  for (let round = 0; round < 2; round += 1) {
    const url = `/v3/objects/list?slug=${owner.bucket.slug}`
    const authorization = `Bearer ${owner.token}`
    const answer = await server.http.inject({ url, headers: { ...headers, authorization } })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
    })
    const listed = JSON.parse(gunzipSync(answer.rawPayload).toString()) as Listed
    expect(listed.objects).toHaveLength(5)
  }
})

const pairs = ({ ids, titles: texts }: { ids: string[]; titles: string[] }) =>
  ids.map((id, n) => [id, texts[n]] as const)

describe('objects/titles', () => {
  const read = async (since?: number, by: { token?: string } = owner) =>
    server.send(objectTitles, { query: { slug: owner.bucket.slug, since } }, by)

  test('has each object once, and the newest titles with the changes since, during other writes', async () => {
    const busy = await addOwner(server)
    await addType(server, busy, 'notes')
    const ids = await addManyObjects(server, busy, 'notes', 7000)
    const query = { slug: busy.bucket.slug, since: 0 }
    const pending = server.call(objectTitles, { query }, busy)
    for (const object_id of ids.filter((_, n) => n % 700 === 0)) {
      const body = { slug: busy.bucket.slug, object_id, data: { title: `New ${object_id}` } }
      ;(await server.call(updateObject, { body }, busy)).ok()
    }
    const { version, ...first } = (await pending).ok()
    expect(first.ids.toSorted()).toEqual(ids.toSorted())
    expect(first.statuses).toHaveLength(7000)
    const since = { ...query, since: version }
    const more = (await server.call(objectTitles, { query: since }, busy)).ok()
    const titleOf = new Map([...pairs(first), ...pairs(more)])
    for (const id of ids.filter((_, n) => n % 700 === 0)) expect(titleOf.get(id)).toBe(`New ${id}`)
  })

  test('answers 401, 404 for another tenant, and 400 for a negative version', async () => {
    expect((await read(0, {})).status).toBe(401)
    expect((await read(0, stranger)).status).toBe(404)
    expect((await read(-1)).status).toBe(400)
  })

  test('answers with all titles, then with changes, then with all again after a purge', async () => {
    const slug = owner.bucket.slug
    const all = (await read()).ok() as { ids: string[]; version: number }
    expect(all).toMatchObject({
      full: true,
      statuses: 'ddpdd',
      deleted: [],
    })
    const [half = '', other = ''] = all.ids.slice(1)
    const data = { status: 'draft', title: 'Other half, again' }
    await server.send(updateObject, { body: { slug, object_id: other, data } }, owner)
    await server.send(deleteObjects, { body: { slug, object_ids: [half] } }, owner)
    const changed = (await read(all.version)).ok()
    expect(changed).toMatchObject({
      full: false,
      ids: [other],
      titles: ['Other half, again'],
      types: [0],
      type_slugs: ['books'],
      statuses: 'b',
      locales: [null],
      deleted: [half],
    })
    await server.call(emptyTrash, { body: { slug } }, owner)
    const purged = (await read(all.version)).ok() as { ids: string[]; full: boolean }
    expect(purged.full).toBe(true)
    expect(purged.ids).toHaveLength(4)
    expect((await read(10_000)).ok()).toMatchObject({ full: true })
  })
})
