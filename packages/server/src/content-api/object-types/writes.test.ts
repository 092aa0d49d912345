import {
  deleteObjectType,
  insertObject,
  insertObjectType,
  updateObjectType,
} from '@typecase/contract/content-writes'
import { findObjects, findObjectType, findObjectTypes } from '@typecase/contract/content'
import type { Endpoint } from '@typecase/contract/endpoint'
import { listTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf, readContent } from '../testing/read-content.ts'
import { writeContent } from '../testing/write-content.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [{ key: 'text', type: 'text' }])
  await addOneObject(server, owner, {
    type: 'posts',
    title: 'One',
    status: 'published',
    metadata: { text: 'A lamp' },
  })
})

const send = (endpoint: Endpoint, body?: object, type_slug = 'posts') =>
  writeContent(server, owner, endpoint, { params: { type_slug }, ...(body && { body }) })
const slugs = async () => {
  const answer = await readContent(server, owner, findObjectTypes)
  return (answer.ok() as { object_types: { slug: string }[] }).object_types.map(({ slug }) => slug)
}

const writes: [string, Endpoint, object | undefined][] = [
  ['insert', insertObjectType, { title: 'Pages' }],
  ['update', updateObjectType, { title: 'Notes' }],
  ['delete', deleteObjectType, undefined],
]

describe.each(writes)('writing object types: %s', (_name, endpoint, body) => {
  test('answers 401 for a session, and 403 for a reading key', async () => {
    const params = { slug: owner.bucket.slug, type_slug: 'posts' }
    const input = { params, ...(body && { body }) }
    expect((await server.send(endpoint, input, owner)).status).toBe(401)
    const { read_key: token } = owner.bucket.api_access
    expect((await server.send(endpoint, input, { token })).status).toBe(403)
    expect(await slugs()).toEqual(['posts'])
  })
})

test('refused writes answer 400 with fields as they were sent, 404, or 409 for a slug that is taken', async () => {
  expect((await send(insertObjectType, {})).error()).toMatchObject({
    status: 400,
    details: [{ path: 'title', rule: 'required' }],
  })
  expect((await send(insertObjectType, { title: 'A', wibble: 1 })).error()).toMatchObject({
    details: [{ path: 'wibble', rule: 'unknown_key' }],
  })
  const folder = { title: 'A', folder: 'none' }
  expect((await send(insertObjectType, folder)).error()).toMatchObject({
    status: 400,
    message: 'folder is not a folder of this bucket',
    details: [{ path: 'folder' }],
  })
  expect((await send(insertObjectType, { title: 'Posts', slug: 'posts' })).error()).toMatchObject({
    status: 409,
    message: 'Object Type slug is already used',
    details: [{ path: 'slug' }],
  })
  for (const [endpoint, body] of [[updateObjectType, {}], [deleteObjectType]] as const)
    expect((await send(endpoint, body, 'none')).error()).toMatchObject({
      status: 404,
      message: "Object type with slug 'none' not found",
    })
})

test('inserts an object type with metafields', async () => {
  const metafields = [{ title: 'Headline', key: 'headline', type: 'text', value: '' }]
  const answer = await send(insertObjectType, { title: 'Pages', metafields, trigger_webhook: true })
  expect(answer.status).toBe(201)
  expect(answer.ok()).toMatchObject({
    object_type: { slug: 'pages', metafields: [{ key: 'headline' }] },
  })
  expect(await slugs()).toEqual(['posts', 'pages'])
  const page = { title: 'About', type: 'pages', metadata: { headline: 'Lamps' } }
  expect((await send(insertObject, page)).ok()).toMatchObject({
    object: { type: 'pages', metadata: { headline: 'Lamps' } },
  })
})

test('a new key of a metafield moves the values of its objects', async () => {
  const match = await readContent(server, owner, findObjectType, {}, { type_slug: 'posts' })
  const { metafields } = (match.ok() as { object_type: { metafields: object[] } }).object_type
  const renamed = metafields.map((field) => ({ ...field, key: 'body' }))
  expect((await send(updateObjectType, { metafields: renamed })).ok()).toMatchObject({
    object_type: { metafields: [{ key: 'body' }] },
  })
  expect(await objectsOf(server, owner)).toMatchObject([{ metadata: { body: 'A lamp' } }])
})

test('a new slug of an object type applies to its objects', async () => {
  const answer = await send(updateObjectType, { title: 'Notes', slug: 'notes' })
  expect(answer.ok()).toMatchObject({
    object_type: { title: 'Notes', slug: 'notes', total_objects: 1 },
  })
  expect(await objectsOf(server, owner, { query: { type: 'notes' } })).toHaveLength(1)
  expect(
    (await readContent(server, owner, findObjectType, {}, { type_slug: 'posts' })).status,
  ).toBe(404)
})

test('deletes an object type, and moves its objects to the trash', async () => {
  expect((await send(deleteObjectType)).ok()).toEqual({
    message: "Object type with slug 'posts' deleted successfully from bucket.",
  })
  expect(await slugs()).toEqual([])
  const { status } = await readContent(server, owner, findObjectTypes)
  expect(status).toBe(200)
  expect((await readContent(server, owner, findObjects)).status).toBe(404)
  const query = { slug: owner.bucket.slug }
  const trash = (await server.call(listTrash, { query }, owner)).ok()
  expect(trash).toMatchObject({ objects: [{ title: 'One', type: 'posts' }], total: 1 })
})
