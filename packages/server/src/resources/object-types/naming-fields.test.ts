import type { BodyOf } from '@typecase/contract/endpoint'
import { addObjectType, updateObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const artist = { id: 'a'.repeat(24), key: 'artist', title: 'Artist', type: 'text' as const }
const number = { id: 'b'.repeat(24), key: 'number', title: 'Number', type: 'text' as const }
const body = { id: 'c'.repeat(24), key: 'body', title: 'Body', type: 'markdown' as const }
const metafields = [artist, number, body]

async function add(): Promise<void> {
  const options = { searchable: ['number', 'artist'], subtitle: 'artist' }
  const data = { title: 'Works', metafields, options }
  const call = { body: { slug: owner.bucket.slug, data } }
  expect((await server.call(addObjectType, call, owner)).ok().object_type.options).toEqual({
    slug_field: true,
    content_editor: false,
    ...options,
  })
}

const update = (data: BodyOf<typeof updateObjectType>['data'], by: { token?: string } = owner) =>
  server.call(updateObjectType, { body: { slug: owner.bucket.slug, type_slug: 'works', data } }, by)

const options = async (data: BodyOf<typeof updateObjectType>['data']) =>
  (await update(data)).ok().object_type.options

test('only those who may change types name searchable fields', async () => {
  await add()
  const none = { options: { searchable: [] } }
  expect((await update(none, {})).status).toBe(401)
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  expect((await update(none, editor)).status).toBe(403)
  expect((await update({ title: 'Works' })).ok().object_type.options.searchable).toHaveLength(2)
})

test('a key of no field, or of one that holds long texts, is refused by its name', async () => {
  await add()
  const unknown = await update({ options: { searchable: ['number', 'nubmer'] } })
  expect(unknown.status).toBe(400)
  expect(unknown.error().details).toEqual([
    {
      path: 'data.options.searchable.1',
      message: 'data.options.searchable.1 is no field of this type',
      rule: 'unknown_key',
    },
  ])
  const long = await update({ options: { subtitle: 'body' } })
  expect(long.status).toBe(400)
  expect(long.error().details?.[0]).toMatchObject({
    path: 'data.options.subtitle',
    message: expect.stringMatching(/is a field of type markdown; it must be one of text, number/),
  })
  const many = { options: { searchable: Array.from({ length: 11 }, () => 'number') } }
  expect((await update(many)).status).toBe(400)
})

test('either can be set alone, and the subtitle taken away', async () => {
  await add()
  expect(await options({ options: { searchable: ['number', 'number'] } })).toMatchObject({
    searchable: ['number'],
    subtitle: 'artist',
  })
  expect(await options({ options: { subtitle: null } })).toMatchObject({
    searchable: ['number'],
    subtitle: null,
  })
})

test('both follow a field to its new key, though another field takes the old one', async () => {
  await add()
  const renamed = [
    { ...artist, key: 'maker' },
    { ...artist, id: number.id },
  ]
  expect(await options({ metafields: renamed })).toMatchObject({
    searchable: ['artist', 'maker'],
    subtitle: 'maker',
  })
})

test('both go with the field, or when it holds long texts from now on', async () => {
  await add()
  expect(await options({ metafields: [number, body] })).toMatchObject({
    searchable: ['number'],
    subtitle: null,
  })
  const long = [{ ...number, type: 'textarea' as const }]
  expect(await options({ metafields: long })).toMatchObject({ searchable: [] })
})

test('a client that sends all options back with a renamed and a removed field is understood', async () => {
  await add()
  const before = await options({})
  const renamed = [{ ...number, key: 'accession_number' }]
  expect(await options({ metafields: renamed, options: before })).toMatchObject({
    searchable: ['accession_number'],
    subtitle: null,
  })
})
