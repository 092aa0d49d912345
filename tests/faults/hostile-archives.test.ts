import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import {
  exported,
  unzip,
  zipOf,
} from '@typecase/server/resources/import-export/testing/export-bucket'
import { importFile } from '@typecase/server/resources/import-export/testing/import-file'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { fetchFile } from '@typecase/server/testing/uploads'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { picture } from '../e2e/fixtures/pictures.ts'
import { hostileNames } from '../e2e/fixtures/hostile-files.ts'

let server: TestServer
let owner: Owner
/** Files outside the server's folder, where an escaping name would write. */
let filesAround: string[]
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  filesAround = around()
})
afterAll(() => server.remove())

const around = () =>
  [dirname(server.dataDir), server.dataDir, dirname(dirname(server.dataDir))]
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /slip/i.test(path))
    .toSorted()

const EMPTY = '{"bucket":{"objects":[]}}'

/**
 * Creates a zip with a hostile name. The name replaces one of the same length, since libraries refuse to write hostile
 * ones.
 */
async function zipWith(name: string, bytes: Buffer = Buffer.from('x')): Promise<Buffer> {
  const length = Buffer.byteLength(name)
  const innocent = `media/${'q'.repeat(Math.max(1, length - 6))}`.slice(0, length)
  const zip = await zipOf([
    ['bucket.json', EMPTY],
    [innocent, bytes],
  ])
  const hostile = Buffer.from(zip)
  const sample = Buffer.from(innocent)
  for (let at = hostile.indexOf(sample); at >= 0; at = hostile.indexOf(sample, at + length))
    hostile.write(name, at)
  return hostile
}

const isAlive = async () =>
  expect((await server.http.inject({ method: 'GET', url: '/v3/health' })).statusCode).toBeLessThan(
    500,
  )

test.each([
  '../slip.png',
  '../../../../../../tmp/slip.png',
  'media/../slip.png',
  'media/../../slip.png',
  'media/a/../../../slip.png',
  '/tmp/slip.png',
  '//tmp/slip.png',
  'C:\\slip.png',
  'C:/slip.png',
  '..\\slip.png',
  'media\\..\\..\\slip.png',
  'media/..\\slip.png',
  '\\\\host\\share\\slip.png',
  'media/./slip.png',
  'media//slip.png',
  'media/slip.png/../../x',
  'media/sl\0ip.png',
  '..',
  'media/..',
])('an import of a zip with the file %j writes nothing under that name', async (name) => {
  const { job } = await importFile(server, owner, await zipWith(name), { name: 'slip.zip' })
  // The job either fails with a reason, or leaves no trace of this file: a name in the zip is never a name on the disk.
  expect(['done', 'failed']).toContain(job.status)
  for (const { reason } of job.errors) {
    expect(reason).toMatch(/\S/)
    expect(reason).not.toContain('Something went wrong')
  }
  expect(around()).toEqual(filesAround)
  expect(existsSync('/tmp/slip.png')).toBe(false)
  const { media } = (
    await server.call(listMedia, { query: { slug: owner.bucket.slug } }, owner)
  ).ok()
  expect(media).toEqual([])
  await isAlive()
})

/** Changes the entry of a file in a zip's list of contents. */
function withEntry(zip: Buffer, name: string, change: (entry: Buffer) => void): Buffer {
  const changed = Buffer.from(zip)
  // PKWARE's APPNOTE 4.3.12: a signature, 42 bytes of header, the name.
  const at = changed.lastIndexOf(name) - 46
  expect(changed.readUInt32LE(at)).toBe(0x02014b50)
  change(changed.subarray(at))
  return changed
}

const LINK_TO = '../../../../../../etc/passwd'

async function zipWithLink(): Promise<Buffer> {
  const media = [{ name: 'link.txt', original_name: 'link.txt', type: 'text/plain', metadata: {} }]
  const zip = await zipOf([
    ['bucket.json', JSON.stringify({ bucket: { objects: [], media } })],
    ['media/link.txt', Buffer.from(LINK_TO)],
  ])
  return withEntry(zip, 'media/link.txt', (entry) => {
    entry.writeUInt16LE(3 << 8, 4) // Made on Unix,
    entry.writeUInt32LE((0o120777 << 16) >>> 0, 38) // as a symbolic link.
  })
}

test('a symbolic link in a zip is imported as a text file and not followed', async () => {
  const into = await addOwner(server)
  const { job } = await importFile(server, into, await zipWithLink(), { name: 'link.zip' })
  expect(job).toMatchObject({ status: 'done', errors: [] })
  const query = { slug: into.bucket.slug }
  const { media } = (await server.call(listMedia, { query }, into)).ok()
  const { bytes } = await fetchFile(server, media[0]?.url ?? '')
  expect(bytes.toString()).toBe(LINK_TO)
})

test.each<[string, (entry: Buffer) => void, RegExp]>([
  ['lies about its size', (entry) => entry.writeUInt32LE(5, 24), /damaged or was cut off/],
  ['lies about its checksum', (entry) => entry.writeUInt32LE(7, 16), /is not whole/],
  ['is where another one is', (entry) => entry.writeUInt32LE(0, 42), /damaged|is not whole/],
  ['is beyond the end', (entry) => entry.writeUInt32LE(0x7fffffff, 42), /damaged or was cut off/],
])(
  'a file that %s is refused with a reason, and nothing is imported',
  async (_what, change, words) => {
    const into = await addOwner(server)
    const zip = withEntry(await zipOfNames(['harbour.png']), 'media/file-0.png', change)
    const { job } = await importFile(server, into, zip, { name: 'lies.zip' })
    expect(job.status).toBe('failed')
    expect(job.errors[0]?.reason).toMatch(words)
    const query = { slug: into.bucket.slug }
    expect((await server.call(listMedia, { query }, into)).ok().media).toEqual([])
    expect((await server.call(listObjects, { query }, into)).ok().objects).toEqual([])
    await isAlive()
  },
)

/** Creates a zip of a bucket.json whose media have these names, and their files. */
async function zipOfNames(names: readonly string[]): Promise<Buffer> {
  const media = names.map((name, n) => ({
    name: `file-${n}.png`,
    original_name: name,
    type: 'image/png',
    title: name,
    alt_text: name,
    metadata: {},
  }))
  const objects = names.map((name, n) => ({
    type_slug: 'posts',
    title: name.replaceAll(/[\0\r\n]/g, ' '),
    slug: `post-${n}`,
    metadata: { cover: `file-${n}.png` },
  }))
  const cover = { key: 'cover', title: 'Cover', type: 'file', media_validation_type: 'image' }
  const object_types = [{ title: 'Posts', slug: 'posts', metafields: [cover] }]
  const files = names.map(
    (_, n) => [`media/file-${n}.png`, picture('x.png', [n, 2 * n, 3 * n]).buffer] as const,
  )
  return zipOf([
    ['bucket.json', JSON.stringify({ bucket: { object_types, objects, media } })],
    ...files,
  ])
}

test('media with names in every script are imported, served and exported with their names', async () => {
  const into = await addOwner(server)
  const names = hostileNames.filter((name) => !name.includes('\0'))
  const { job, report } = await importFile(server, into, await zipOfNames(names), {
    name: 'names.zip',
  })
  expect(job.errors).toEqual([])
  expect(report).toMatchObject({ media: { added: names.length }, objects: { added: names.length } })
  const query = { slug: into.bucket.slug, limit: 100 }
  const { media } = (await server.call(listMedia, { query }, into)).ok()
  expect(media).toHaveLength(names.length)
  for (const { name, url } of media) {
    // The address has nothing that means something to a file system, a header or a page.
    expect(name).toMatch(/^[0-9a-f]{24}-[\w-][\w.-]{0,110}$/)
    expect(name).not.toContain('..')
    const { status, bytes } = await fetchFile(server, url)
    expect(status).toBe(200)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  }
  const { objects } = (await server.call(listObjects, { query }, into)).ok()
  expect(objects).toHaveLength(names.length)

  const otherOwner = await addOwner(server)
  const zip = await exported(server, into)
  for (const path of (await unzip(zip)).keys())
    expect(path).toMatch(/^(?:bucket\.json|media\/[\w.-]+)$/)
  const second = await importFile(server, otherOwner, zip, { name: 'again.zip' })
  expect(second.report).toMatchObject({ media: { added: names.length }, warnings: [] })
  const copies = (
    await server.call(listMedia, { query: { ...query, slug: otherOwner.bucket.slug } }, otherOwner)
  ).ok().media
  const excerpt = (all: typeof media) => all.map(({ original_name }) => original_name).toSorted()
  expect(excerpt(copies)).toEqual(excerpt(media))
  await isAlive()
})

test('a NUL in a media name is refused with a reason, and imports nothing', async () => {
  const into = await addOwner(server)
  const { job } = await importFile(server, into, await zipOfNames(['nul\0byte.png']), {
    name: 'nul.zip',
  })
  expect(job).toMatchObject({
    status: 'failed',
    errors: [
      {
        reason:
          'The file cannot be stored: media.0.original_name must not hold the character U+0000.',
      },
    ],
  })
  const query = { slug: into.bucket.slug }
  expect((await server.call(listMedia, { query }, into)).ok().media).toEqual([])
  await isAlive()
})

test('the imports leave no temporary file', async () => {
  await waitFor(
    () => readdirSync(join(server.dataDir, 'tmp')),
    (files) => files.every((file) => file.startsWith('export-')),
  )
})
