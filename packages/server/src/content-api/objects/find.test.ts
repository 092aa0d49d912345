import { findObject, findObjects } from '@typecase/contract/content'
import { newId } from '@typecase/contract/ids'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf, readContent, type ContentAnswer, titlesOf } from '../testing/read-content.ts'

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

describe('an invalid parameter', () => {
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
    ['locale_fallback', 'en'],
    ['q', 'one two three four five six seven eight nine'],
    ['q', 'x'.repeat(91)],
  ])('is refused with 400 and named: %s=%s', async (name, value) => {
    const failure = (await find({ [name]: value })).error()
    expect(failure).toMatchObject({ status: 400, code: 'invalid' })
    expect(failure.details?.[0]?.path).not.toBe('')
    expect(Object.prototype).not.toHaveProperty('a')
  })

  test.each([
    ['{"type":"posts",}', 'it is not JSON from character 17 on'],
    ['{"type":', 'it ends too early'],
    ['type', '“y” is unexpected'],
  ])('is refused as invalid JSON, with the position of the error: %s', async (query, position) => {
    expect((await find({ query })).error().details).toEqual([
      { path: 'query', message: `query must be a JSON object: ${position}`, rule: 'json' },
    ])
  })
})

describe('lists of objects', () => {
  test('contain published objects in the order of the dashboard, up to 1,000 by default', async () => {
    const answer = (await find()).ok() as { objects: ContentAnswer[]; total: number }
    expect(answer).toMatchObject({ total: 5, limit: 1000, skip: 0 })
    // Each type has its own order.
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

  test('without a match answer 404, as clients expect', async () => {
    const failure = (await find({ query: '{"type":"none"}' })).error()
    expect(failure).toMatchObject({
      status: 404,
      code: 'not_found',
      message: `No objects found in bucket '${owner.bucket.slug}': object type 'none' does not exist`,
    })
  })

  test.each([
    [{ type: 'posts', title: 'None' }, ''],
    [{ type: { $in: ['posts', 'post'] }, title: 'None' }, ": object type 'post' does not exist"],
    [{ type: 'posts', 'metadata.yaer': 1990 }, ": field 'metadata.yaer' does not exist"],
    [{ $or: [{ 'metadata.yaer': 1 }] }, ''],
    [{ type: 'posts', 'metadata.note': 'none' }, ''],
    [{ type: 'pages', 'metadata.note': 'none' }, ''],
  ])('without a match for %j name what does not exist, if anything', async (query, reason) => {
    const failure = (await find({ query: JSON.stringify(query) })).error()
    expect(failure.status).toBe(404)
    expect(failure.message).toBe(`No objects found in bucket '${owner.bucket.slug}'${reason}`)
  })

  test('are paged by limit, skip and after', async () => {
    const paged = { ...posts(), sort: 'title' }
    expect(await titles({ ...paged, limit: 2 })).toEqual(['Alpha', 'Beta'])
    expect(await titles({ ...paged, limit: 2, skip: 2 })).toEqual(['Gamma'])
    expect(await titles({ ...paged, after: ids['Alpha'] })).toEqual(['Beta', 'Gamma'])
    const json = JSON.stringify({ type: 'posts', limit: 1, skip: 1, sort: '-title' })
    const answer = (await find({ query: json })).ok() as { objects: ContentAnswer[] }
    expect(answer).toMatchObject({ total: 4, limit: 1, skip: 1 })
    expect(answer.objects.map(({ title }) => title)).toEqual(['Gamma'])
    expect((await find({ skip: 99 })).status).toBe(404)
  })

  test('are sorted by fields and metadata', async () => {
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
  ])('find the objects that match %j', async (query, expected) => {
    expect(await titles(posts(query))).toEqual(expected)
  })

  test('accept the parameters of older clients', async () => {
    expect(await titles({ type: 'pages' })).toEqual(['About'])
    expect(await titles({ type: 'posts', locale: 'de' })).toEqual(['Seite'])
    expect(await titles({ q: 'ETA' })).toEqual(['Beta'])
    expect((await find({ q: '.*' })).status).toBe(404)
    expect(await titles({ 'metadata[note]': 'x' })).toEqual(['Gamma'])
    expect(await titles({ created_by: owner.id, type: 'pages' })).toEqual(['About'])
    expect((await titles({ ...preview(), type: 'posts', status: 'all' })).length).toBe(5)
  })

  test('can select one locale', async () => {
    expect(await titles({ query: { slug: 'alpha', locale: 'de' } })).toEqual(['Seite'])
    expect(await titles({ query: { slug: 'alpha', locale: null } })).toEqual(['Alpha'])
  })
})

test('each kind of condition finds accented letters in every stored form', async () => {
  const reader = await addOwner(server)
  await addType(server, reader, 'posts', [{ key: 'body', type: 'textarea' }])
  const forms = ['NFC', 'NFD']
  for (const form of forms) {
    const [title, body] = ['Crème', 'À la carte: brûlée'].map((text) => text.normalize(form))
    const object = {
      type: 'posts',
      title: title ?? '',
      slug: form.toLowerCase(),
      metadata: { body },
    }
    await addOneObject(server, reader, { ...object, ...published })
  }
  const slugs = async (query: Record<string, unknown>) =>
    (await objectsOf(server, reader, query)).map(({ slug }) => slug).toSorted()
  for (const form of forms) {
    const text = (written: string) => written.normalize(form)
    for (const query of [
      { title: text('Crème') },
      { title: { $in: ['x', text('Crème')] } },
      { title: { $all: [text('Crème')] } },
      { title: { $regex: text('Crè') } },
      { title: { $regex: text('CRÈ'), $options: 'i' } },
      { title: { $regex: text('^cr[è-ë]me$'), $options: 'i' } },
      { 'metadata.body': { $regex: text('À la.*brûlée') } },
      { $text: { $regex: text('BRÛ'), $options: 'i' } },
    ]) {
      expect(await slugs({ query })).toEqual(['nfc', 'nfd'])
    }
    expect(await slugs({ q: text('brûlée') })).toEqual(['nfc', 'nfd'])
    const none = { query: JSON.stringify({ title: { $ne: text('Crème') } }) }
    expect((await readContent(server, reader, findObjects, none)).status).toBe(404)
  }
  const titles = (await objectsOf(server, reader)).map(({ title }) => title)
  // Stored titles keep their Unicode normalisation form.
  expect(new Set(titles)).toEqual(new Set(forms.map((form) => 'Crème'.normalize(form))))
})

describe('a search', () => {
  let reader: Owner
  const search = (query: Record<string, unknown>) => titlesOf(server, reader, query)
  beforeAll(async () => {
    reader = await addOwner(server)
    await addType(server, reader, 'posts', [{ key: 'body', type: 'textarea' }])
    const posts = [
      ['Lamps of the coast', 'Fog signals sound beside them.'],
      ['Fog signals', 'Horns.'],
      ['Signals in the fog', 'Bells.'],
      ['Old fog signals', 'Guns.'],
      ['Fog', 'A signal is heard.'],
      ['Fog signals of Brest', 'Horns.'],
      ['Sun', 'Nothing.'],
    ] as const
    for (const [title, body] of posts) {
      const data = { type: 'posts', title, metadata: { body }, ...published }
      await addOneObject(server, reader, data)
    }
    const draft = { type: 'posts', title: 'Fog signals, next', status: 'draft' }
    await addOneObject(server, reader, draft)
  })
  const best = [
    'Fog signals',
    'Fog signals of Brest',
    'Old fog signals',
    'Signals in the fog',
    'Lamps of the coast',
  ]

  test('finds all words in titles and texts, the best match first', async () => {
    expect(await search({ q: ' FOG  signals' })).toEqual(best)
    expect((await readContent(server, reader, findObjects, { q: 'fog moon' })).status).toBe(404)
    expect((await readContent(server, reader, findObjects, { q: '.*' })).status).toBe(404)
  })

  test('can be paged, sorted in another order and combined with a query', async () => {
    expect(await search({ q: 'fog signals', limit: 2 })).toEqual(best.slice(0, 2))
    expect(await search({ q: 'fog signals', limit: 2, skip: 1 })).toEqual(best.slice(1, 3))
    expect(await search({ q: 'fog signals', limit: 9, skip: 4 })).toEqual(best.slice(4))
    const [, second] = await objectsOf(server, reader, { q: 'fog signals' })
    expect(await search({ q: 'fog signals', after: second?.id })).toEqual(best.slice(2))
    expect(await search({ q: 'fog signals', sort: 'title' })).toEqual(best.toSorted())
    expect(await search({ q: 'fog signals', query: { 'metadata.body': 'Horns.' } })).toEqual(
      best.slice(0, 2),
    )
  })
})

describe('a locale fallback', () => {
  let reader: Owner
  const list = (query: Record<string, unknown>) =>
    titlesOf(server, reader, { type: 'posts', sort: 'title', ...query })
  beforeAll(async () => {
    reader = await addOwner(server)
    await addType(server, reader, 'posts', [{ key: 'year', type: 'number' }], {
      localization: true,
    })
    const posts = [
      ['One', 'one', 'en', 1, 'published'],
      ['Eins', 'one', 'de', 2, 'published'],
      ['Two', 'two', 'en', 1, 'published'],
      ['Deux', 'two', 'fr', 1, 'published'],
      ['Zwei', 'two', 'de', 1, 'draft'],
      ['Trois', 'three', 'fr', 1, 'published'],
    ] as const
    for (const [title, slug, locale, year, status] of posts) {
      const data = { type: 'posts', title, slug, locale, status, metadata: { year } }
      await addOneObject(server, reader, data)
    }
  })

  test('gives one version of each object: the first public one in the order of the locales', async () => {
    expect(await list({ locale: 'de' })).toEqual(['Eins'])
    expect(await list({ locale: 'de', locale_fallback: 'en' })).toEqual(['Eins', 'Two'])
    expect(await list({ locale: 'de', locale_fallback: 'fr, en' })).toEqual([
      'Deux',
      'Eins',
      'Trois',
    ])
    const read_key = reader.bucket.api_access.preview_key
    const any = { locale: 'de', locale_fallback: 'en', status: 'any', read_key }
    expect(await list(any)).toEqual(['Eins', 'Zwei'])
    expect(await list({ query: { locale: 'de' }, locale_fallback: 'en' })).toEqual(['Eins', 'Two'])
  })

  test('is not used for an object whose own version does not match', async () => {
    const query = { locale: 'de', 'metadata.year': 1 }
    expect(await list({ query, locale_fallback: 'en' })).toEqual(['Two'])
  })
})

describe('the status parameter', () => {
  test('published shows the public version while a newer draft exists', async () => {
    expect(await titles({ query: { slug: 'gamma' } })).toEqual(['Gamma'])
    expect((await find({ query: '{"title":"Gamma, newer"}' })).status).toBe(404)
  })

  test('any shows the newest version', async () => {
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

  test('draft shows drafts only, as a parameter or in the query', async () => {
    expect(await titles({ ...preview(), status: 'draft' })).toEqual(['Delta', 'Gamma, newer'])
    expect(await titles({ ...preview(), query: { status: 'draft' } })).toEqual([
      'Delta',
      'Gamma, newer',
    ])
  })

  test('no value shows objects in the trash', async () => {
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

  test('is returned in the requested version, with the requested props', async () => {
    expect((await one('Gamma')).ok()).toMatchObject({ object: { title: 'Gamma' } })
    const newest = { object: { title: 'Gamma, newer', status: 'draft' } }
    expect((await one('Gamma', { ...preview(), status: 'any' })).ok()).toMatchObject(newest)
    expect((await one('Gamma', { ...preview(), status: 'draft' })).ok()).toMatchObject(newest)
    expect((await one('Beta', { props: 'title' })).ok()).toEqual({ object: { title: 'Beta' } })
  })

  test('answers 404 with the same message for a draft, another bucket’s object and a missing one', async () => {
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

  test('answers 400 for an invalid id', async () => {
    expect((await one('1')).error()).toMatchObject({ status: 400, details: [{ path: 'id' }] })
  })
})
