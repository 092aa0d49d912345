import { getBucket } from '@typecase/contract/buckets'
import { findObject, findObjects, findRevisions } from '@typecase/contract/content'
import { listObjects, updateObject } from '@typecase/contract/objects'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const MEGABYTE = 'x'.repeat(1_000_000)

let server: TestServer
let owner: Owner
let key: string

async function start(settings: Record<string, string> = {}): Promise<void> {
  server = await startTestServer(settings, { clock: createTestClock() })
  owner = await addOwner(server)
  const query = { slug: owner.bucket.slug }
  key = (await server.call(getBucket, { query }, owner)).ok().bucket.api_access.preview_key
}
afterEach(() => server.remove())

interface List {
  objects: object[]
  total: number
}

const find = (query: Record<string, unknown>) =>
  server.send(findObjects, {
    params: { slug: owner.bucket.slug },
    query: { read_key: key, status: 'any', ...query },
  })

describe('an answer of many large objects', () => {
  beforeEach(async () => {
    await start()
    await addType(server, owner, 'posts', [
      { key: 'text', type: 'text' },
      { key: 'next', type: 'object', object_type: 'posts' },
    ])
    await addManyObjects(server, owner, 'posts', 30, (n) => ({
      title: `Post ${n}`,
      content: MEGABYTE,
      metadata: `{"text":"text ${n}"}`,
    }))
  })

  test('is refused with the limit that fits, and answered with that limit', async () => {
    const { status, code, details } = (await find({ limit: 30 })).error()
    expect([status, code]).toEqual([400, 'invalid'])
    expect(details).toMatchObject([{ path: 'limit', rule: 'bytes' }])
    const fitting = Number(/at most (\d+) here/.exec(details?.[0]?.message ?? '')?.[1])
    expect(fitting).toBe(15)
    const list = (await find({ limit: fitting })).ok() as List
    expect(list.objects).toHaveLength(15)
    for (const object of list.objects) expect(object).toHaveProperty('content', MEGABYTE)
    expect(list.total).toBe(30)
    expect((await find({ limit: fitting + 1 })).status).toBe(400)
  })

  test('is answered in full if the large fields are left out', async () => {
    const list = (await find({ limit: 30, props: 'id,title,metadata.text' })).ok() as List
    expect(list.objects).toHaveLength(30)
    expect(list.objects.at(-1)).toMatchObject({ title: 'Post 0', metadata: { text: 'text 0' } })
    expect((await find({ limit: 30, props: 'title,content' })).status).toBe(400)
  })

  test('keeps the requested order', async () => {
    const list = (await find({ limit: 5, skip: 3, sort: 'title', props: 'title' })).ok() as List
    const titles = ['Post 11', 'Post 12', 'Post 13', 'Post 14', 'Post 15'].map((title) => ({
      title,
    }))
    expect(list.objects).toEqual(titles)
  })

  test('is refused in the dashboard too, unless the large fields are left out', async () => {
    const query = { slug: owner.bucket.slug, limit: 30 }
    const { details } = (await server.call(listObjects, { query }, owner)).error()
    expect(details).toMatchObject([{ path: 'limit', rule: 'bytes' }])
    const short = { ...query, props: 'id,title' }
    const { objects } = (await server.call(listObjects, { query: short }, owner)).ok()
    expect(objects.map(({ object }) => Object.keys(object))).toEqual(
      Array.from({ length: 30 }, () => ['id', 'title']),
    )
  })

  test('is refused if related objects make it too large', async () => {
    const { id } = await addOneObject(server, owner, {
      type: 'posts',
      title: 'Shared',
      content: MEGABYTE.slice(0, 900_000),
    })
    await addType(server, owner, 'notes', [{ key: 'post', type: 'object', object_type: 'posts' }])
    await addManyObjects(server, owner, 'notes', 30, () => ({ metadata: `{"post":"${id}"}` }))
    const notes = { type: 'notes', limit: 30 }
    expect((await find(notes)).status).toBe(200)
    const { details } = (await find({ ...notes, depth: 1 })).error()
    expect(details).toMatchObject([{ path: 'depth', rule: 'bytes' }])
    expect((await find({ ...notes, depth: 1, limit: 10 })).status).toBe(200)
    const titles = (await find({ ...notes, props: 'metadata.post.title' })).ok() as List
    expect(titles.objects.at(0)).toEqual({ metadata: { post: { title: 'Shared' } } })
  })

  test('is refused for the revisions of a single object, too', async () => {
    const [object] = ((await find({ limit: 1, props: 'id' })).ok() as { objects: [{ id: string }] })
      .objects
    const params = { slug: owner.bucket.slug, id: object.id }
    for (let n = 0; n < 18; n += 1) {
      const body = { slug: params.slug, object_id: params.id, data: { title: `Title ${n}` } }
      ;(await server.call(updateObject, { body }, owner)).ok()
    }
    const query = { read_key: key, status: 'any' }
    expect((await server.send(findObject, { params, query })).status).toBe(200)
    const { details } = (await server.send(findRevisions, { params, query })).error()
    expect(details).toMatchObject([{ path: 'limit', rule: 'bytes' }])
    const few = { ...query, limit: 3 }
    expect((await server.send(findRevisions, { params, query: few })).status).toBe(200)
  })
})

describe('requests to the content API', () => {
  test('are limited by key and address, even when a cached answer serves them', async () => {
    await start({ RATE_LIMITS: 'on' })
    await addType(server, owner, 'posts')
    await addOneObject(server, owner, { type: 'posts', title: 'Post' })
    const url = `/v3/buckets/${owner.bucket.slug}/objects?read_key=${key}&status=any`
    const from = (remoteAddress: string) => server.http.inject({ url, remoteAddress })
    const caller = ['203.0.113.9', `${owner.bucket.id} read`] as const
    for (let n = 0; n < 4990; n += 1) server.app.admission.contentRate(...caller)
    for (let n = 0; n < 10; n += 1) expect((await from('203.0.113.9')).statusCode).toBe(200)
    const answer = await from('203.0.113.9')
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('203.0.113.10')).statusCode).toBe(200)
  })

  test('are limited for writes too, by the write key and address', async () => {
    await start({ RATE_LIMITS: 'on' })
    await addType(server, owner, 'posts')
    const { write_key } = owner.bucket.api_access
    const write = (remoteAddress: string) =>
      server.http.inject({
        method: 'POST',
        url: `/v3/buckets/${owner.bucket.slug}/objects`,
        headers: { authorization: `Bearer ${write_key}` },
        payload: { type: 'posts', title: 'Post' },
        remoteAddress,
      })
    const caller = ['203.0.113.9', `${owner.bucket.id} write`] as const
    for (let n = 0; n < 4999; n += 1) server.app.admission.contentRate(...caller)
    expect((await write('203.0.113.9')).statusCode).toBe(201)
    const answer = await write('203.0.113.9')
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await write('203.0.113.10')).statusCode).toBe(201)
  })
})
