import { getBucket } from '@typecase/contract/buckets'
import type { BodyOf } from '@typecase/contract/endpoint'
import {
  addObjectTypeFolder,
  deleteObjectTypeFolder,
  type ObjectTypeFolder,
  reorderObjectTypeFolders,
  updateObjectTypeFolder,
} from '@typecase/contract/object-type-folders'
import { addObjectType, deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let slug: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  slug = owner.bucket.slug
  for (const title of ['Posts', 'Pages']) {
    await server.call(addObjectType, { body: { slug, data: { title } } }, owner)
  }
})
afterAll(() => server.remove())

type Draft = BodyOf<typeof addObjectTypeFolder>['data']

async function add(data: Draft): Promise<ObjectTypeFolder> {
  const answer = await server.call(addObjectTypeFolder, { body: { slug, data } }, owner)
  return answer.ok().object_type_folder
}

const update = (object_type_folder_slug: string, data: Partial<Draft>, rev?: number) =>
  server.call(
    updateObjectTypeFolder,
    { body: { slug, object_type_folder_slug, data, ...(rev !== undefined && { rev }) } },
    owner,
  )

const bucket = async () => (await server.call(getBucket, { query: { slug } }, owner)).ok().bucket
const folders = async () => (await bucket()).object_type_folders

/** All calls, each with a valid input for the folder `site`. */
const calls = [
  { endpoint: addObjectTypeFolder, input: () => ({ body: { slug, data: { title: 'New' } } }) },
  {
    endpoint: updateObjectTypeFolder,
    input: () => ({ body: { slug, object_type_folder_slug: 'site', data: { title: 'X' } } }),
  },
  {
    endpoint: reorderObjectTypeFolders,
    input: () => ({ body: { slug, object_type_folder_slugs: ['site'] } }),
  },
  {
    endpoint: deleteObjectTypeFolder,
    input: () => ({ query: { slug, object_type_folder_slug: 'site' } }),
  },
]

test.each(calls)(
  '$endpoint.id answers 401 without a session, 403 for an editor and 404 for another tenant',
  async (call) => {
    const site = await add({ title: 'Site' })
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await server.send(call.endpoint, call.input())).status).toBe(401)
    expect((await server.send(call.endpoint, call.input(), editor)).status).toBe(403)
    const stranger = await addOwner(server)
    expect((await server.send(call.endpoint, call.input(), stranger)).status).toBe(404)
    expect(await folders()).toEqual([site])
    expect((await server.send(call.endpoint, call.input(), owner)).status).toBeLessThan(300)
  },
)

describe('adding a folder', () => {
  test('refuses an empty title and unknown object types, and adds nothing', async () => {
    for (const data of [
      { title: '' },
      { title: 'A', object_type_slugs: ['none'] },
      { slug: 'a' },
    ]) {
      const answer = await server.send(addObjectTypeFolder, { body: { slug, data } }, owner)
      expect(answer.status, JSON.stringify(data)).toBe(400)
    }
    expect(await folders()).toEqual([])
  })

  test('makes a folder with the given object types', async () => {
    const folder = await add({ title: 'Über uns', emoji: '📁', object_type_slugs: ['pages'] })
    expect(folder).toEqual({
      slug: 'uber-uns',
      title: 'Über uns',
      emoji: '📁',
      object_type_slugs: ['pages'],
      order: 0,
      rev: 1,
    })
    const { object_types, object_type_folders } = await bucket()
    expect(object_type_folders).toEqual([folder])
    expect(object_types.map((type) => type.folder)).toEqual([null, 'uber-uns'])
  })

  test('numbers a slug made from a title, but answers 409 to a given slug that is taken', async () => {
    await add({ title: 'Site' })
    expect((await add({ title: 'Site' })).slug).toBe('site-2')
    const body = { slug, data: { title: 'X', slug: 'site' } }
    expect((await server.call(addObjectTypeFolder, { body }, owner)).status).toBe(409)
  })
})

describe('updating a folder', () => {
  test('answers 404 for an unknown folder and 409 for a slug that is taken', async () => {
    await add({ title: 'A' })
    await add({ title: 'B' })
    expect((await update('none', { title: 'X' })).status).toBe(404)
    expect((await update('a', { slug: 'b' })).status).toBe(409)
  })

  test('replaces its object types, and removes them from other folders', async () => {
    await add({ title: 'A', object_type_slugs: ['posts'] })
    await add({ title: 'B' })
    await update('b', { object_type_slugs: ['posts', 'pages'] })
    expect((await folders()).map((folder) => folder.object_type_slugs)).toEqual([
      [],
      ['posts', 'pages'],
    ])
    await update('b', { object_type_slugs: [] })
    expect((await bucket()).object_types.map((type) => type.folder)).toEqual([null, null])
  })

  test('keeps its object types when its slug changes', async () => {
    await add({ title: 'A', object_type_slugs: ['posts'] })
    const folder = (await update('a', { slug: 'z' })).ok().object_type_folder
    expect(folder).toMatchObject({ slug: 'z', title: 'A', object_type_slugs: ['posts'], rev: 2 })
  })

  test('answers 412 to an outdated rev', async () => {
    await add({ title: 'A' })
    await update('a', { title: 'B' }, 1)
    const answer = await update('a', { title: 'C' }, 1)
    expect(answer.error()).toMatchObject({ status: 412, current: { title: 'B', rev: 2 } })
  })
})

test('reordering moves the named folders, leaves the others in place and refuses unknown ones', async () => {
  for (const title of ['a', 'b', 'c']) await add({ title })
  const send = (object_type_folder_slugs: string[]) =>
    server.call(reorderObjectTypeFolders, { body: { slug, object_type_folder_slugs } }, owner)
  expect((await send(['none'])).status).toBe(400)
  const answer = (await send(['c', 'a'])).ok().object_type_folders
  expect(answer.map((folder) => folder.slug)).toEqual(['c', 'b', 'a'])
  expect(await folders()).toEqual(answer)
})

test('deleting a folder keeps its object types, and deleting it again answers 404', async () => {
  await add({ title: 'A', object_type_slugs: ['posts'] })
  const query = { slug, object_type_folder_slug: 'a' }
  await server.call(deleteObjectTypeFolder, { query }, owner)
  const { object_types, object_type_folders } = await bucket()
  expect(object_type_folders).toEqual([])
  expect(object_types.map((type) => type.folder)).toEqual([null, null])
  expect((await server.call(deleteObjectTypeFolder, { query }, owner)).status).toBe(404)
})

test('a folder follows new slugs, moves and deletions of its object types', async () => {
  await add({ title: 'A', object_type_slugs: ['posts', 'pages'] })
  const change = { slug, type_slug: 'posts', data: { slug: 'news' } }
  await server.call(updateObjectType, { body: change }, owner)
  expect((await folders())[0]?.object_type_slugs).toEqual(['news', 'pages'])
  const out = { slug, type_slug: 'news', data: { folder: null } }
  await server.call(updateObjectType, { body: out }, owner)
  await server.call(deleteObjectType, { query: { slug, type_slug: 'pages' } }, owner)
  expect((await folders())[0]?.object_type_slugs).toEqual([])
})
