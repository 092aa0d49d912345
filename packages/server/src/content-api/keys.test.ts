import { updateBucket } from '@typecase/contract/buckets'
import {
  findBlocks,
  findMedia,
  findMediaFolder,
  findMediaFolders,
  findMergeRequestObjects,
  findMetafield,
  findMetafields,
  findObject,
  findObjects,
  findObjectType,
  findObjectTypes,
  findOneMedia,
  findRevision,
  findRevisions,
} from '@typecase/contract/content'
import { insertObject } from '@typecase/contract/content-writes'
import type { Endpoint } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let owner: Owner
let other: Owner
let objectId: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  other = await addOwner(server)
  await addType(server, owner, 'posts')
  objectId = (await addOneObject(server, owner, { type: 'posts', title: 'A' })).id
})
afterAll(() => server.remove())

/** Endpoints that may return unpublished content. */
const ofDrafts = new Set<Endpoint>([findRevisions, findRevision])

const endpoints = [
  findObjects,
  findObject,
  findObjectTypes,
  findObjectType,
  findRevisions,
  findRevision,
  findMedia,
  findOneMedia,
  findMetafields,
  findMetafield,
  findBlocks,
  findMediaFolders,
  findMediaFolder,
  findMergeRequestObjects,
]

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_id, endpoint) => {
    const send = (query: Record<string, unknown>, headers: Record<string, string> = {}) =>
      server.send(
        endpoint,
        {
          params: {
            slug: owner.bucket.slug,
            id: objectId,
            type_slug: 'posts',
            revision_id: newId(),
            merge_request_id: '1',
          },
          query,
        },
        { headers },
      )

    test('answers 401 without a key, with a wrong key and with another bucket’s key', async () => {
      const { read_key, write_key } = other.bucket.api_access
      const bad = [{}, { read_key: '' }, { read_key: 'wrong' }, { read_key }, { write_key }]
      for (const query of bad) {
        const { status, code } = (await send(query)).error()
        expect({ status, code }).toEqual({ status: 401, code: 'unauthenticated' })
      }
      const bearer = await send({}, { authorization: `Bearer ${write_key}` })
      expect(bearer.status).toBe(401)
    })

    test('answers 401 for the token of a session', async () => {
      const headers = { authorization: `Bearer ${owner.token}` }
      expect((await send({}, headers)).status).toBe(401)
    })

    test('accepts each key, in the address or in the header, bare or as bearer', async () => {
      const { read_key, preview_key, write_key } = owner.bucket.api_access
      const answers = [
        await send({ read_key: preview_key }),
        await send({ read_key: write_key }),
        await send({ write_key }),
        await send({}, { authorization: preview_key }),
        await send({}, { authorization: `Bearer ${write_key}` }),
      ]
      if (!ofDrafts.has(endpoint)) answers.push(await send({ read_key }))
      for (const { status } of answers) expect([200, 404]).toContain(status)
    })

    test('accepts a valid key next to an invalid one', async () => {
      const { preview_key, write_key } = owner.bucket.api_access
      const foreign = [owner.token, other.bucket.api_access.write_key, 'x']
      for (const token of foreign) {
        const both = await send({ read_key: preview_key }, { authorization: `Bearer ${token}` })
        expect([200, 404]).toContain(both.status)
      }
      const basic = await send({ read_key: preview_key }, { authorization: 'Basic YTpi' })
      expect([200, 404]).toContain(basic.status)
      const wrong = await send({ read_key: 'wrong' }, { authorization: `Bearer ${write_key}` })
      expect([200, 404]).toContain(wrong.status)
    })

    test('answers 400 for an unknown parameter', async () => {
      const { preview_key } = owner.bucket.api_access
      const answer = await send({ read_key: preview_key, wibble: '1' })
      expect(answer.error()).toMatchObject({
        status: 400,
        details: [{ path: 'wibble', rule: 'unknown_key' }],
      })
    })
  },
)

test('a bucket that does not exist answers 404 and is named, with or without a key', async () => {
  for (const query of [{}, { read_key: owner.bucket.api_access.read_key }]) {
    const answer = await server.send(findObjects, { params: { slug: 'x' }, query })
    expect(answer.error()).toMatchObject({
      status: 404,
      message: "bucket with slug: 'x' not found",
    })
  }
})

describe('drafts and revisions', () => {
  const withDrafts: [string, Endpoint, Record<string, unknown>][] = [
    ['newest versions', findObjects, { status: 'any' }],
    ['newest versions, as older clients ask for them', findObjects, { status: 'all' }],
    ['drafts', findObjects, { status: 'draft' }],
    ['newest versions, within the query', findObjects, { query: '{"status":"any"}' }],
    ['drafts, within the query', findObjects, { query: '{"status":"draft"}' }],
    ['the newest version of an object', findObject, { status: 'any' }],
    ['an object that is a draft', findObject, { status: 'draft' }],
    ['revisions', findRevisions, {}],
  ]
  const read = (
    endpoint: Endpoint,
    query: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) =>
    server.send(endpoint, { params: { slug: owner.bucket.slug, id: objectId }, query }, { headers })

  test.each(withDrafts)(
    '%s: 401 with the read key, and a message that says why',
    async (_what, endpoint, query) => {
      const { read_key } = owner.bucket.api_access
      expect((await read(endpoint, { read_key, ...query })).error()).toMatchObject({
        status: 401,
        code: 'unauthenticated',
        message:
          'The read key reads published versions only. For drafts and revisions send the preview key as read_key, or the write key.',
      })
    },
  )

  test.each(withDrafts)(
    '%s: 200 with the preview key and the write key',
    async (_what, endpoint, query) => {
      const { read_key, preview_key, write_key } = owner.bucket.api_access
      const authorization = `Bearer ${write_key}`
      const answers = [
        await read(endpoint, { read_key: preview_key, ...query }),
        await read(endpoint, { read_key: write_key, ...query }),
        await read(endpoint, { write_key, ...query }),
        await read(endpoint, query, { authorization }),
        await read(endpoint, { read_key, ...query }, { authorization }),
      ]
      for (const { status } of answers) expect(status).toBe(200)
    },
  )

  test('an answer cached for the write key is not served to the read key at the same address', async () => {
    const { read_key, write_key } = owner.bucket.api_access
    const authorization = `Bearer ${write_key}`
    const query = { read_key, status: 'any' }
    const first = await read(findObjects, query, { authorization })
    expect(first.status).toBe(200)
    expect((await read(findObjects, query)).status).toBe(401)
    const etag = String(first.headers['etag'])
    expect((await read(findObjects, query, { 'if-none-match': etag })).status).toBe(401)
    const second = await read(findObjects, query, { authorization, 'if-none-match': etag })
    expect(second.status).toBe(304)
  })

  test('object types count published objects only', async () => {
    const { preview_key } = owner.bucket.api_access
    const answer = await read(findObjectTypes, { read_key: preview_key })
    expect(answer.ok()).toMatchObject({ object_types: [{ slug: 'posts', total_objects: 0 }] })
  })
})

describe('a bucket that may be read without a key', () => {
  let open: Owner
  let ids: { draft: string; published: string }
  const set = async (data: object) => {
    const body = { slug: open.bucket.slug, data }
    return server.call(updateBucket, { body }, open)
  }
  const send = (endpoint: Endpoint, query: object = {}, id = ids.published) =>
    server.send(endpoint, { params: { slug: open.bucket.slug, id }, query: { ...query } })
  beforeAll(async () => {
    open = await addOwner(server)
    await addType(server, open, 'posts')
    const add = async (title: string, status: string) =>
      (await addOneObject(server, open, { type: 'posts', title, status })).id
    ids = { draft: await add('Draft', 'draft'), published: await add('Published', 'published') }
  })

  test('answers 401 until its owner switches the setting on, which strangers cannot', async () => {
    expect(open.bucket.reads_without_key).toBe(false)
    expect((await send(findObjects)).status).toBe(401)
    const body = { slug: open.bucket.slug, data: { reads_without_key: true } }
    expect((await server.call(updateBucket, { body }, other)).status).toBe(404)
    expect((await send(findObjects)).status).toBe(401)
    expect((await set({ reads_without_key: true })).ok().bucket.reads_without_key).toBe(true)
  })

  test('shows published objects without a key and with an invalid one', async () => {
    await set({ reads_without_key: true })
    const { read_key } = other.bucket.api_access
    // Clients without a key send the word "undefined".
    for (const query of [{}, { read_key: '' }, { read_key: 'undefined' }, { read_key }]) {
      const answer = (await send(findObjects, query)).ok() as { objects: object[] }
      expect(answer.objects).toMatchObject([{ title: 'Published' }])
      expect((await send(findObject, query)).status).toBe(200)
      expect((await send(findObject, query, ids.draft)).status).toBe(404)
    }
  })

  test('still requires a key for drafts and revisions, even if the read key reads them', async () => {
    await set({ reads_without_key: true, read_key_reads_drafts: true })
    for (const query of [{}, { read_key: 'x' }]) {
      expect((await send(findObjects, { ...query, status: 'any' })).status).toBe(401)
      expect((await send(findRevisions, query)).status).toBe(401)
    }
    const { read_key } = open.bucket.api_access
    expect((await send(findObjects, { read_key, status: 'any' })).status).toBe(200)
  })

  test('still requires the write key for writes', async () => {
    await set({ reads_without_key: true })
    const params = { slug: open.bucket.slug }
    const body = { title: 'New', type: 'posts' }
    const { read_key } = open.bucket.api_access
    expect((await server.send(insertObject, { params, body })).status).toBe(401)
    expect(
      (await server.send(insertObject, { params, body, query: { write_key: 'x' } })).status,
    ).toBe(401)
    expect((await server.send(insertObject, { params, body, query: { read_key } })).status).toBe(
      403,
    )
  })

  test('answers 401 once it is switched off again, despite cached answers', async () => {
    await set({ reads_without_key: true })
    expect((await send(findObjects)).status).toBe(200)
    await set({ reads_without_key: false })
    expect((await send(findObjects)).status).toBe(401)
  })
})
