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

test('setting the searchable fields needs a session (401) and the right to change types (403)', async () => {
  await add()
  const none = { options: { searchable: [] } }
  expect((await update(none, {})).status).toBe(401)
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  expect((await update(none, editor)).status).toBe(403)
  expect((await update({ title: 'Works' })).ok().object_type.options.searchable).toHaveLength(2)
})

test('unknown keys, fields with long texts and too many keys are refused, and named by their path', async () => {
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

test('searchable fields and the subtitle can be set separately, and the subtitle removed', async () => {
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

test('searchable fields and the subtitle follow a renamed field, even if its old key is reused', async () => {
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

test('searchable fields and the subtitle are dropped if the field is removed or becomes a long text', async () => {
  await add()
  expect(await options({ metafields: [number, body] })).toMatchObject({
    searchable: ['number'],
    subtitle: null,
  })
  const long = [{ ...number, type: 'textarea' as const }]
  expect(await options({ metafields: long })).toMatchObject({ searchable: [] })
})

test('unchanged options are accepted together with a renamed and a removed field', async () => {
  await add()
  const before = await options({})
  const renamed = [{ ...number, key: 'accession_number' }]
  expect(await options({ metafields: renamed, options: before })).toMatchObject({
    searchable: ['accession_number'],
    subtitle: null,
  })
})
