import { findObjectType, findObjectTypes } from '@typecase/contract/content'
import { deleteObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readContent } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  for (const slug of ['posts', 'pages', 'gone'])
    await addType(server, owner, slug, [{ key: 'text', type: 'text' }])
  const query = { slug: owner.bucket.slug, type_slug: 'gone' }
  ;(await server.call(deleteObjectType, { query }, owner)).ok()
})
afterAll(() => server.remove())

const one = (type_slug: string, query: Record<string, unknown> = {}) =>
  readContent(server, owner, findObjectType, query, { type_slug })

test('lists the existing object types with their metafields', async () => {
  const answer = (await readContent(server, owner, findObjectTypes)).ok()
  expect(answer).toMatchObject({
    object_types: [
      { slug: 'posts', title: 'posts', metafields: [{ key: 'text', type: 'text' }] },
      { slug: 'pages' },
    ],
    total: 2,
  })
})

test('a bucket without object types has an empty list', async () => {
  const empty = await addOwner(server)
  const answer = (await readContent(server, empty, findObjectTypes)).ok()
  expect(answer).toEqual({ object_types: [], total: 0 })
})

test('an object type is found by slug, with the requested props', async () => {
  expect((await one('pages')).ok()).toMatchObject({ object_type: { slug: 'pages' } })
  expect((await one('pages', { props: 'slug,metafields.key' })).ok()).toEqual({
    object_type: { slug: 'pages', metafields: [{ key: 'text' }] },
  })
})

test('an object type that is deleted, missing or another bucket’s answers 404, an invalid slug 400', async () => {
  const other = await addOwner(server)
  await addType(server, other, 'theirs')
  for (const slug of ['gone', 'none', 'theirs']) {
    const { status, message } = (await one(slug)).error()
    expect({ status, message }).toEqual({
      status: 404,
      message: `Object type with slug '${slug}' not found`,
    })
  }
  expect((await one('a b')).status).toBe(400)
})
