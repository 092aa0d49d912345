import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportBucket, getExport } from '@typecase/contract/import-export'
import { deleteBucket, duplicateBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import { listMedia } from '@typecase/contract/media'
import { addMediaFolder } from '@typecase/contract/media-folders'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, upload } from '../../testing/uploads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { exported, exportToEnd, unzip, zipOf } from './testing/export-bucket.ts'
import { endOf, importFile, sendImport } from './testing/import-file.ts'
import { sweepExports } from './exporting/export-files.ts'

// Each export and import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const HOUR = 3600 * 1000

let server: TestServer
let clock: TestClock
let owner: Owner
/** Name of the owner's picture. */
let name: string
beforeAll(async () => {
  clock = createTestClock(Date.now())
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  name = await fill(owner)
})
afterAll(() => server.remove())

/** Adds two types, three objects, and a picture that one of them uses. @returns the name of the picture */
async function fill(into: Owner): Promise<string> {
  await addType(server, into, 'posts', [
    { key: 'hero', type: 'file' },
    { key: 'body', type: 'html-textarea' },
    { key: 'next', type: 'object', object_type: 'posts' },
  ])
  await addType(server, into, 'notes')
  const [media] = await upload(server, into, {
    bytes: await picture().png().toBuffer(),
    name: 'Tür.png',
  })
  await upload(server, into, { bytes: 'unused', name: 'unused.txt' })
  const body = `<img src="${media?.url}?w=300"> <a href="https://example.com/x.png">x</a>`
  const first = await addOneObject(server, into, {
    type: 'posts',
    title: 'First',
    status: 'published',
    metadata: { hero: media?.name, body },
  })
  await addOneObject(server, into, {
    type: 'posts',
    title: 'Second',
    thumbnail: media?.name,
    metadata: { next: first.id },
  })
  await addOneObject(server, into, { type: 'notes', title: 'Note' })
  return media?.name ?? ''
}

const exportOf = ({ bucket }: Owner, body = {}) => ({ params: { slug: bucket.slug }, body })
const objectsOf = async (of: Owner) =>
  (await server.call(listObjects, { query: { slug: of.bucket.slug } }, of))
    .ok()
    .objects.map(({ object }) => object)
const mediaOf = async (of: Owner) =>
  (await server.call(listMedia, { query: { slug: of.bucket.slug } }, of)).ok().media

describe('export-bucket', () => {
  test('answers 401 without a session, for the start of an export and for its file', async () => {
    expect((await server.call(exportBucket, exportOf(owner))).status).toBe(401)
    const params = { slug: owner.bucket.slug, job_id: newId() }
    expect((await server.call(getExport, { params })).status).toBe(401)
  })

  test('answers 403 for an editor, and 404 for the bucket and exports of another tenant', async () => {
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await server.call(exportBucket, exportOf(owner), editor)).status).toBe(403)
    const stranger = await addOwner(server)
    expect((await server.call(exportBucket, exportOf(owner), stranger)).status).toBe(404)
    const { job } = await exportToEnd(server, owner)
    const params = { slug: owner.bucket.slug, job_id: job.id }
    expect((await server.call(getExport, { params }, editor)).status).toBe(403)
    expect((await server.call(getExport, { params }, stranger)).status).toBe(404)
    const other = { ...params, slug: stranger.bucket.slug }
    expect((await server.call(getExport, { params: other }, stranger)).status).toBe(404)
  })

  test('refuses unknown object types and unknown keys of the body', async () => {
    const unknown = exportOf(owner, { selected_types: ['posts', 'films'] })
    const answer = await server.call(exportBucket, unknown, owner)
    expect(answer.error().details?.[0]?.path).toBe('selected_types.1')
    const invalidAnswer = await server.send(exportBucket, exportOf(owner, { media: true }), owner)
    expect(invalidAnswer.error().details?.[0]?.path).toBe('media')
  })

  test('writes all object types, objects and media to a zip, without the access keys', async () => {
    const files = await unzip(await exported(server, owner))
    expect([...files.keys()]).toContain(`media/${name}`)
    expect(files.size).toBe(3)
    const { bucket } = JSON.parse(String(files.get('bucket.json'))) as { bucket: Exported }
    expect(bucket.object_types.map(({ slug }) => slug)).toEqual(['posts', 'notes'])
    expect(bucket.objects.map(({ title }) => title)).toEqual(['Second', 'First', 'Note'])
    expect(bucket.media.map(({ original_name }) => original_name)).toEqual([
      'Tür.png',
      'unused.txt',
    ])
    expect(JSON.stringify(bucket)).not.toContain(owner.bucket.api_access.write_key)
  })

  test('writes only the selected types with the media that their objects use, or leaves out all files', async () => {
    const some = await unzip(await exported(server, owner, { selected_types: ['posts'] }))
    expect([...some.keys()].toSorted()).toEqual(['bucket.json', `media/${name}`])
    expect(String(some.get('bucket.json'))).not.toContain('"Note"')
    const without = await unzip(await exported(server, owner, { include_media: false }))
    expect([...without.keys()]).toEqual(['bucket.json'])
  })

  test('serves the file in ranges, under a signed address that expires after an hour', async () => {
    const { job, report } = await exportToEnd(server, owner)
    const params = { slug: owner.bucket.slug, job_id: job.id }
    const { url } = (await server.call(getExport, { params }, owner)).ok().export
    const whole = await fetchFile(server, url)
    expect(whole.bytes.length).toBe(report.size)
    expect(whole.headers['content-disposition']).toContain(`attachment; filename="${report.name}"`)
    const etag = String(whole.headers['etag'])
    const rest = await fetchFile(server, url, { range: 'bytes=10-', 'if-range': etag })
    expect({ status: rest.status, same: rest.bytes.equals(whole.bytes.subarray(10)) }).toEqual({
      status: 206,
      same: true,
    })
    const forged = url.replace(/\.[^./]+(?=\/[^/]+$)/, '.AAAA')
    expect((await fetchFile(server, forged)).status).toBe(404)
    clock.advance(HOUR + 1000)
    expect((await fetchFile(server, url)).status).toBe(404)
    const secondAnswer = (await server.call(getExport, { params }, owner)).ok().export.url
    expect((await fetchFile(server, secondAnswer)).status).toBe(200)
  })
})

interface Exported {
  object_types: { slug: string }[]
  objects: { title: string }[]
  media: { original_name: string }[]
}

describe('an import of an exported zip', () => {
  test('imports objects and files, and gives the files new names', async () => {
    const zip = await exported(server, owner)
    const other = await addOwner(server)
    const { job, report } = await importFile(server, other, zip, { name: 'export.zip' })
    expect(job.errors).toEqual([])
    expect(report).toMatchObject({ objects: { added: 3 }, media: { added: 2 }, warnings: [] })
    const media = await mediaOf(other)
    const hero = media.find(({ original_name }) => original_name === 'Tür.png')
    expect(hero?.name).not.toBe(name)
    expect(hero).toMatchObject({ type: 'image/png', width: 80, height: 40 })
    const { bytes } = await fetchFile(server, hero?.url ?? '')
    expect(bytes.equals((await unzip(zip)).get(`media/${name}`) ?? Buffer.of())).toBe(true)

    const objects = await objectsOf(other)
    const [first, second] = ['First', 'Second'].map((title) =>
      objects.find((object) => object.title === title),
    )
    expect(second?.thumbnail).toContain(hero?.name)
    expect(second?.metadata?.['next']).toBe(first?.id)
    expect(String(first?.metadata?.['body'])).toContain(`src="${hero?.url}?w=300"`)
    expect(String(first?.metadata?.['body'])).toContain('https://example.com/x.png')
    expect(JSON.stringify(first)).not.toContain(name)
  })

  test('changes nothing the second time, nor in the bucket that was exported', async () => {
    const zip = await exported(server, owner)
    const other = await addOwner(server)
    await importFile(server, other, zip, { name: 'export.zip' })
    for (const into of [other, owner]) {
      const before = await mediaOf(into)
      const { report } = await importFile(server, into, zip, { name: 'export.zip' })
      expect(report?.objects).toEqual({ added: 0, updated: 0, unchanged: 3, deleted: 0 })
      expect(report?.media).toEqual({ added: 0, unchanged: 2 })
      expect(await mediaOf(into)).toEqual(before)
    }
  })

  test('stores nothing in a dry run', async () => {
    const other = await addOwner(server)
    const zip = await exported(server, owner)
    const { report } = await importFile(server, other, zip, { import_mode: 'dry_run' })
    expect(report).toMatchObject({ objects: { added: 3 }, media: { added: 2 }, warnings: [] })
    expect(await mediaOf(other)).toEqual([])
    const files = await server.app.db.read
      .selectFrom('files')
      .select('id')
      .where('owner_id', '=', other.bucket.id)
      .execute()
    expect(files).toEqual([])
  })

  test('replaces the objects and object types of the bucket', async () => {
    const other = await addOwner(server)
    await addType(server, other, 'films')
    await addOneObject(server, other, { type: 'films', title: 'Gone' })
    const zip = await exported(server, owner)
    const { report } = await importFile(server, other, zip, { import_mode: 'replace' })
    expect(report).toMatchObject({
      objects: { added: 3, deleted: 1 },
      object_types: { deleted: 1 },
    })
  })

  test('keeps folders of media within folders', async () => {
    const from = await addOwner(server)
    for (const data of [{ title: 'Trips' }, { title: 'Rome', parent: 'trips' }])
      await server.call(addMediaFolder, { body: { slug: from.bucket.slug, data } }, from)
    const other = await addOwner(server)
    await importFile(server, other, await exported(server, from))
    const { media_folders } = await server.app.db.read
      .selectFrom('buckets')
      .select('media_folders')
      .where('id', '=', other.bucket.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(media_folders)).toMatchObject([
      { slug: 'trips' },
      { slug: 'rome', parent: 'trips' },
    ])
  })

  test.each<[string, (files: Map<string, Buffer>) => void, string]>([
    ['no bucket.json', (files) => files.delete('bucket.json'), 'holds no bucket.json'],
    [
      'bytes that are not the ones of its bucket.json',
      (files) => files.set(`media/${name}`, Buffer.from('other bytes')),
      'hashes differ',
    ],
    [
      'a page for a picture',
      (files) => {
        files.set(`media/${name}`, Buffer.from('<!doctype html><script>alert(1)</script>'))
        const text = String(files.get('bucket.json')).replaceAll(/"sha256":"\w+",/g, '')
        files.set('bucket.json', Buffer.from(text))
      },
      'HTML files not allowed',
    ],
    [
      'a bomb',
      (files) => files.set(`media/${name}`, Buffer.alloc(30_000_000)),
      'times as large unpacked',
    ],
    [
      'a bucket.json that was cut off',
      (files) => {
        const text = String(files.get('bucket.json'))
        files.set('bucket.json', Buffer.from(text.slice(0, -20)))
      },
      'cut off',
    ],
  ])('refuses a zip with %s', async (_what, change, words) => {
    const other = await addOwner(server)
    const files = await unzip(await exported(server, owner))
    change(files)
    const { job } = await importFile(server, other, await zipOf(files), { name: 'export.zip' })
    expect(job.status).toBe('failed')
    expect(job.errors.at(-1)?.reason).toContain(words)
    expect(await mediaOf(other)).toEqual([])
    expect(await objectsOf(other)).toEqual([])
  })

  test('refuses a zip with names that lead out of it, and a damaged zip', async () => {
    const other = await addOwner(server)
    const zip = await zipOf([
      ['bucket.json', '{"bucket":{"objects":[]}}'],
      ['media/aa/evil.png', 'x'],
    ])
    // The hostile name has the length of the one that it replaces.
    const evil = Buffer.from(zip.toString('latin1').replaceAll('media/aa/', '../../../'), 'latin1')
    const cut = zip.subarray(0, -30)
    for (const [bytes, words] of [
      [evil, 'leads out of it'],
      [cut, 'damaged'],
    ] as const) {
      const { job } = await importFile(server, other, bytes, { name: 'evil.zip' })
      expect(job.errors.at(-1)?.reason).toContain(words)
    }
    await waitFor(
      () => readdirSync(`${server.dataDir}/tmp`),
      (files) => files.every((file) => file.startsWith('export-')),
    )
  })

  test('refuses a mapping', async () => {
    const columns = [{ from: 'a', to: 'title' }]
    const mapping = { format: 'csv' as const, object_type: 'x', columns }
    const answer = await sendImport(server, owner, await zipOf([['a', 'b']]), { mapping }, owner)
    expect(answer.error().details?.[0]?.path).toBe('mapping')
  })

  test('marks the uploaded files for deletion when the import fails', async () => {
    const other = await addOwner(server)
    const files = await unzip(await exported(server, owner))
    const text = String(files.get('bucket.json')).replace('"title":"Note"', '"title":""')
    files.set('bucket.json', Buffer.from(text))
    const sent = await sendImport(server, other, await zipOf(files), {}, other)
    const job = await endOf(server, other, sent.ok().job)
    expect(job.status).toBe('failed')
    const rows = await server.app.db.read
      .selectFrom('files')
      .select('state')
      .where('owner_id', '=', other.bucket.id)
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(['leaving', 'leaving'])
  })
})

describe('the file of an export', () => {
  const aClock = createTestClock(Date.now())
  let aServer: TestServer
  beforeAll(async () => {
    aServer = await startTestServer({}, { clock: aClock })
  })
  afterAll(() => aServer.remove())

  test('is deleted after a day, or with its bucket', async () => {
    const [source, deleted] = [await addOwner(aServer), await addOwner(aServer)]
    const { job } = await exportToEnd(aServer, source)
    await exportToEnd(aServer, deleted)
    const query = { slug: deleted.bucket.slug }
    await aServer.call(deleteBucket, { query }, deleted)
    const files = () => readdirSync(`${aServer.dataDir}/tmp`)
    await waitFor(
      () => aServer.app.db.read.selectFrom('jobs').select('id').execute(),
      (jobs) => jobs.length === 1,
    )
    await sweepExports(aServer.app)
    expect(files()).toEqual([`export-${job.id}.zip`])
    const params = { slug: source.bucket.slug, job_id: job.id }
    // A session ends after a day without a call, and the server records a call some time after answering it.
    for (const _ of [8, 16]) {
      aClock.advance(8 * HOUR)
      expect((await aServer.call(getExport, { params }, source)).status).toBe(200)
      await waitFor(
        () => aServer.app.db.read.selectFrom('sessions').select('last_seen_at').execute(),
        (sessions) => sessions.some(({ last_seen_at: at }) => at === aClock.now()),
      )
    }
    aClock.advance(8 * HOUR)
    const answer = await aServer.call(getExport, { params }, source)
    expect(answer.error().message).toContain('removed')
    await sweepExports(aServer.app)
    expect(files()).toEqual([])
  })
})

describe('media on other servers', () => {
  const html = Buffer.from('<!doctype html><p>x')
  let fetching: TestServer
  let files: Server
  let base: string
  let unanswered = 0
  beforeAll(async () => {
    fetching = await startTestServer({ REACHABLE_NETWORKS: '127.0.0.1/32' })
    const png = await picture().png().toBuffer()
    files = createServer((request, reply) => {
      const file = { '/a%20b.png': png, '/page.png': html }[request.url ?? '']
      if (request.url === '/never.png') unanswered += 1
      else reply.writeHead(file ? 200 : 404).end(file)
    })
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await fetching.remove()
    files.closeAllConnections()
    files.close()
  })

  const bucketFile = (names = ['a b.png', 'page.png', 'gone.png']) => {
    const media = names.map((one) => ({
      name: one,
      original_name: one,
      type: 'image/png',
      location: base,
    }))
    const metafields = [{ title: 'Hero', key: 'hero', type: 'file', value: 'a b.png' }]
    const type = { title: 'Posts', slug: 'posts', metafields }
    const object = { title: 'One', type_slug: 'posts', metafields }
    return JSON.stringify({ bucket: { object_types: [type], objects: [object], media } })
  }

  test('stay on their servers by default', async () => {
    const into = await addOwner(fetching)
    const { report } = await importFile(fetching, into, bucketFile())
    expect(report?.media.added).toBe(3)
    const { media } = (
      await fetching.call(listMedia, { query: { slug: into.bucket.slug } }, into)
    ).ok()
    expect(media.map(({ url }) => url.startsWith(base))).toEqual([true, true, true])
  })

  test('are fetched on request, and the report lists those that failed', async () => {
    const into = await addOwner(fetching)
    const { report } = await importFile(fetching, into, bucketFile(), { fetch_media: true })
    expect(report).toMatchObject({ total_unfetched_media: 2 })
    expect(report?.unfetched_media).toEqual([
      { address: `${base}/page.png`, reason: 'HTML files not allowed' },
      { address: `${base}/gone.png`, reason: 'its server answers 404.' },
    ])
    const { media } = (
      await fetching.call(listMedia, { query: { slug: into.bucket.slug } }, into)
    ).ok()
    const fetched = media.find(({ original_name }) => original_name === 'a b.png')
    expect(fetched).toMatchObject({ width: 80, height: 40, type: 'image/png' })
    expect((await fetchFile(fetching, fetched?.url ?? '')).status).toBe(200)
    const query = { slug: into.bucket.slug }
    const [one] = (await fetching.call(listObjects, { query }, into)).ok().objects
    expect(JSON.stringify(one?.object.metadata)).toContain(fetched?.name)
  })

  test('do not block imports of other buckets if their server never answers', async () => {
    for (let n = 1; n <= 4; n += 1) {
      const into = await addOwner(fetching)
      await sendImport(fetching, into, bucketFile(['never.png']), { fetch_media: true }, into)
      await waitFor(
        () => unanswered,
        (count) => count === n,
      )
    }
    const neighbour = await addOwner(fetching)
    const { report } = await importFile(fetching, neighbour, bucketFile())
    expect(report?.objects.added).toBe(1)
    expect(await fetching.app.jobs.count()).toEqual({ queued: 0, running: 4 })
  })

  test('are not fetched from private addresses by default', async () => {
    const into = await addOwner(server)
    const { report } = await importFile(server, into, bucketFile(), { fetch_media: true })
    expect(report?.unfetched_media?.[0]?.reason).toMatch(/^its address/)
  })
})

describe('buckets/duplicate', () => {
  const bodyOf = ({ bucket }: Owner, data = {}) => ({ body: { slug: bucket.slug, data } })

  test('answers 401, 403 for a developer, 404 for another tenant, and an error for an unknown field', async () => {
    expect((await server.call(duplicateBucket, bodyOf(owner))).status).toBe(401)
    const developer = await addPerson(server)
    await join(server, developer, owner, 'developer')
    expect((await server.call(duplicateBucket, bodyOf(owner), developer)).status).toBe(403)
    const stranger = await addOwner(server)
    expect((await server.call(duplicateBucket, bodyOf(owner), stranger)).status).toBe(404)
    const invalidAnswer = await server.send(duplicateBucket, bodyOf(owner, { name: 'x' }), owner)
    expect(invalidAnswer.error().details?.[0]?.path).toBe('data.name')
  })

  test('copies objects and media to a bucket with new access keys, and refuses a taken slug', async () => {
    const body = bodyOf(owner, { title: 'Twin', slug: 'twin' })
    const { bucket, job } = (await server.call(duplicateBucket, body, owner)).ok()
    const twin = { ...owner, bucket }
    const ended = await endOf(server, owner, job)
    expect(ended.errors).toEqual([])
    expect({ title: bucket.title, slug: bucket.slug }).toEqual({ title: 'Twin', slug: 'twin' })
    expect(bucket.api_access.read_key).not.toBe(owner.bucket.api_access.read_key)
    const titles = async (of: Owner) => (await objectsOf(of)).map(({ title }) => title).toSorted()
    expect(await titles(twin)).toEqual(await titles(owner))
    const media = await mediaOf(twin)
    expect(media).toHaveLength(2)
    for (const { url } of media) expect((await fetchFile(server, url)).status).toBe(200)
    const taken = await server.call(duplicateBucket, body, owner)
    expect(taken.error().code).toBe('conflict')
  })
})
