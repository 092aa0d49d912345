import { findMedia, findOneMedia } from '@typecase/contract/content'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readContent } from '../testing/read-content.ts'

interface MediaAnswer {
  id: string
  name: string
  url: string
}

let server: TestServer
let owner: Owner
const ids: Record<string, string> = {}

async function add(name: string, data: object = {}, bucket = owner.bucket): Promise<void> {
  const id = newId()
  ids[name] = id
  const time = new Date(Date.UTC(2026, 0, Object.keys(ids).length)).toISOString()
  const row = {
    id,
    bucket_id: bucket.id,
    name,
    original_name: name,
    type: 'image/png',
    created_at: time,
    modified_at: time,
    ...data,
  }
  await server.app.db.write(
    ({ db }) =>
      db
        .insertInto('media' as never)
        .values(row as never)
        .execute(),
    'serializable',
  )
}

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await add('a.png', { size: 10, folder: 'art', alt_text: 'A harbour', width: 3, height: 2 })
  await add('b.mp4', { type: 'video/mp4', metadata: '{"rights":"ours"}' })
  await add('far.jpg', { location: 'https://images.example/old' })
  await add('gone.png', { deleted_at: '2026-01-01T00:00:00.000Z' })
})
afterAll(() => server.remove())

const find = (query: Record<string, unknown> = {}) => readContent(server, owner, findMedia, query)
async function namesOf(query: Record<string, unknown> = {}): Promise<string[]> {
  const { media } = (await find(query)).ok() as { media: MediaAnswer[] }
  return media.map(({ name }) => name)
}

describe('a list of media', () => {
  test.each([
    ['query', '{'],
    ['query', '{"size":{"$near":1}}'],
    ['sort', 'location'],
    ['limit', '5000'],
  ])('answers 400 for %s=%s', async (name, value) => {
    expect((await find({ [name]: value })).error()).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('shows media newest first, without those in the trash', async () => {
    expect((await find()).ok()).toMatchObject({ total: 3, limit: 1000, skip: 0 })
    expect(await namesOf()).toEqual(['far.jpg', 'b.mp4', 'a.png'])
  })

  test('shows each field of a media', async () => {
    const { media } = (await find({ query: '{"name":"a.png"}' })).ok() as { media: MediaAnswer[] }
    const url = `${server.app.settings.PUBLIC_URL}/media/a.png`
    expect(media).toEqual([
      {
        id: ids['a.png'],
        name: 'a.png',
        original_name: 'a.png',
        size: 10,
        type: 'image/png',
        bucket: owner.bucket.id,
        folder: 'art',
        title: '',
        alt_text: 'A harbour',
        width: 3,
        height: 2,
        duration: null,
        blurhash: null,
        color: null,
        metadata: {},
        url,
        imgix_url: url,
        created_at: expect.any(String),
        created_by: null,
        modified_at: expect.any(String),
        modified_by: null,
      },
    ])
  })

  test.each([
    [{ query: '{"type":"video/mp4"}' }, ['b.mp4']],
    [{ query: '{"folder":"art"}' }, ['a.png']],
    [{ folder: 'art' }, ['a.png']],
    [{ query: '{"name":{"$in":["a.png","b.mp4","gone.png"]}}' }, ['b.mp4', 'a.png']],
    [{ query: '{"metadata.rights":"ours"}' }, ['b.mp4']],
    [{ sort: 'created_at', limit: 1 }, ['a.png']],
    [{ skip: 2 }, ['a.png']],
  ])('is filtered, sorted and paged by %j', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected)
  })

  test('may be filtered by id', async () => {
    expect(await namesOf({ query: JSON.stringify({ id: ids['a.png'] }) })).toEqual(['a.png'])
  })

  test('answers 404 in a bucket without media, as clients expect', async () => {
    const empty = await addOwner(server)
    expect((await readContent(server, empty, findMedia)).error()).toMatchObject({
      status: 404,
      message: `No media found in bucket '${empty.bucket.slug}'`,
    })
  })

  test.each([{ name: { $in: ['none.png'] } }, { name: { $in: [] } }, { id: { $in: [newId()] } }])(
    'is empty if %j matches no name or id, as clients expect',
    async (query) => {
      expect((await find({ query: JSON.stringify(query) })).ok()).toEqual({
        media: [],
        total: 0,
        limit: 1000,
        skip: 0,
      })
    },
  )

  test('answers 404 for any other query without a match', async () => {
    for (const query of ['{"name":"none.png"}', '{"folder":{"$in":["none"]}}', '{"name":null}'])
      expect((await find({ query })).status).toBe(404)
  })

  test('has the address of a media that is stored elsewhere', async () => {
    const { media } = (await find({ query: '{"name":"far.jpg"}' })).ok() as { media: MediaAnswer[] }
    expect(media[0]?.url).toBe('https://images.example/old/far.jpg')
  })
})

describe('one media', () => {
  const one = (id: string, query: Record<string, unknown> = {}) =>
    readContent(server, owner, findOneMedia, query, { id })

  test('is returned with the requested props', async () => {
    expect((await one(ids['a.png'] ?? '', { props: 'name,size' })).ok()).toEqual({
      media: { name: 'a.png', size: 10 },
    })
  })

  test('answers 404 if it is in the trash, in another bucket or missing', async () => {
    const other = await addOwner(server)
    await add('theirs.png', {}, other.bucket)
    for (const id of [ids['gone.png'] ?? '', ids['theirs.png'] ?? '', newId()]) {
      const { status, message } = (await one(id)).error()
      expect({ status, message }).toEqual({
        status: 404,
        message: `Media with id '${id}' not found`,
      })
    }
  })
})
