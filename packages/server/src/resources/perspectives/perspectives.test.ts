import { deleteObjects, getObject, listObjects, updateObject } from '@typecase/contract/objects'
import { addRelease } from '@typecase/contract/releases'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let slug: string
let door: string
let lamp: string
let ended: string
let release: string

const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  slug = owner.bucket.slug
  await addType(server, owner, 'posts')
  const add = async (title: string, more: object) =>
    (await addOneObject(server, owner, { type: 'posts', title, ...more })).id
  door = await add('The door', { status: 'published' })
  lamp = await add('The lamp', { status: 'draft' })
  ended = await add('Ended', { status: 'published', unpublish_at: inHours(1) })
  const data = { title: 'The open door', status: 'draft' as const }
  ;(await server.call(updateObject, { body: { slug, object_id: door, data } }, owner)).ok()
  const body = { slug, data: { title: 'Winter' }, object_ids: [door, lamp] }
  release = (await server.call(addRelease, { body }, owner)).ok().release.id
})
afterAll(() => server.remove())

const list = (parameters: object, as: { token: string } = owner) =>
  server.call(listObjects, { query: { slug, sort: 'title', ...parameters } }, as)
const titles = async (parameters: object) =>
  (await list(parameters)).ok().objects.map(({ object }) => object.title)
const get = (object_id: string, parameters: object) =>
  server.call(getObject, { query: { slug, object_id, ...parameters } }, owner)

test('a perspective needs a session (401), and answers 404 to users of other projects', async () => {
  expect((await list({ release }, { token: '' })).status).toBe(401)
  expect((await list({ release }, await addPerson(server))).status).toBe(404)
})

test('an invalid parameter is named (400)', async () => {
  const pathOf = async (parameters: object) => (await list(parameters)).error().details?.[0]?.path
  expect(await pathOf({ at: 'soon' })).toBe('at')
  expect(await pathOf({ at: inHours(-1) })).toBe('at')
  expect(await pathOf({ release: 'none' })).toBe('release')
  expect(await pathOf({ release, version: 'newest' })).toBe('version')
})

test('the list follows the perspective, with exact totals and the revs of the objects', async () => {
  expect(await titles({})).toEqual(['Ended', 'The lamp', 'The open door'])
  expect(await titles({ version: 'published' })).toEqual(['Ended', 'The door'])
  expect(await titles({ release })).toEqual(['Ended', 'The lamp', 'The open door'])
  expect(await titles({ at: inHours(2) })).toEqual(['The door'])
  const { total, objects } = (await list({ release, at: inHours(2), limit: 1 })).ok()
  expect(total).toBe(2)
  expect(objects[0]).toMatchObject({
    main_object_status: 'published',
    object: { id: lamp, status: 'published', rev: 1 },
  })
  const none = JSON.stringify({ title: 'None' })
  expect(await titles({ version: 'published', query: none })).toEqual([])
})

test('a single object follows the perspective, and answers 404 where it is not public', async () => {
  const title = async (id: string, parameters: object) =>
    (await get(id, parameters)).ok().object.title
  expect(await title(door, {})).toBe('The open door')
  expect(await title(door, { version: 'published' })).toBe('The door')
  expect(await title(door, { at: inHours(2) })).toBe('The door')
  const { object } = (await get(door, { release })).ok()
  expect(object).toMatchObject({ title: 'The open door', status: 'published', rev: 2 })
  expect((await get(lamp, { version: 'published' })).status).toBe(404)
  expect((await get(ended, { at: inHours(2) })).status).toBe(404)
})

test('an object in the trash is not in the published perspective', async () => {
  const gone = await addOneObject(server, owner, { type: 'posts', title: 'A', status: 'published' })
  const body = { slug, object_ids: [gone.id] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  expect(await titles({ version: 'published' })).not.toContain('A')
  expect((await get(gone.id, { version: 'published' })).status).toBe(404)
})
