import { getMedia } from '@typecase/contract/media'
import {
  addMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  reorderMediaFolders,
  updateMediaFolder,
} from '@typecase/contract/media-folders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addMedia } from '../../testing/media.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { sendForm } from '../../testing/uploads.ts'

let server: TestServer
let owner: Owner
let contributor: Person

beforeAll(async () => {
  server = await startTestServer()
  contributor = await addPerson(server)
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await join(server, contributor, owner, 'contributor')
})

const add = (data: object, by: { token?: string } = owner) =>
  server.send(addMediaFolder, { body: { slug: owner.bucket.slug, data } }, by)

const update = (media_folder_slug: string, data: object, more: object = {}) =>
  server.send(
    updateMediaFolder,
    { body: { slug: owner.bucket.slug, media_folder_slug, data, ...more } },
    owner,
  )

const list = async () =>
  (await server.call(listMediaFolders, { query: { slug: owner.bucket.slug } }, owner)).ok()

/** Returns each folder as its slug, its parent and the number of its media. */
const tree = async () =>
  (await list()).media_folders.map(({ slug, parent, media_count }) => [slug, parent, media_count])

describe('media folders refuse', () => {
  test('requests without a session (401) and contributors (403)', async () => {
    expect((await add({ title: 'Art' }, {})).status).toBe(401)
    expect((await add({ title: 'Art' }, contributor)).status).toBe(403)
    expect(await tree()).toEqual([])
  })

  test.each([
    [{}, 'data.title'],
    [{ title: '' }, 'data.title'],
    [{ title: 'T', slug: 'a b' }, 'data.slug'],
    [{ title: 'T', parent: 'none' }, 'data.parent'],
    [{ title: 'T', color: 'red' }, 'data.color'],
  ])('%j', async (data, path) => {
    const { status, details } = (await add(data)).error()
    expect([status, details?.[0]?.path]).toEqual([400, path])
  })

  test('a folder within itself (400), a slug in use (409), an outdated rev (412) and an unknown slug (404)', async () => {
    await add({ title: 'Art' })
    await add({ title: 'Old', parent: 'art' })
    await add({ title: 'Stone', parent: 'old' })
    for (const parent of ['art', 'old', 'stone']) {
      expect((await update('art', { parent })).error()).toMatchObject({
        status: 400,
        details: [{ path: 'data.parent', rule: 'cycle' }],
      })
    }
    expect((await add({ title: 'Art', slug: 'art' })).status).toBe(409)
    expect((await update('old', { slug: 'art' })).status).toBe(409)
    expect((await update('old', { title: 'X' }, { rev: 7 })).status).toBe(412)
    expect((await update('none', { title: 'X' })).status).toBe(404)
  })
})

test('folders form a tree, and a duplicate title gets the next free slug', async () => {
  expect((await add({ title: 'Über uns', emoji: '🏛' })).ok()).toEqual({
    media_folder: {
      slug: 'uber-uns',
      title: 'Über uns',
      emoji: '🏛',
      parent: null,
      order: 0,
      rev: 1,
    },
  })
  await add({ title: 'Über uns', parent: 'uber-uns' })
  expect(await tree()).toEqual([
    ['uber-uns', null, 0],
    ['uber-uns-2', 'uber-uns', 0],
  ])
  await update('uber-uns-2', { parent: null })
  expect(await tree()).toEqual([
    ['uber-uns', null, 0],
    ['uber-uns-2', null, 0],
  ])
})

test('media are counted, follow a renamed slug, and move to the parent when their folder is deleted', async () => {
  await add({ title: 'Art' })
  await add({ title: 'Old', parent: 'art' })
  await add({ title: 'Stone', parent: 'old' })
  const [media_id = ''] = await addMedia(server, owner, [{ folder: 'old' }, { folder: 'art' }, {}])
  expect(await list()).toMatchObject({ unfiled_count: 1 })

  expect((await update('old', { slug: 'ancient' })).ok()).toMatchObject({
    media_folder: { slug: 'ancient', title: 'Old', parent: 'art', rev: 2 },
  })
  expect(await tree()).toEqual([
    ['art', null, 1],
    ['ancient', 'art', 1],
    ['stone', 'ancient', 0],
  ])
  const query = { slug: owner.bucket.slug, media_folder_slug: 'ancient' }
  await server.send(deleteMediaFolder, { query }, owner)
  expect(await tree()).toEqual([
    ['art', null, 2],
    ['stone', 'art', 0],
  ])
  const one = await server.call(getMedia, { query: { slug: owner.bucket.slug, media_id } }, owner)
  expect(one.ok().media.folder).toBe('art')
})

test('uploads create the folders that they name, and reuse existing ones', async () => {
  await add({ title: 'Art' })
  const url = `/v3/buckets/${owner.bucket.slug}/media-upload`
  const folders = []
  for (const folder of ['art', 'My covers', 'my-covers', 'My covers', 'Old']) {
    const file = { bytes: 'x', name: 'x.txt' }
    const { json } = await sendForm(server, url, owner.token, [
      ['folder', folder],
      ['files', file],
    ])
    const [media] = json['media'] as { folder: string }[]
    folders.push(media?.folder)
  }
  expect(folders).toEqual(['art', 'my-covers', 'my-covers', 'my-covers', 'Old'])
  expect(await list()).toMatchObject({
    media_folders: [
      { slug: 'art', media_count: 1 },
      { slug: 'my-covers', title: 'My covers', media_count: 3 },
      { slug: 'Old', media_count: 1 },
    ],
    unfiled_count: 0,
  })
})

test('reordering moves the named folders and leaves the others in place', async () => {
  for (const title of ['A', 'B', 'C']) await add({ title })
  const reorder = (media_folder_slugs: string[]) =>
    server.call(
      reorderMediaFolders,
      { body: { slug: owner.bucket.slug, media_folder_slugs } },
      owner,
    )
  await reorder(['c', 'a'])
  expect((await tree()).map(([slug]) => slug)).toEqual(['c', 'b', 'a'])
  expect((await reorder(['none'])).status).toBe(400)
})
