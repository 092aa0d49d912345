import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { updateBucket } from '@typecase/contract/buckets'
import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { findObject, findRevision, findRevisions } from '@typecase/contract/content'
import {
  deleteObject,
  insertObject,
  insertRevision,
  updateMetafield,
  updateMetafields,
  updateObject,
} from '@typecase/contract/content-writes'
import type { Endpoint } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import { getObject } from '@typecase/contract/objects'
import { updateObjectType } from '@typecase/contract/object-types'
import { listTrash, restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf, readContent, type ContentAnswer } from '../testing/read-content.ts'
import { writeContent } from '../testing/write-content.ts'

let server: TestServer
let owner: Owner
let other: Owner
let id: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  other = await addOwner(server)
  await addType(server, owner, 'posts', [
    { key: 'text', type: 'text' },
    { key: 'number', type: 'number' },
    { key: 'code', type: 'text', unique: true },
    { key: 'next', type: 'object', object_type: 'posts' },
  ])
  const data = {
    type: 'posts',
    title: 'One',
    status: 'published',
    metadata: { text: 'a', number: 1 },
  }
  id = (await addOneObject(server, owner, data)).id
})

const send = (endpoint: Endpoint, body?: object, of = id, query: object = {}) =>
  writeContent(server, owner, endpoint, {
    params: { id: of, key: 'text' },
    query: { ...query },
    ...(body && { body }),
  })
const insert = (body: object) => send(insertObject, body)
const published = async () => (await objectsOf(server, owner)).map(({ title }) => title)

const writes: [string, Endpoint, object | undefined][] = [
  ['insert', insertObject, { title: 'New', type: 'posts' }],
  ['update', updateObject, { title: 'New' }],
  ['delete', deleteObject, undefined],
  ['insert a revision', insertRevision, { title: 'New' }],
  ['update metafields', updateMetafields, { metafields: [{ key: 'text', value: 'New' }] }],
  ['update a metafield', updateMetafield, { value: 'New' }],
]

describe.each(writes)('writing objects: %s', (_name, endpoint, body) => {
  const withKey = (query: object, token?: string) => {
    const params = { slug: owner.bucket.slug, id, key: 'text' }
    const input = { params, query: { ...query }, ...(body && { body }) }
    return server.send(endpoint, input, token === undefined ? {} : { token })
  }

  test('answers 401 without a key, with another bucket’s key and with a session', async () => {
    const { write_key } = other.bucket.api_access
    const answers = [
      await withKey({}),
      await withKey({ write_key: '' }),
      await withKey({ write_key }),
      await withKey({}, write_key),
      await withKey({}, owner.token),
    ]
    expect(answers.map((answer) => answer.error().code)).toEqual(
      answers.map(() => 'unauthenticated'),
    )
    expect(await readOneObject(server, owner, id)).toMatchObject({ title: 'One', rev: 1 })
  })

  test('answers 403 for a reading key', async () => {
    const { read_key, preview_key } = owner.bucket.api_access
    for (const key of [read_key, preview_key])
      expect((await withKey({ write_key: key }, key)).error().code).toBe('forbidden')
    expect(await readOneObject(server, owner, id)).toMatchObject({ title: 'One', rev: 1 })
  })

  test('answers 400 for an unknown parameter or field', async () => {
    const { write_key } = owner.bucket.api_access
    expect((await withKey({ write_key, wibble: '1' })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'wibble', rule: 'unknown_key' }],
    })
    if (!body) return
    expect((await send(endpoint, { ...body, wibble: 1 })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'wibble', rule: 'unknown_key' }],
    })
  })

  test('accepts the write key and other parameters next to the data', async () => {
    const { write_key } = owner.bucket.api_access
    const query = { write_key, ...(!body && { trigger_webhook: 'true' }) }
    const params = { slug: owner.bucket.slug, id, key: 'text' }
    const sent = body && { ...body, write_key, trigger_webhook: true }
    const answer = await server.send(endpoint, { params, query, ...(sent && { body: sent }) })
    expect(answer.status).toBe(endpoint.status ?? 200)
  })
})

test.each(writes.filter(([, { path }]) => path !== '/objects'))(
  '%s: 404 for a missing object or another bucket’s, and 400 for an invalid id',
  async (_name, endpoint, body) => {
    await addType(server, other, 'posts')
    const foreign = await addOneObject(server, other, { type: 'posts', title: 'Theirs' })
    for (const missing of [newId(), foreign.id])
      expect((await send(endpoint, body, missing)).error()).toMatchObject({
        status: 404,
        message: `Object with id '${missing}' not found`,
      })
    expect((await send(endpoint, body, 'x')).status).toBe(400)
    expect(await readOneObject(server, other, foreign.id)).toMatchObject({ rev: 1 })
  },
)

describe('inserting an object', () => {
  test('answers 400 with fields as they were sent, and the known message for metafields', async () => {
    const bad: [object, object][] = [
      [{ type: 'posts' }, { path: 'title', rule: 'required' }],
      [{ title: 'New' }, { path: 'type', rule: 'required' }],
      [
        { title: 'New', type: 'none' },
        { path: 'type', message: 'type must be an object type of this bucket' },
      ],
      [{ title: 'New', type: 'posts', publish_at: '9000000000000000' }, { path: 'publish_at' }],
      [{ title: 'New', type: 'posts', metafields: [{}] }, { path: 'metafields.0.key' }],
    ]
    for (const [body, detail] of bad) {
      const { status, details, message } = (await insert(body)).error()
      expect({ status, details }).toMatchObject({ status: 400, details: [detail] })
      expect(message).not.toContain('data.')
    }
    const wrong = { number: 'many', wibble: 1 }
    const { message, details } = (
      await insert({ title: 'New', type: 'posts', metadata: wrong })
    ).error()
    expect(message).toContain(
      "Metafield validation: invalid 'value' for metafield with key: 'number' and type: 'number'",
    )
    expect(details?.map(({ path }) => path)).toEqual(['metadata.number', 'metadata.wibble'])
    expect(await published()).toEqual(['One'])
  })

  test('adds an object that is published at once, without an author, in the form that clients read', async () => {
    const answer = await insert({
      title: 'Two',
      type: 'posts',
      metadata: { text: 'b', next: id },
      trigger_webhook: true,
    })
    expect(answer.status).toBe(201)
    const { object } = answer.ok() as { object: ContentAnswer }
    expect(object).toMatchObject({
      title: 'Two',
      slug: 'two',
      status: 'published',
      created_by: null,
      metadata: { text: 'b', next: id },
    })
    expect((await objectsOf(server, owner, { query: { id: object.id } }))[0]).toEqual(object)
  })

  test('adds a draft on request, and one that waits for its time of publication', async () => {
    await insert({ title: 'Draft', type: 'posts', status: 'draft' })
    const planned = await insert({
      title: 'Later',
      type: 'posts',
      publish_at: '2099-01-01T00:00:00Z',
    })
    expect(planned.ok()).toMatchObject({
      object: { status: 'draft', publish_at: Date.UTC(2099, 0) },
    })
    expect(await published()).toEqual(['One'])
  })

  test('answers 409 for a slug or a unique value that is already taken', async () => {
    const body = { title: 'New', type: 'posts', metadata: { code: 'x' } }
    expect((await insert(body)).status).toBe(201)
    expect((await insert(body)).error()).toMatchObject({
      status: 409,
      details: [{ path: 'metadata.code', rule: 'unique' }],
    })
    const taken = { title: 'New', type: 'posts', slug: 'one' }
    expect((await insert(taken)).error()).toMatchObject({
      status: 409,
      details: [{ path: 'slug' }],
    })
  })

  test('adds once per Idempotency-Key, which is refused for another object', async () => {
    const keyed = (endpoint: Endpoint, body: object, of: string) =>
      writeContent(
        server,
        owner,
        endpoint,
        { params: { id: of }, body },
        { 'idempotency-key': 'k' },
      )
    const body = { title: 'Once', type: 'posts' }
    const [first, again] = [
      await keyed(insertObject, body, id),
      await keyed(insertObject, body, id),
    ]
    expect(again.ok()).toEqual(first.ok())
    expect(await published()).toEqual(['Once', 'One'])

    const { id: second } = (first.ok() as { object: ContentAnswer }).object
    const draft = { title: 'Draft' }
    expect((await keyed(insertRevision, draft, id)).status).toBe(201)
    expect((await keyed(insertRevision, draft, second)).error().code).toBe('key_reused')
    expect(await readOneObject(server, owner, second)).toMatchObject({ title: 'Once' })
  })

  test('is a change set that the dashboard lists and can undo', async () => {
    await insert({ title: 'Two', type: 'posts' })
    const query = { slug: owner.bucket.slug }
    const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
    expect(change_sets[0]).toMatchObject({ title: 'Add “Two”', created_by: null, by_key: true })
    expect(change_sets[1]).toMatchObject({
      title: 'Add “One”',
      created_by: owner.id,
      by_key: false,
    })
    const change_set_id = change_sets[0]?.id ?? ''
    await server.call(undoChangeSet, { body: { ...query, change_set_id } }, owner)
    expect(await published()).toEqual(['One'])
  })
})

describe('updating an object', () => {
  test('merges metadata by key, and keeps the former state as a revision', async () => {
    const answer = await send(updateObject, { title: 'New', metadata: { number: 2 } })
    expect(answer.ok()).toMatchObject({
      object: {
        title: 'New',
        slug: 'one',
        status: 'published',
        metadata: { text: 'a', number: 2 },
      },
    })
    expect(await published()).toEqual(['New'])
    const { preview_key: read_key } = owner.bucket.api_access
    const former = await readContent(server, owner, findRevisions, { read_key }, { id })
    expect(former.ok()).toMatchObject({ revisions: [{ title: 'One' }], total: 1 })
  })

  test('keeps a draft unpublished until the status published is sent', async () => {
    await send(updateObject, { status: 'draft', title: 'Draft' })
    await send(updateObject, { metadata: { text: 'b' } })
    expect(await published()).toEqual(['One'])
    await send(updateObject, { status: 'published' })
    expect(await objectsOf(server, owner)).toMatchObject([
      { title: 'Draft', metadata: { text: 'b' } },
    ])
  })

  test('changes one metafield, or several as a list', async () => {
    expect((await send(updateMetafield, { value: 'one' })).ok()).toMatchObject({
      object: { metadata: { text: 'one', number: 1 } },
    })
    const metafields = [
      { key: 'text', value: 'two' },
      { key: 'number', value: 2 },
    ]
    expect((await send(updateMetafields, { metafields })).ok()).toMatchObject({
      object: { metadata: { text: 'two', number: 2 } },
    })
    expect((await send(updateMetafield, { value: [] })).error().message).toContain(
      "Metafield validation: invalid 'value' for metafield with key: 'text' and type: 'text'",
    )
  })

  test('saves all of many simultaneous writes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(updateObject, { metadata: n % 2 ? { text: `${n}` } : { number: n } }),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await readOneObject(server, owner, id)).toMatchObject({ rev: 21 })
  })
})

describe('a localized object type', () => {
  const edit = (body: object) =>
    server.send(bulkEditObjects, { body: { slug: owner.bucket.slug, ...body } }, owner)
  const localeOf = async (id: string) => (await readOneObject(server, owner, id)).locale
  beforeEach(async () => {
    const { slug } = owner.bucket
    const bucket = { body: { slug, data: { locales: ['en', 'de'] } } }
    ;(await server.call(updateBucket, bucket, owner)).ok()
    const type = { body: { slug, type_slug: 'posts', data: { localization: true } } }
    ;(await server.call(updateObjectType, type, owner)).ok()
  })

  test('answers 400 for a locale that it does not have, in each write', async () => {
    const problem = {
      path: 'locale',
      message: 'locale must be one of the locales of “posts”: en, de',
      rule: 'locale',
    }
    const answers = [
      await insert({ title: 'Two', type: 'posts', locale: 'fr' }),
      await send(updateObject, { locale: 'fr' }),
      await send(insertRevision, { locale: 'fr' }),
    ]
    for (const answer of answers)
      expect(answer.error()).toMatchObject({ status: 400, details: [problem] })
    const refused = await edit({ object_ids: [id], data: { locale: 'fr' } })
    expect(refused.error()).toMatchObject({ status: 400, details: [{ path: 'data.locale' }] })
  })

  test('gives the default locale to objects that are inserted without one', async () => {
    for (const locale of [undefined, null, '']) {
      const created = await insert({
        title: 'Two',
        type: 'posts',
        ...(locale !== undefined && { locale }),
      })
      expect(created.ok()).toMatchObject({ object: { locale: 'en' } })
    }
    const de = await insert({ title: 'Zwei', type: 'posts', locale: 'de' })
    expect(de.ok()).toMatchObject({ object: { locale: 'de' } })
    // Updates that do not mention locales leave them unchanged.
    expect((await send(updateObject, { title: 'First' })).ok()).toMatchObject({
      object: { locale: null },
    })
  })

  test('gives the default locale to all objects without one, in one change that can be undone', async () => {
    const query = { type: { $in: ['posts'] }, locale: null }
    const body = { query, data: { locale: null }, publish: true }
    expect((await edit({ ...body, dry_run: true })).ok()).toMatchObject({
      modified: 1,
      sample: [{ object_id: id, field: 'locale', before: null, after: 'en' }],
    })
    const { change_set_id } = (await edit(body)).ok() as { change_set_id: string }
    expect(await objectsOf(server, owner, { locale: 'en' })).toMatchObject([{ title: 'One' }])
    const undo = { body: { slug: owner.bucket.slug, change_set_id } }
    ;(await server.call(undoChangeSet, undo, owner)).ok()
    expect(await localeOf(id)).toBe(null)
  })
})

describe('a revision', () => {
  test('is a draft over the published version for any status, and is found by its id', async () => {
    const answer = await send(insertRevision, { title: 'Next', status: 'published' })
    expect(answer.ok()).toMatchObject({
      revision: { id, object_id: id, title: 'Next', status: 'draft' },
    })
    expect(await published()).toEqual(['One'])
    const read_key = owner.bucket.api_access.preview_key
    const any = await readContent(server, owner, findObject, { read_key, status: 'any' }, { id })
    expect(any.ok()).toMatchObject({ object: { title: 'Next' } })
    const one = await readContent(
      server,
      owner,
      findRevision,
      { read_key },
      { id, revision_id: id },
    )
    expect(one.ok()).toEqual(answer.ok())
  })
})

describe('deleting an object', () => {
  test('moves it to the trash, where it cannot be read or deleted but restored', async () => {
    expect((await send(deleteObject, undefined, id, { trigger_webhook: true })).ok()).toEqual({
      message: `Object with id '${id}' deleted successfully from bucket.`,
    })
    expect((await readContent(server, owner, findObject, {}, { id })).status).toBe(404)
    const query = { slug: owner.bucket.slug }
    const trash = (await server.call(listTrash, { query }, owner)).ok()
    expect(trash).toMatchObject({ objects: [{ id, title: 'One' }] })
    expect((await send(deleteObject)).error().status).toBe(404)
    expect(
      (await server.send(getObject, { query: { ...query, object_id: id } }, owner)).status,
    ).toBe(404)
    ;(await server.call(restoreTrash, { body: { ...query, object_ids: [id] } }, owner)).ok()
    expect(await objectsOf(server, owner)).toMatchObject([
      { id, title: 'One', slug: 'one', metadata: { text: 'a', number: 1 } },
    ])
  })

  test('is a change set of one object', async () => {
    await send(deleteObject)
    const query = { slug: owner.bucket.slug }
    const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
    expect(change_sets[0]).toMatchObject({ kind: 'delete', title: 'Delete “One”', count: 1 })
    const change_set_id = change_sets[0]?.id ?? ''
    const response = await server.call(getChangeSet, { query: { ...query, change_set_id } }, owner)
    expect(response.status).toBe(200)
  })
})
