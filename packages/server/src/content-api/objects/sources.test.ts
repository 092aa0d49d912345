import { findObject, findObjects } from '@typecase/contract/content'
import { updateBucket } from '@typecase/contract/buckets'
import { VERCEL_STEGA_REGEX, vercelStegaDecodeAll } from '@vercel/stega'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readContent, type ContentAnswer } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
let ada: string
let post: string

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'people', [{ key: 'bio', type: 'textarea' }])
  await addType(server, owner, 'posts', [
    { key: 'teaser', type: 'text' },
    { key: 'link', type: 'text' },
    { key: 'stars', type: 'text', kind: 'rating.stars' },
    { key: 'minutes', type: 'number' },
    { key: 'look', type: 'select', options: [{ key: 'wide', value: 'Wide' }] },
    { key: 'author', type: 'object', object_type: 'people' },
    {
      key: 'rows',
      type: 'repeater',
      repeater_fields: [{ key: 'text', title: 'Text', type: 'markdown' }],
    },
  ])
  ada = (await add('people', 'Ada', { metadata: { bio: 'Writes.' } })).id
  post = (
    await add('posts', 'The storm', {
      content: '<p>Wind, <b>fog</b></p>\n',
      metadata: {
        teaser: 'A night',
        link: 'https://example.com/storm',
        stars: 'Five',
        minutes: 4,
        author: ada,
        rows: [{ text: '**One**' }, { text: 'Two' }],
      },
    })
  ).id
})
afterAll(() => server.remove())

const add = (type: string, title: string, more: object) =>
  addOneObject(server, owner, { type, title, status: 'published', ...more })

const read = (query: object = {}) =>
  readContent(
    server,
    owner,
    findObject,
    { source: 'true', read_key: owner.bucket.api_access.preview_key, ...query },
    { id: post },
  )
const readPosts = async (query: object = {}) =>
  ((await read(query)).ok() as { object: ContentAnswer }).object as ContentAnswer & {
    _source: object
  }

test('sources answer 401 without a key', async () => {
  expect((await read({ read_key: '' })).status).toBe(401)
})

test('sources answer 403 with the read key, even if it reads drafts or no key is required', async () => {
  const { read_key } = owner.bucket.api_access
  const refused = (await read({ read_key })).error()
  expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
  expect(refused.message).toContain('needs the preview key')
  const setting = async (data: object) =>
    (await server.call(updateBucket, { body: { slug: owner.bucket.slug, data } }, owner)).ok()
  await setting({ read_key_reads_drafts: true, reads_without_key: true })
  // The same address was requested before with the key in a header.
  const list = (token: string) =>
    server.send(
      findObjects,
      { params: { slug: owner.bucket.slug }, query: { source: 'true', type: 'posts' } },
      { token },
    )
  expect((await list(owner.bucket.api_access.preview_key)).status).toBe(200)
  expect((await list(read_key)).status).toBe(403)
  expect((await read({ read_key: '' })).status).toBe(403)
  await setting({ read_key_reads_drafts: false, reads_without_key: false })
})

test('sources answer 400 for a value other than true', async () => {
  expect((await read({ source: 'yes' })).error()).toMatchObject({
    status: 400,
    details: [{ path: 'source' }],
  })
})

test('texts contain their source, and objects list the fields that cannot', async () => {
  const object = await readPosts({ depth: 1 })
  const sources = vercelStegaDecodeAll<{ o: string; p: string }>(JSON.stringify(object))
  expect(sources).toHaveLength(7)
  expect(sources).toEqual(
    expect.arrayContaining([
      { o: post, p: 'title' },
      { o: post, p: 'content' },
      { o: post, p: 'metadata.teaser' },
      { o: post, p: 'metadata.rows.0.text' },
      { o: post, p: 'metadata.rows.1.text' },
      { o: ada, p: 'title' },
      { o: ada, p: 'metadata.bio' },
    ]),
  )
  expect(object._source).toEqual({
    id: post,
    fields: {
      'metadata.link': 'text',
      'metadata.stars': 'text',
      'metadata.minutes': 'number',
      'metadata.author': 'object',
    },
  })
  expect(object.content).toMatch(/^<p>Wind, <b>fog[^<]+<\/b><\/p>\n$/)
  const { author, rows } = object.metadata as { author: ContentAnswer; rows: { text: string }[] }
  expect(author['_source']).toEqual({ id: ada, fields: {} })
  expect(rows[0]?.text).toMatch(/^\*\*One[^*]+\*\*$/)
})

test('sources cover only the fields of props', async () => {
  const object = await readPosts({ props: 'title,metadata.minutes,metadata.author.title' })
  const author = { title: expect.stringMatching(/^Ada./), _source: { id: ada, fields: {} } }
  expect(object).toEqual({
    title: expect.stringMatching(/^The storm./),
    metadata: { minutes: 4, author },
    _source: { id: post, fields: { 'metadata.minutes': 'number', 'metadata.author': 'object' } },
  })
})

test('an answer with sources is not cached, and a plain one contains none', async () => {
  const address = `/v3/buckets/${owner.bucket.slug}/objects/${post}`
  const { preview_key: read_key } = owner.bucket.api_access
  const withSources = await server.http.inject({
    url: address,
    query: { read_key, source: 'true' },
  })
  expect(withSources.headers['cache-control']).toBe('no-store')
  expect(withSources.headers['etag']).toBe(undefined)
  const plain = await server.http.inject({ url: address, query: { read_key } })
  expect(plain.headers['cache-control']).toBe('private, no-cache')
  expect(plain.body).not.toMatch(new RegExp(VERCEL_STEGA_REGEX.source, 'u'))
})

test('an answer that sources would make too large is refused', async () => {
  await addType(server, owner, 'many', [
    { key: 'rows', type: 'repeater', repeater_fields: [{ key: 'a', title: 'A', type: 'text' }] },
  ])
  const rows = Array.from({ length: 1000 }, () => ({ a: 'One' }))
  await addManyObjects(server, owner, 'many', 40, () => ({ metadata: JSON.stringify({ rows }) }))
  const list = (limit: number) =>
    readContent(server, owner, findObjects, {
      read_key: owner.bucket.api_access.preview_key,
      source: 'true',
      type: 'many',
      status: 'any',
      limit,
    })
  expect((await list(40)).error()).toMatchObject({
    status: 400,
    details: [{ path: 'source', rule: 'bytes' }],
  })
  expect((await list(5)).status).toBe(200)
})
