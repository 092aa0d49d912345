import { findObject, findObjects } from '@typecase/contract/content'
import { newId } from '@typecase/contract/ids'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf, readContent, type Shown, titlesOf } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
const ids: Record<string, string> = {}
const published = { status: 'published' }

async function add(title: string, data: object = {}): Promise<void> {
  const object = await addOneObject(server, owner, {
    type: 'posts',
    title,
    ...published,
    ...data,
  })
  ids[title] = object.id
}

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(
    server,
    owner,
    'posts',
    [
      { key: 'year', type: 'number' },
      { key: 'tags', type: 'check-boxes', options: [{ value: 'red' }, { value: 'blue' }] },
      {
        key: 'size',
        type: 'select-dropdown',
        options: [
          { key: 's', value: 'Small' },
          { key: 'l', value: 'Large' },
        ],
      },
      { key: 'note', type: 'text' },
    ],
    { localization: true },
  )
  await addType(server, owner, 'pages')
  await add('Alpha', { metadata: { year: 1990, tags: ['red'], size: 'Small' } })
  await add('Beta', { metadata: { year: 2000, tags: ['red', 'blue'], size: 'l' } })
  await add('Gamma', { metadata: { year: 2010, note: 'x' } })
  await add('Delta', { status: 'draft', metadata: { year: 2020 } })
  await add('Seite', { slug: 'alpha', locale: 'de', metadata: { year: 1990 } })
  await add('About', { type: 'pages' })
  await add('Gone')
  const body = { slug: owner.bucket.slug, object_ids: [ids['Gone'] ?? ''] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  await server.call(
    updateObject,
    {
      body: {
        slug: owner.bucket.slug,
        object_id: ids['Gamma'] ?? '',
        data: { title: 'Gamma, newer', status: 'draft' },
      },
    },
    owner,
  )
})
afterAll(() => server.remove())

const titles = (query: Record<string, unknown> = {}) => titlesOf(server, owner, query)
const preview = () => ({ read_key: owner.bucket.api_access.preview_key })
const find = (query: Record<string, unknown> = {}) => readContent(server, owner, findObjects, query)
const posts = (query: object = {}) => ({ query: { type: 'posts', locale: null, ...query } })

describe('bad requests name the parameter', () => {
  test.each([
    ['query', '{'],
    ['query', '[]'],
    ['query', '"text"'],
    ['query', '{"title":{"$where":"1"}}'],
    ['query', '{"__proto__":{"a":1}}'],
    ['query', '{"metadata.__proto__":1}'],
    ['query', '{"password":"x"}'],
    ['query', '{"depth":99}'],
    ['sort', '-random'],
    ['sort', 'title;DROP TABLE objects'],
    ['sort', 'metadata.constructor'],
    ['props', '__proto__'],
    ['limit', '0'],
    ['limit', '1001'],
    ['limit', 'ten'],
    ['skip', '-1'],
    ['depth', '11'],
    ['status', 'deleted'],
    ['after', newId()],
    ['metadata[__proto__]', 'x'],
  ])('%s=%s', async (name, value) => {
    const failure = (await find({ [name]: value })).error()
    expect(failure).toMatchObject({ status: 400, code: 'invalid' })
    expect(failure.details?.[0]?.path).not.toBe('')
    expect(Object.prototype).not.toHaveProperty('a')
  })
})

describe('lists', () => {
  test('are of published objects, in dashboard order, up to 1,000, without levels', async () => {
    const answer = (await find()).ok() as { objects: Shown[]; total: number }
    expect(answer).toMatchObject({ total: 5, limit: 1000, skip: 0 })
    // Each type has an order of its own.
    const inPosts = answer.objects.filter(({ type }) => type === 'posts')
    expect(inPosts.map(({ title }) => title)).toEqual(['Seite', 'Gamma', 'Beta', 'Alpha'])
  })

  test('show each field of an object', async () => {
    const [alpha] = await objectsOf(server, owner, { query: { id: ids['Alpha'] } })
    expect(alpha).toEqual({
      id: ids['Alpha'],
      bucket: owner.bucket.id,
      type: 'posts',
      slug: 'alpha',
      title: 'Alpha',
      content: '',
      status: 'published',
      locale: null,
      thumbnail: null,
      metadata: { year: 1990, tags: ['red'], size: { key: 's', value: 'Small' } },
      order: expect.any(Number),
      publish_at: null,
      unpublish_at: null,
      published_at: expect.stringMatching(/^\d{4}-.*Z$/),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      created_by: owner.id,
      modified_at: expect.stringMatching(/^\d{4}-.*Z$/),
      modified_by: owner.id,
    })
  })

  test('of nothing are a 404, as clients expect', async () => {
    const failure = (await find({ query: '{"type":"none"}' })).error()
    expect(failure).toMatchObject({
      status: 404,
      code: 'not_found',
      message: `No objects found in bucket '${owner.bucket.slug}'`,
    })
  })

  test('go by limit, skip and after', async () => {
    const paged = { ...posts(), sort: 'title' }
    expect(await titles({ ...paged, limit: 2 })).toEqual(['Alpha', 'Beta'])
    expect(await titles({ ...paged, limit: 2, skip: 2 })).toEqual(['Gamma'])
    expect(await titles({ ...paged, after: ids['Alpha'] })).toEqual(['Beta', 'Gamma'])
    const json = JSON.stringify({ type: 'posts', limit: 1, skip: 1, sort: '-title' })
    const answer = (await find({ query: json })).ok() as { objects: Shown[] }
    expect(answer).toMatchObject({ total: 4, limit: 1, skip: 1 })
    expect(answer.objects.map(({ title }) => title)).toEqual(['Gamma'])
    expect((await find({ skip: 99 })).status).toBe(404)
  })

  test('sort by fields and metadata', async () => {
    expect(await titles({ ...posts(), sort: 'order' })).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await titles({ ...posts(), sort: '-metadata.year' })).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect((await titles({ ...posts(), sort: 'random' })).sort()).toEqual([
      'Alpha',
      'Beta',
      'Gamma',
    ])
  })
})

describe('queries', () => {
  test.each([
    [{ title: { $regex: 'ET', $options: 'i' } }, ['Beta']],
    [{ 'metadata.tags': 'blue' }, ['Beta']],
    [{ 'metadata.tags': { $all: ['red', 'blue'] } }, ['Beta']],
    [{ 'metadata.size': 'Small' }, ['Alpha']],
    [{ 'metadata.size': 'l' }, ['Beta']],
    [{ 'metadata.year': { $gt: 1990, $lte: 2010 } }, ['Gamma', 'Beta']],
    [{ $or: [{ slug: 'alpha' }, { slug: 'beta' }] }, ['Beta', 'Alpha']],
    [{ 'metadata.note': { $exists: true } }, ['Gamma']],
    [{ 'metadata.note': { $ne: 'x' } }, ['Beta', 'Alpha']],
  ])('%j', async (query, expected) => {
    expect(await titles(posts(query))).toEqual(expected)
  })

  test('parameters of older clients', async () => {
    expect(await titles({ type: 'pages' })).toEqual(['About'])
    expect(await titles({ type: 'posts', locale: 'de' })).toEqual(['Seite'])
    expect(await titles({ q: 'ETA' })).toEqual(['Beta'])
    expect((await find({ q: '.*' })).status).toBe(404)
    expect(await titles({ 'metadata[note]': 'x' })).toEqual(['Gamma'])
    expect(await titles({ created_by: owner.id, type: 'pages' })).toEqual(['About'])
    expect((await titles({ ...preview(), type: 'posts', status: 'all' })).length).toBe(5)
  })

  test('of one locale', async () => {
    expect(await titles({ query: { slug: 'alpha', locale: 'de' } })).toEqual(['Seite'])
    expect(await titles({ query: { slug: 'alpha', locale: null } })).toEqual(['Alpha'])
  })
})

describe('statuses', () => {
  test('published shows the public version while a newer draft exists', async () => {
    expect(await titles({ query: { slug: 'gamma' } })).toEqual(['Gamma'])
    expect((await find({ query: '{"title":"Gamma, newer"}' })).status).toBe(404)
  })

  test('any shows the newest', async () => {
    const [gamma] = await objectsOf(server, owner, {
      ...preview(),
      query: { slug: 'gamma' },
      status: 'any',
    })
    expect(gamma).toMatchObject({ title: 'Gamma, newer', status: 'draft' })
    expect(await titles({ ...preview(), query: { slug: 'gamma', status: 'any' } })).toEqual([
      'Gamma, newer',
    ])
    expect((await titles({ ...preview(), status: 'any' })).length).toBe(6)
  })

  test('draft shows drafts only, asked beside or in the query', async () => {
    expect(await titles({ ...preview(), status: 'draft' })).toEqual(['Delta', 'Gamma, newer'])
    expect(await titles({ ...preview(), query: { status: 'draft' } })).toEqual([
      'Delta',
      'Gamma, newer',
    ])
  })

  test('none shows what is in the trash', async () => {
    for (const status of ['published', 'draft', 'any'])
      expect(await titles({ ...preview(), status })).not.toContain('Gone')
    const params = { id: ids['Gone'] ?? '' }
    const answer = await readContent(
      server,
      owner,
      findObject,
      { ...preview(), status: 'any' },
      params,
    )
    expect(answer.status).toBe(404)
  })
})

describe('one object', () => {
  const one = (title: string, query: Record<string, unknown> = {}) =>
    readContent(server, owner, findObject, query, { id: ids[title] ?? title })

  test('comes alone, in the version asked for', async () => {
    expect((await one('Gamma')).ok()).toMatchObject({ object: { title: 'Gamma' } })
    const newest = { object: { title: 'Gamma, newer', status: 'draft' } }
    expect((await one('Gamma', { ...preview(), status: 'any' })).ok()).toMatchObject(newest)
    expect((await one('Gamma', { ...preview(), status: 'draft' })).ok()).toMatchObject(newest)
    expect((await one('Beta', { props: 'title' })).ok()).toEqual({ object: { title: 'Beta' } })
  })

  test('that is a draft, of another bucket or missing is a 404 in the same words', async () => {
    const other = await addOwner(server)
    await addType(server, other, 'posts')
    const foreign = await addOneObject(server, other, { type: 'posts', title: 'F', ...published })
    for (const id of [ids['Delta'] ?? '', foreign.id, newId()]) {
      const { status, message } = (await one(id)).error()
      expect({ status, message }).toEqual({
        status: 404,
        message: `Object with id '${id}' not found`,
      })
    }
    expect((await one('Beta', { ...preview(), status: 'draft' })).status).toBe(404)
  })

  test('needs an id', async () => {
    expect((await one('1')).error()).toMatchObject({ status: 400, details: [{ path: 'id' }] })
  })
})
