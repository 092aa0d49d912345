import { gunzipSync } from 'node:zlib'

import { deleteBucket, getBucket, updateBucket } from '@typecase/contract/buckets'
import { findObjects, findObjectTypes } from '@typecase/contract/content'
import type { Endpoint } from '@typecase/contract/endpoint'
import { addObjectType, deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import {
  deleteObjects,
  publishObjects,
  reorderObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { addBucket } from '@typecase/contract/projects'
import { restoreTrash } from '@typecase/contract/trash'
import { beforeEach, afterEach, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { type RawInput, startTestServer, type TestServer } from '../testing/test-server.ts'
import { objectsOf, readContent, titlesOf } from './testing/read-content.ts'

let server: TestServer
let owner: Owner
let objectId: string
beforeEach(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [{ key: 'text', type: 'textarea' }])
  const data = { type: 'posts', title: 'First', status: 'published' }
  objectId = (await addOneObject(server, owner, data)).id
})
afterEach(() => server.remove())

const addressOf = (query = '') =>
  `/v3/buckets/${owner.bucket.slug}/objects?read_key=${owner.bucket.api_access.read_key}${query}`
const get = (headers: Record<string, string> = {}, query = '') =>
  server.http.inject({ url: addressOf(query), headers })

function update(data: object) {
  const body = { slug: owner.bucket.slug, object_id: objectId, data }
  return server.call(updateObject, { body }, owner)
}

describe('a cached answer is never stale', () => {
  test('the next read after a write sees it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const title = `Round ${round}`
      ;(await update({ title, status: 'published' })).ok()
      expect(await titlesOf(server, owner)).toEqual([title])
      expect(await titlesOf(server, owner)).toEqual([title])
    }
  })

  test('every kind of write changes the next answer', async () => {
    const { slug } = owner.bucket
    const second = await addOneObject(server, owner, {
      type: 'posts',
      title: 'Second',
      status: 'published',
    })
    const named = { slug, object_ids: [second.id] }
    const writes: [Endpoint, RawInput][] = [
      [reorderObjects, { body: { slug, reorder_id: second.id, before_id: objectId } }],
      [reorderObjects, { body: { slug, reorder_id: objectId, before_id: second.id } }],
      [unpublishObjects, { body: named }],
      [publishObjects, { body: named }],
      [deleteObjects, { body: named }],
      [restoreTrash, { body: named }],
      [updateObjectType, { body: { slug, type_slug: 'posts', data: { title: 'News' } } }],
      [updateObjectType, { body: { slug, type_slug: 'posts', data: { slug: 'news' } } }],
      [addObjectType, { body: { slug, data: { title: 'More' } } }],
      [deleteObjectType, { query: { slug, type_slug: 'news' } }],
    ]
    const everything = async () =>
      JSON.stringify([
        (await get()).body,
        (await readContent(server, owner, findObjectTypes)).ok(),
      ]).replaceAll(/"request_id[^,}]*/g, '')
    for (const [endpoint, input] of writes) {
      const before = await everything()
      ;(await server.send(endpoint, input, owner)).ok()
      expect({ write: endpoint.id, isSeen: (await everything()) !== before }).toEqual({
        write: endpoint.id,
        isSeen: true,
      })
    }
  })

  test('reads that race with writes never go back in time', async () => {
    let written = 0
    const seen: number[] = []
    const writing = (async () => {
      for (let round = 1; round <= 30; round += 1) {
        ;(await update({ title: `${round}`, status: 'published' })).ok()
        written = round
      }
    })()
    for (;;) {
      // In-process requests never yield to the event loop, so yield here.
      await new Promise(setImmediate)
      const before = written
      const [title] = await titlesOf(server, owner)
      if (title !== 'First') {
        seen.push(Number(title))
        expect(Number(title)).toBeGreaterThanOrEqual(before)
      }
      if (before === 30) break
    }
    await writing
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  test('a new key takes effect at once', async () => {
    expect((await get()).statusCode).toBe(200)
    const tag = String((await get()).headers['etag'])
    const body = { slug: owner.bucket.slug, data: { reset_api_access_keys: true } }
    const { bucket } = (await server.call(updateBucket, { body }, owner)).ok()
    expect((await get()).statusCode).toBe(401)
    expect((await get({ 'if-none-match': tag })).statusCode).toBe(401)
    expect(await titlesOf(server, { ...owner, bucket })).toEqual(['First'])
  })

  test('a deleted bucket answers 404, and a new bucket with its slug starts empty', async () => {
    const tag = String((await get()).headers['etag'])
    const { slug } = owner.bucket
    ;(await server.call(deleteBucket, { query: { slug } }, owner)).ok()
    expect((await get()).statusCode).toBe(404)
    const body = { project_id: owner.project.id, data: { title: 'New', slug } }
    ;(await server.call(addBucket, { body }, owner)).ok()
    const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
    const repeat = { ...owner, bucket }
    const answer = await readContent(server, repeat, findObjects)
    expect(answer.status).toBe(404)
    owner = repeat
    expect((await get({ 'if-none-match': tag })).statusCode).toBe(404)
  })

  test('a bucket with a new slug keeps its content, and its former slug answers 404', async () => {
    expect((await get()).statusCode).toBe(200)
    const body = { slug: owner.bucket.slug, data: { slug: 'renamed' } }
    const { bucket } = (await server.call(updateBucket, { body }, owner)).ok()
    expect((await get()).statusCode).toBe(404)
    expect(await titlesOf(server, { ...owner, bucket })).toEqual(['First'])
  })

  test('another query gets another answer', async () => {
    expect(await objectsOf(server, owner, { props: 'title' })).toEqual([{ title: 'First' }])
    expect(await objectsOf(server, owner, { props: 'slug' })).toEqual([{ slug: 'first' }])
  })
})

describe('the ETag of an answer', () => {
  test('leads to 304 while nothing has changed, and to 200 after a change', async () => {
    const first = await get()
    const tag = String(first.headers['etag'])
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const second = await get({ 'if-none-match': `"other", ${tag}` })
    expect(second).toMatchObject({ statusCode: 304, body: '' })
    expect(second.headers['etag']).toBe(tag)
    ;(await update({ title: 'Second', status: 'published' })).ok()
    const third = await get({ 'if-none-match': tag })
    expect(third.statusCode).toBe(200)
    expect(third.headers['etag']).not.toBe(tag)
  })

  test('is missing for a random order, which is not cached', async () => {
    const data = { type: 'posts', status: 'published' }
    for (let n = 0; n < 8; n += 1) await addOneObject(server, owner, { ...data, title: `${n}` })
    const orders = new Set<string>()
    for (let n = 0; n < 20; n += 1) {
      const answer = await get({}, '&sort=random&props=title')
      expect(answer.headers['etag']).toBeUndefined()
      orders.add(answer.body)
    }
    expect(orders.size).toBeGreaterThan(1)
  })

  test('is missing for failures', async () => {
    const answer = await get({}, '&query={')
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['etag']).toBeUndefined()
  })
})

test('pretty=true gives the same answer with line breaks', async () => {
  const [plain, pretty] = [await get(), await get({}, '&pretty=true')]
  expect(pretty.body).toContain('\n  "objects": [')
  expect(pretty.json()).toEqual(plain.json())
})

test('each encoding is cached separately', async () => {
  ;(await update({ metadata: { text: 'long '.repeat(2000) }, status: 'published' })).ok()
  const plain = await get()
  for (let round = 0; round < 2; round += 1) {
    const zipped = await get({ 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
    expect((await get({ 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
    const secondAnswer = await get()
    expect(secondAnswer.headers['content-encoding']).toBeUndefined()
    expect(secondAnswer.body).toBe(plain.body)
  }
  expect(plain.headers['vary']).toContain('Accept-Encoding')
})

describe('pages of other origins', () => {
  test('may read answers and failures', async () => {
    const answers = [await get({ origin: 'https://a.example' }), await get({}, '&limit=0')]
    answers.push(await server.http.inject({ url: '/v3/buckets/none/objects' }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 404])
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test('may send a preflight request', async () => {
    const answer = await server.http.inject({
      method: 'OPTIONS',
      url: addressOf(),
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
    })
  })

  test('may not read answers of the dashboard’s endpoints', async () => {
    for (const url of ['/v3/buckets/get?slug=x', '/v3/admin/buckets/get?slug=x', '/v3/users/get']) {
      const { headers } = await server.http.inject({
        url,
        headers: { origin: 'https://a.example' },
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})
