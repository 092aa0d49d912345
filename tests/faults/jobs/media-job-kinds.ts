import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { generateAltTexts } from '@typecase/contract/ai'
import { addBackup, listBackups } from '@typecase/contract/backups'
import { duplicateBucket, getBucket } from '@typecase/contract/buckets'
import { exportBucket, fetchMedia, getExport } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import { bulkEditMedia, deleteMedia, listMedia, replaceInMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { restoreTrash } from '@typecase/contract/trash'
import { unzip, zipOf } from '@typecase/server/resources/import-export/testing/export-bucket'
import { startTestAi, type TestAi } from '@typecase/server/testing/ai-server'
import { picture } from '@typecase/server/testing/pictures'

import { call } from '../../e2e/fixtures/api.ts'
import {
  minimal,
  full,
  type JobKind,
  sendFile,
  type Start,
  theJob,
  unchanged,
  undoLast,
  whole,
} from './job-kind.ts'
import { BARE, COUNT, endOf, FULL, type PreparedBucket } from './prepared-bucket.ts'

/** Number of pictures that get alt texts, and that are exported. */
const PICTURES = 24
const ALT_TEXT = 'A red lighthouse at dusk'

const replaceTitles: Start = async ({ url, owner, slug }) => {
  const body = { slug, find: 'Old', replace: 'Newer', fields: ['title' as const] }
  return theJob(await call(url, replaceInMedia, { body }, owner.token))
}

const editTitles: Start = async ({ url, owner, slug }) => {
  const data = { title: { op: 'prepend' as const, value: 'New ' } }
  return theJob(await call(url, bulkEditMedia, { body: { slug, query: {}, data } }, owner.token))
}

const deleteAll: Start = async ({ url, owner, slug }) =>
  theJob(await call(url, deleteMedia, { body: { slug, query: {} } }, owner.token))

const restoreAll: Start = async ({ url, owner, slug }) => {
  const body = { slug, subject: 'media' as const, q: '' }
  return theJob(await call(url, restoreTrash, { body }, owner.token))
}

async function uploadPictures({ url, owner, slug }: PreparedBucket): Promise<void> {
  const form = new FormData()
  for (let n = 0; n < PICTURES; n += 1) {
    const bytes = await picture(8 + n, 8)
      .png()
      .toBuffer()
    form.append('files', new Blob([new Uint8Array(bytes)]), `Picture ${n}.png`)
  }
  form.append('metadata', JSON.stringify({ is_drawn: true }))
  const answer = await fetch(`${url}/v3/buckets/${slug}/media-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`The upload answered ${await answer.text()}`)
}

let ai: Promise<TestAi> | undefined
const settingsOfAi = async () => (await (ai ??= startTestAi())).settings

/** Closes the servers that the kinds of this file started. */
export async function closeServers(): Promise<void> {
  const servers = [await ai, await elsewhere]
  for (const server of servers) server?.close()
}

const writeAltTexts: Start = async ({ url, owner, slug }) => {
  const body = { slug, query: { 'metadata.is_drawn': true } }
  return theJob(await call(url, generateAltTexts, { body }, owner.token))
}

/**
 * Checks the alt texts.
 * @throws unless each picture has one
 */
async function assertDescribed({ url, owner, slug }: PreparedBucket): Promise<void> {
  const query = { slug, query: JSON.stringify({ alt_text: ALT_TEXT }) }
  const { total } = await call(url, listMedia, { query }, owner.token)
  if (total !== PICTURES) throw new Error(`${total} pictures have an alt text.`)
}

const COPY = 'the-copy'

const copyBucket: Start = async ({ url, owner, slug }) => {
  const body = { slug, data: { slug: COPY } }
  return (await call(url, duplicateBucket, { body }, owner.token)).job
}

async function theCopy({ url, owner }: PreparedBucket): Promise<PreparedBucket | undefined> {
  try {
    const { bucket } = await call(url, getBucket, { query: { slug: COPY } }, owner.token)
    return { url, slug: COPY, owner: { ...owner, bucket } }
  } catch (reason) {
    // The caller was cut off before the bucket was created.
    if (String(reason).includes('answered 404')) return undefined
    throw reason
  }
}

/** Number of media on another server. One object uses each of them. */
const ELSEWHERE = 40

let elsewhere: Promise<Server> | undefined
/** Starts a server with a file at every path. */
const startFiles = (): Promise<Server> =>
  (elsewhere ??= new Promise((resolve) => {
    const server = createServer((_request, reply) => reply.end('words'))
    server.listen(0, '127.0.0.1', () => resolve(server))
  }))

async function importAddresses(bucket: PreparedBucket): Promise<void> {
  const { port } = (await startFiles()).address() as AddressInfo
  const names = Array.from({ length: ELSEWHERE }, (_, n) => `file-${n}.txt`)
  const type = { title: 'Rows', slug: 'rows', metafields: [] }
  const media = names.map((name) => ({
    name,
    type: 'text/plain',
    location: `http://127.0.0.1:${port}`,
  }))
  const objects = names.map((thumbnail, n) => ({
    title: `Row ${n}`,
    type: 'rows',
    status: 'draft',
    thumbnail,
  }))
  const file = new Blob([JSON.stringify({ object_types: [type], objects, media })])
  await endOf(bucket, await sendFile(bucket, file, 'bucket.json', { import_mode: 'merge' }))
}

const fetchFiles: Start = async ({ url, owner, slug }) =>
  theJob(await call(url, fetchMedia, { params: { slug }, body: {} }, owner.token))

/**
 * Checks fetched media.
 * @throws unless each has its file here, and each object names it
 */
async function assertFetched({ url, owner, slug }: PreparedBucket): Promise<void> {
  const { media } = await call(
    url,
    listMedia,
    { query: { slug, limit: 1000, query: '{"type":"text/plain"}' } },
    owner.token,
  )
  const query = { slug, query: '{"type":"rows"}', limit: 1000 }
  const { objects } = await call(url, listObjects, { query }, owner.token)
  const names = objects.map(({ object }) => object.thumbnail)
  if (names.length !== ELSEWHERE || media.length !== ELSEWHERE)
    throw new Error(`There are ${names.length} objects and ${media.length} media.`)
  for (const { name } of media)
    if (!/^[0-9a-f]{24}-file/.test(name) || !names.includes(name))
      throw new Error(`${name} is not fetched, or nothing names it.`)
}

/** Imports a zip of rows and a file, as an export writes it. */
const importZip =
  (mode: 'merge' | 'replace'): Start =>
  async (bucket) => {
    const media = {
      name: 'words.txt',
      original_name: 'words.txt',
      type: 'text/plain',
      title: 'Words',
    }
    const type = {
      title: 'Rows',
      slug: 'rows',
      metafields: [{ title: 'T', key: 'text', type: 'text' }],
    }
    const rows = Array.from({ length: COUNT }, (_, n) =>
      JSON.stringify({ title: `Row ${n}`, type: 'rows', metadata: { text: 'some words' } }),
    )
    const head = JSON.stringify({ object_types: [type], media: [media] }).slice(0, -1)
    const text = `{"bucket":${head},"objects":[\n${rows.join(',\n')}\n]}}`
    const zip = await zipOf([
      ['bucket.json', text],
      ['media/words.txt', 'many words'],
    ])
    return sendFile(bucket, new Blob([new Uint8Array(zip)]), 'export.zip', { import_mode: mode })
  }

const exportAll: Start = async ({ url, owner, slug }) => {
  const input = { params: { slug }, body: {} }
  return (await call(url, exportBucket, input, owner.token)).job
}

const backUp: Start = async ({ url, owner, slug }) =>
  (await call(url, addBackup, { body: { slug } }, owner.token)).job

/**
 * Checks the backups.
 * @throws unless there is exactly one, which is complete
 */
async function assertBackedUp({ url, owner, slug }: PreparedBucket): Promise<void> {
  const { backups } = await call(url, listBackups, { query: { slug } }, owner.token)
  const contents = backups.map(({ state, objects, media }) => [state, objects, media].join())
  if (contents.join('; ') !== ['done', COUNT, COUNT + PICTURES].join())
    throw new Error(`The backups are ${contents.join('; ')}.`)
}

/**
 * Checks an export.
 * @throws unless its zip contains everything
 */
async function assertExported(
  { url, owner, slug }: PreparedBucket,
  { id: job_id }: Job,
): Promise<void> {
  const input = { params: { slug, job_id } }
  const { export: made } = await call(url, getExport, input, owner.token)
  const zip = await fetch(new URL(new URL(made.url).pathname, url))
  const files = await unzip(Buffer.from(await zip.arrayBuffer()))
  const { bucket } = JSON.parse(String(files.get('bucket.json'))) as {
    bucket: { objects: unknown[]; media: unknown[] }
  }
  const contents = [bucket.objects.length, bucket.media.length, files.size]
  // The files include the bucket.json.
  if (contents.join() !== [COUNT, COUNT + PICTURES, PICTURES + 1].join())
    throw new Error(`The export holds ${contents.join(', ')} objects, media and files.`)
}

const withPictures = { media: { ...unchanged.media, '': PICTURES } }

/** Jobs on media, or whose files contain some. */
export const mediaJobKinds: readonly JobKind[] = [
  {
    title: 'search and replace in media',
    start: replaceTitles,
    done: FULL,
    failed: BARE,
    changed: FULL,
    after: { media: { 'Newer image': FULL, 'Old image …': BARE } },
  },
  {
    title: 'undo of search and replace in media',
    prepare: whole(replaceTitles),
    start: undoLast,
    done: FULL,
    failed: 0,
    changed: FULL,
    after: {},
  },
  {
    title: 'import of a zip',
    start: importZip('merge'),
    isWhole: true,
    done: COUNT + 1,
    failed: 0,
    changed: COUNT + 1,
    after: {
      listed: { ...unchanged.listed, 'Row {text some words}, published, rev 1': COUNT },
      public: { 'Row {text some words}': COUNT },
      media: { ...unchanged.media, Words: 1 },
      fields: `${unchanged.fields}, text text`,
    },
  },
  {
    title: 'export',
    prepare: uploadPictures,
    start: exportAll,
    makesFile: true,
    check: assertExported,
    done: 2 * COUNT + PICTURES,
    failed: 0,
    changed: 0,
    after: withPictures,
  },
  {
    title: 'backup',
    prepare: uploadPictures,
    start: backUp,
    check: assertBackedUp,
    done: COUNT,
    failed: 0,
    changed: 0,
    after: withPictures,
  },
  {
    title: 'bulk edit of media',
    start: editTitles,
    done: FULL,
    failed: BARE,
    changed: FULL,
    after: { media: { 'New Old image': FULL, 'Old image …': BARE } },
  },
  {
    title: 'delete of media',
    start: deleteAll,
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: { media: {} },
  },
  {
    title: 'restore of media from the trash',
    prepare: whole(deleteAll),
    start: restoreAll,
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: {},
  },
  {
    title: 'alt texts by AI',
    prepare: uploadPictures,
    env: settingsOfAi,
    start: writeAltTexts,
    done: PICTURES,
    failed: 0,
    changed: PICTURES,
    after: withPictures,
    check: assertDescribed,
  },
  {
    title: 'fetch of media on other servers',
    env: async () => ({ REACHABLE_NETWORKS: '127.0.0.1/32' }),
    prepare: importAddresses,
    start: fetchFiles,
    done: ELSEWHERE,
    failed: 0,
    changed: 2 * ELSEWHERE,
    after: {
      listed: { ...unchanged.listed, 'Row {}, draft, rev 2': ELSEWHERE },
      media: { ...unchanged.media, '': ELSEWHERE },
    },
    check: assertFetched,
  },
  {
    title: 'copy of a bucket',
    prepare: uploadPictures,
    start: copyBucket,
    target: theCopy,
    isWhole: true,
    done: 2 * COUNT + PICTURES,
    failed: 0,
    changed: 2 * COUNT + PICTURES,
    after: withPictures,
  },
  {
    title: 'import of a zip in place of what is there',
    start: importZip('replace'),
    isWhole: true,
    done: 3 * COUNT + 1,
    failed: 0,
    changed: 3 * COUNT + 1,
    after: {
      listed: { 'Row {text some words}, published, rev 1': COUNT },
      public: { 'Row {text some words}': COUNT },
      trash: COUNT,
      media: { Words: 1 },
      fields: 'text text',
    },
  },
  {
    title: 'undo of an import in place of what was there',
    prepare: whole(importZip('replace')),
    start: undoLast,
    isWhole: true,
    done: 3 * COUNT + 1,
    failed: 0,
    changed: 3 * COUNT + 1,
    after: {
      listed: {
        [`Old thing ${full}, draft, rev 3`]: FULL,
        [`Old thing ${minimal}, draft, rev 3`]: BARE,
      },
      trash: COUNT,
      media: unchanged.media,
      fields: unchanged.fields,
    },
  },
]
