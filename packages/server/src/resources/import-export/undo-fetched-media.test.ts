import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { fetchMedia } from '@typecase/contract/import-export'
import { listMedia } from '@typecase/contract/media'
import {
  type CmsObject,
  deleteObjects,
  listObjects,
  updateObject,
} from '@typecase/contract/objects'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { endOf, importFile } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let site: Server
let base: string
let owner: Owner
beforeAll(async () => {
  server = await startTestServer({ REACHABLE_NETWORKS: '127.0.0.1/32' })
  const png = await picture().png().toBuffer()
  site = createServer((_request, reply) => void reply.end(png))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(async () => {
  await server.remove()
  site.closeAllConnections()
  site.close()
})

const slug = () => owner.bucket.slug

/** Imports two media and published posts that use both, and fetches the files. @returns the first media, renamed */
async function importAndFetch(posts = 2): Promise<{ name: string; url: string }> {
  const file = {
    object_types: [
      {
        title: 'Posts',
        slug: 'posts',
        options: { content_editor: true },
        metafields: [
          { title: 'Hero', key: 'hero', type: 'file' },
          { title: 'Note', key: 'note', type: 'text' },
        ],
      },
    ],
    media: ['tower.png', 'bridge.png'].map((name) => ({ name, type: 'image/png', location: base })),
    objects: Array.from({ length: posts }, (_, n) => ({
      title: `Post ${n}`,
      type: 'posts',
      status: 'published',
      thumbnail: 'bridge.png',
      content: `<img src="${base}/tower.png">`,
      metadata: { hero: 'tower.png' },
    })),
  }
  expect((await importFile(server, owner, JSON.stringify(file))).job.status).toBe('done')
  const { job } = (
    await server.call(fetchMedia, { params: { slug: slug() }, body: {} }, owner)
  ).ok()
  if (!job) throw new Error('nothing is to be fetched')
  expect(await endOf(server, owner, job)).toMatchObject({ done: 2, failed: 0 })
  return tower()
}

async function tower(): Promise<{ id: string; name: string; url: string }> {
  const { media } = (await server.call(listMedia, { query: { slug: slug() } }, owner)).ok()
  const one = media.find(({ original_name: name }) => name === 'tower.png')
  if (!one) throw new Error('no tower')
  return one
}

const posts = async (): Promise<CmsObject[]> => {
  const query = { slug: slug(), limit: 1000 }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return objects
    .map(({ object }) => object)
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
}

const edit = async (post: CmsObject | undefined, data: object): Promise<void> => {
  const body = { slug: slug(), object_id: post?.id ?? '', data }
  ;(await server.call(updateObject, { body }, owner)).ok()
}

const idOf = async (title: string): Promise<string> => {
  const { change_sets } = (
    await server.call(listChangeSets, { query: { slug: slug() } }, owner)
  ).ok()
  return change_sets.find((set) => set.title === title)?.id ?? ''
}

const FETCH = 'Fetch the files of 2 media'
const undo = async (title = FETCH) => {
  const body = { slug: slug(), change_set_id: await idOf(title) }
  return (await server.call(undoChangeSet, { body }, owner)).ok()
}

const publishedPosts = () =>
  server.app.db.read
    .selectFrom('published_objects')
    .select(['title', 'content', 'metadata'])
    .where('bucket_id', '=', owner.bucket.id)
    .orderBy('title')
    .execute()

test('an edited object keeps the edit and gets the former names in its draft and published version', async () => {
  const fetched = await importAndFetch()
  const [first] = await posts()
  await edit(first, { status: 'draft', metadata: { note: 'Edited' } })

  const undone = await undo()
  expect(undone).toMatchObject({ restored: 4, skipped: [] })
  const old = { thumbnail: 'bridge.png', content: `<img src="${base}/tower.png">` }
  expect(await posts()).toMatchObject([
    { ...old, status: 'draft', metadata: { hero: 'tower.png', note: 'Edited' } },
    { ...old, status: 'published', metadata: { hero: 'tower.png' } },
  ])
  const texts = JSON.stringify(await publishedPosts())
  expect(texts).not.toContain(fetched.name)
  expect(texts).not.toContain('Edited')
  const query = { slug: slug(), change_set_id: undone.change_set_id ?? '', limit: 100 }
  const { change_set, changes } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(change_set).toMatchObject({ kind: 'undo', count: 4, subject: 'mixed' })
  expect(changes).toContainEqual(
    expect.objectContaining({ object_id: first?.id, field: 'metadata.hero', after: 'tower.png' }),
  )

  // This is a redo, after one post was edited in between.
  await edit(first, { title: 'Post 0b' })
  expect(await undo(`Undo: ${FETCH}`)).toMatchObject({ restored: 4, skipped: [] })
  expect((await tower()).name).toBe(fetched.name)
  expect(await posts()).toMatchObject([
    { title: 'Post 0b', metadata: { hero: fetched.name, note: 'Edited' } },
    { title: 'Post 1', content: `<img src="${fetched.url}">`, metadata: { hero: fetched.name } },
  ])
  expect(JSON.stringify(await publishedPosts())).not.toContain(base)
})

test('objects that were added since get the former address, in all forms of the new one', async () => {
  const { name, url } = await importAndFetch(0)
  const [host, last] = url.split(/\/(?=[^/]*$)/)
  const content = `<img src="${url}?w=300&amp;h=2"> ![a](${host}/r1/${last}) ${url}. ${url}x`
  await addOneObject(server, owner, {
    type: 'posts',
    title: 'New',
    content,
    metadata: { hero: `${name}?fp-x=0.5&fp-y=0.5` },
  })
  expect(await undo()).toMatchObject({ restored: 3, skipped: [] })
  const former = `${base}/tower.png`
  expect(await posts()).toMatchObject([
    {
      content: `<img src="${former}"> ![a](${former}) ${former}. ${url}x`,
      metadata: { hero: 'tower.png?fp-x=0.5&fp-y=0.5' },
    },
  ])
})

test('an object that no longer uses the media is left unchanged, and listed as skipped', async () => {
  await importAndFetch(1)
  const [post] = await posts()
  await edit(post, { content: '', thumbnail: null, metadata: { hero: null } })
  expect(await undo()).toMatchObject({
    restored: 2,
    skipped: [{ object_id: post?.id, reason: 'It has changed since.' }],
  })
})

/** Replaces the files of some media. */
const replaceFiles = (names: readonly string[]) =>
  server.app.db.write(
    ({ db }) =>
      db
        .updateTable('media')
        .set({ size: 7 })
        .where('bucket_id', '=', owner.bucket.id)
        .where('original_name', 'in', names)
        .execute(),
    'read committed',
  )

test('a media that has changed since stays fetched, and objects keep its new name', async () => {
  const { name, url } = await importAndFetch(1)
  await replaceFiles(['tower.png'])
  expect(await undo()).toMatchObject({
    restored: 2,
    skipped: [{ title: 'tower.png', reason: 'It has changed since.' }],
  })
  expect((await tower()).name).toBe(name)
  expect(await posts()).toMatchObject([
    { thumbnail: 'bridge.png', content: `<img src="${url}">`, metadata: { hero: name } },
  ])
})

test('a job skips all media if all have changed since, and objects keep the new name', async () => {
  const { name } = await importAndFetch(120)
  await replaceFiles(['tower.png', 'bridge.png'])
  const { job } = await undo()
  if (!job) throw new Error('it is no job')
  expect(await endOf(server, owner, job)).toMatchObject({ status: 'done', failed: 2 })
  const after = await posts()
  expect(after.filter(({ metadata }) => metadata?.['hero'] === name)).toHaveLength(120)
})

test('an object in the trash is restored with the former names', async () => {
  await importAndFetch(1)
  const [post] = await posts()
  const body = { slug: slug(), object_ids: [post?.id ?? ''] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  expect(await undo()).toMatchObject({ restored: 3, skipped: [] })
  ;(await server.call(restoreTrash, { body }, owner)).ok()
  expect(await posts()).toMatchObject([
    { thumbnail: 'bridge.png', metadata: { hero: 'tower.png' } },
  ])
})

test('many objects, some of them edited, are undone by one job', async () => {
  const fetched = await importAndFetch(120)
  const before = await posts()
  for (const post of before.slice(0, 2)) await edit(post, { metadata: { note: 'Edited' } })
  // The job reaches the last object first, long before the media.
  const [last] = before.slice(-1)
  await edit(last, { content: '', thumbnail: null, metadata: { hero: null } })
  const { job } = await undo()
  if (!job) throw new Error('it is no job')
  const ended = await endOf(server, owner, job)
  expect(ended).toMatchObject({ status: 'done', done: 121, failed: 1 })
  // A job of many writes has no such result.
  expect(ended.result).toEqual({ matched: 122, modified: 121 })
  expect(ended.errors).toMatchObject([{ object_id: last?.id, reason: 'It has changed since.' }])
  const after = await posts()
  expect(JSON.stringify(after)).not.toContain(fetched.name)
  expect(after[0]?.metadata).toMatchObject({ hero: 'tower.png', note: 'Edited' })
  expect(after[118]?.metadata).toMatchObject({ hero: 'tower.png' })
})
