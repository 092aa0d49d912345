import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { fetchMedia } from '@typecase/contract/import-export'
import { listMedia } from '@typecase/contract/media'
import { listObjects, publishObjects, updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile } from '../../testing/uploads.ts'
import { endOf, importFile, type ImportOptions } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let files: Server
let base: string
let owner: Owner
/** Contents by path; a number is an HTTP status. */
const contents = new Map<string, Buffer | string | number>()
const requests: string[] = []
let png: Buffer
beforeAll(async () => {
  server = await startTestServer({ REACHABLE_NETWORKS: '127.0.0.1/32' })
  png = await picture().png().toBuffer()
  files = createServer(({ url = '' }, reply) => {
    requests.push(url)
    const content = contents.get(url) ?? 404
    if (url === '/large.png') reply.setHeader('content-length', '200000000')
    if (typeof content === 'number') reply.writeHead(content).end()
    else reply.end(content)
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
})
beforeEach(async () => {
  owner = await addOwner(server)
  requests.length = 0
  contents.clear()
  contents.set('/tower.png', png)
})
afterAll(async () => {
  await server.remove()
  files.closeAllConnections()
  files.close()
})

const inputOf = (body: object = {}, of: Owner = owner) => ({
  params: { slug: of.bucket.slug },
  body,
})
const mediaOf = async (of: Owner = owner) =>
  (await server.call(listMedia, { query: { slug: of.bucket.slug, limit: 100 } }, of)).ok().media
const objectsOf = async () =>
  (await server.call(listObjects, { query: { slug: owner.bucket.slug } }, owner))
    .ok()
    .objects.map(({ object }) => object)

/** Imports media that stay on their server, and a published post that uses the first one. */
async function importMedia(
  names: readonly string[],
  location = base,
  options?: ImportOptions,
): Promise<void> {
  const address = `${base}/${encodeURIComponent(names[0] ?? '')}`
  const file = {
    object_types: [
      {
        title: 'Posts',
        slug: 'posts',
        options: { content_editor: true },
        metafields: [
          { title: 'Hero', key: 'hero', type: 'file' },
          { title: 'Text', key: 'text', type: 'html-textarea' },
        ],
      },
    ],
    media: names.map((name) => ({ name, original_name: name, type: 'image/png', location })),
    objects: [
      {
        title: 'One',
        type: 'posts',
        status: 'published',
        thumbnail: names[0],
        content: `<img src="${address}"> <img src="${address}.webp">`,
        metadata: { hero: `${names[0]}?rect=0,0,10,10`, text: `<a href="${address}">x</a>` },
      },
    ],
  }
  const { job } = await importFile(server, owner, JSON.stringify(file), options)
  expect(job).toMatchObject({ status: 'done' })
}

async function fetchAll() {
  const { job } = (await server.call(fetchMedia, inputOf(), owner)).ok()
  if (!job) throw new Error('nothing is to be fetched')
  return endOf(server, owner, job)
}

async function undoNewest() {
  const query = { slug: owner.bucket.slug }
  const [newest] = (await server.call(listChangeSets, { query }, owner)).ok().change_sets
  const body = { slug: owner.bucket.slug, change_set_id: newest?.id ?? '' }
  return (await server.call(undoChangeSet, { body }, owner)).ok()
}

test('the call answers 401, 403 for an editor, and an error for an invalid `dry_run`', async () => {
  expect((await server.call(fetchMedia, inputOf())).status).toBe(401)
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  expect((await server.call(fetchMedia, inputOf(), editor)).status).toBe(403)
  const wrong = await server.send(fetchMedia, inputOf({ dry_run: 'yes' }), owner)
  expect(wrong.error().details?.[0]).toMatchObject({ path: 'dry_run' })
})

test('fetched files replace the addresses in fields, thumbnails and texts, and undo and redo work', async () => {
  await importMedia(['tower.png'])
  const [former] = await mediaOf()
  const [object] = await objectsOf()
  const before = object && { ...object }
  expect((await server.call(fetchMedia, inputOf({ dry_run: true }), owner)).ok()).toEqual({
    media: 1,
  })
  const job = await fetchAll()
  expect(job).toMatchObject({
    status: 'done',
    title: 'Fetch the files of 1 media',
    done: 1,
    failed: 0,
    total: 1,
  })
  const [media] = await mediaOf()
  expect(media).toMatchObject({ id: former?.id, original_name: 'tower.png', width: 80, height: 40 })
  expect(media?.name).toMatch(/^[0-9a-f]{24}-tower\.png$/)
  expect((await fetchFile(server, media?.url ?? '')).status).toBe(200)

  const [after] = await objectsOf()
  expect(after).toMatchObject({ status: 'published', thumbnail: media?.name })
  expect(after?.metadata).toMatchObject({
    hero: `${media?.name}?rect=0,0,10,10`,
    text: `<a href="${media?.url}">x</a>`,
  })
  // The second address belongs to another file.
  expect(after?.content).toBe(`<img src="${media?.url}"> <img src="${base}/tower.png.webp">`)

  const query = { slug: owner.bucket.slug, change_set_id: job.change_set_id ?? '' }
  const { change_set, changes } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(change_set).toMatchObject({ kind: 'fetchFiles', count: 2, subject: 'mixed' })
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'address', before: `${base}/tower.png`, after: media?.name }),
  )
  expect(await undoNewest()).toMatchObject({ restored: 2, skipped: [] })
  expect((await mediaOf())[0]).toMatchObject({ name: 'tower.png', url: former?.url })
  expect((await objectsOf())[0]).toMatchObject({
    content: before?.content,
    thumbnail: before?.thumbnail,
    metadata: before?.metadata,
  })
  expect(await undoNewest()).toMatchObject({ restored: 2, skipped: [] })
  expect((await objectsOf())[0]?.thumbnail).toBe(media?.name)
  expect((await fetchFile(server, media?.url ?? '')).status).toBe(200)
})

test('both the draft and the published version refer to the fetched file, and the draft stays a draft', async () => {
  await importMedia(['tower.png'])
  const [object] = await objectsOf()
  const slug = owner.bucket.slug
  const data = { title: 'Draft', status: 'draft' as const }
  await server.call(updateObject, { body: { slug, object_id: object?.id ?? '', data } }, owner)
  await fetchAll()
  const [media] = await mediaOf()
  const row = await server.app.db.read
    .selectFrom('published_objects')
    .select(['title', 'thumbnail'])
    .where('bucket_id', '=', owner.bucket.id)
    .executeTakeFirst()
  expect(row).toEqual({ title: 'One', thumbnail: media?.name })
  expect((await objectsOf())[0]).toMatchObject({
    title: 'Draft',
    status: 'draft',
    thumbnail: media?.name,
  })
  await server.call(publishObjects, { body: { slug, object_ids: [object?.id ?? ''] } }, owner)
})

test('media that cannot be fetched stay in place with a reason, and only they are fetched the next time', async () => {
  const names = ['tower.png', 'gone.png', 'page.png', 'words.png', 'large.png']
  contents.set('/page.png', '<!doctype html><p>x')
  contents.set('/words.png', 'words')
  contents.set('/large.png', 'x')
  await importMedia(names)
  const job = await fetchAll()
  expect(job).toMatchObject({ status: 'done', done: 1, failed: 4 })
  const reasons = Object.fromEntries(job.errors.map(({ title, reason }) => [title, reason]))
  expect(reasons).toEqual({
    'gone.png': 'its server answers 404.',
    'page.png': 'HTML files not allowed',
    'words.png': expect.stringContaining('which is no image'),
    'large.png': expect.stringContaining('100 MB'),
  })
  contents.set('/gone.png', png)
  requests.length = 0
  expect(await fetchAll()).toMatchObject({ done: 1, failed: 3, total: 4 })
  expect(requests.toSorted()).toEqual(['/gone.png', '/large.png', '/page.png', '/words.png'])
})

test('private addresses are not fetched from by default', async () => {
  const plain = await startTestServer()
  const other = await addOwner(plain)
  const file = {
    object_types: [],
    objects: [],
    media: [{ name: 'a.png', type: 'image/png', location: base }],
  }
  await importFile(plain, other, JSON.stringify(file))
  const { job } = (await plain.call(fetchMedia, inputOf({}, other), other)).ok()
  if (!job) throw new Error('nothing is to be fetched')
  const ended = await endOf(plain, other, job)
  expect(ended).toMatchObject({ done: 0, failed: 1 })
  expect(ended.errors[0]?.reason).toMatch(/its address/)
  expect(requests).toEqual([])
  await plain.remove()
})

test('a bucket without media on other servers gets no job', async () => {
  expect((await server.call(fetchMedia, inputOf(), owner)).ok()).toEqual({ media: 0 })
})

test('a later import recognises fetched files, and another bucket stores them under other names', async () => {
  await importMedia(['tower.png'])
  await fetchAll()
  const [media] = await mediaOf()
  requests.length = 0
  await importMedia(['tower.png'])
  expect((await mediaOf()).map(({ name }) => name)).toEqual([media?.name])
  expect((await objectsOf())[0]?.thumbnail).toBe(media?.name)
  expect(requests).toEqual([])
  owner = await addOwner(server)
  await importMedia(['tower.png'])
  await fetchAll()
  const [other] = await mediaOf()
  expect(other?.name).not.toBe(media?.name)
  expect((await fetchFile(server, other?.url ?? '')).status).toBe(200)
})

test('an import after its undo restores the media with its file, and leaves no unused file', async () => {
  await importMedia(['tower.png'], base, { fetch_media: true })
  const [media] = await mediaOf()
  await undoNewest()
  expect(await mediaOf()).toEqual([])
  contents.set('/tower.png', await picture(30).png().toBuffer())
  await importMedia(['tower.png'], base, { fetch_media: true })
  expect(await mediaOf()).toMatchObject([{ id: media?.id, width: media?.width }])
  const files = server.app.db.read.selectFrom('files').select('state')
  expect(
    await files.where('owner_id', '=', owner.bucket.id).where('state', '=', 'stored').execute(),
  ).toHaveLength(1)
})

test('many media are fetched in chunks into one change set, in which an object is one change', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `p${n}.png`)
  for (const name of names) contents.set(`/${name}`, png)
  await importMedia(names)
  const [object] = await objectsOf()
  const content = names.map((name) => `<img src="${base}/${name}">`).join('')
  const body = { slug: owner.bucket.slug, object_id: object?.id ?? '', data: { content } }
  ;(await server.call(updateObject, { body }, owner)).ok()
  const job = await fetchAll()
  expect(job).toMatchObject({ done: 40, failed: 0, result: { modified: 41 } })
  const isThere = async () => (await mediaOf()).filter(({ url }) => url.startsWith(base)).length
  expect(await isThere()).toBe(0)
  expect((await objectsOf())[0]?.content).not.toContain(base)
  const query = { slug: owner.bucket.slug, change_set_id: job.change_set_id ?? '', limit: 100 }
  const { change_set, changes } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(change_set.count).toBe(41)
  expect(changes.filter(({ field }) => field === 'content')).toHaveLength(1)
  expect(await undoNewest()).toMatchObject({ restored: 41, skipped: [] })
  expect(await isThere()).toBe(40)
  expect((await objectsOf())[0]?.content).toBe(content)
})

test('addresses of smaller versions of a picture become the address of its file, similar names stay', async () => {
  contents.set('/tower-scaled.png', png)
  const at = (name: string) => `${base}/${name}`
  // The last two are media themselves; one of them has a name that differs from its address.
  const media = ['tower-50x50.png', 'tower-60x60.png']
  const alike = ['tower-300x200-old.png', 'my-tower.png', 'tower-300.png', ...media]
  const others = alike.map((name) => `<img src="${at(name)}" srcset="${at(name)} 2x">`).join('')
  const sizes = `srcset="${at('tower-300x200.png')} 300w, ${at('tower-768x512.png')} 768w" sizes="9px"`
  await importMedia(['tower-scaled.png', ...media])
  await server.app.db.write(
    ({ db }) =>
      db
        .updateTable('media')
        .set({ name: 'other.png', location: `${at('tower-60x60.png')}#` })
        .where('bucket_id', '=', owner.bucket.id)
        .where('name', '=', 'tower-60x60.png')
        .execute(),
    'read committed',
  )
  const [object] = await objectsOf()
  const data = {
    content: `<img src="${at('tower-300x200.png')}" ${sizes} width="3">${others}`,
    metadata: { text: `![a](${at('tower-9x9.png?w=3')}) See ${at('tower.png')}.` },
    thumbnail: null,
  }
  const body = { slug: owner.bucket.slug, object_id: object?.id ?? '', data }
  ;(await server.call(updateObject, { body }, owner)).ok()
  expect(await fetchAll()).toMatchObject({ done: 1, failed: 2 })
  const url = (await mediaOf()).find(({ url: one }) => !one.startsWith(base))?.url
  expect((await objectsOf())[0]).toMatchObject({
    content: `<img src="${url}" width="3">${others}`,
    metadata: { text: `![a](${url}) See ${url}.` },
  })
  expect(await undoNewest()).toMatchObject({ restored: 2, skipped: [] })
  expect((await objectsOf())[0]).toMatchObject({ content: data.content })
})

test('an object that names only smaller versions of a picture is updated as well', async () => {
  await importMedia(['tower.png'])
  const [object] = await objectsOf()
  const data = {
    content: `${base}/tower-300x200.png`,
    metadata: { hero: null, text: '' },
    thumbnail: null,
  }
  const body = { slug: owner.bucket.slug, object_id: object?.id ?? '', data }
  ;(await server.call(updateObject, { body }, owner)).ok()
  await fetchAll()
  expect((await objectsOf())[0]?.content).toBe((await mediaOf())[0]?.url)
})
