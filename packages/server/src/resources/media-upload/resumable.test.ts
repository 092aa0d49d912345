import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import type { Media } from '@typecase/contract/media-upload'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join as joinBucket, type Owner } from '../../testing/people.ts'
import { restart } from '../../testing/restart.ts'
import { startTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile } from '../../testing/uploads.ts'
import { sweepUploads } from './sweep-uploads.ts'

const BYTES = 'application/offset+octet-stream'

let s3: TestS3
let server: TestServer
let owner: Owner
beforeAll(async () => {
  s3 = await startTestS3()
  server = await startTestServer(s3.settings)
})
afterAll(async () => {
  await server.remove()
  await s3.remove()
})
/** Temporary files of uploads that other tests began. */
let before: string[] = []
beforeEach(async () => {
  owner = await addOwner(server)
  before = []
  before = parts()
})

const base = (of = owner) => `/v3/buckets/${of.bucket.slug}/media-upload/resumable`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const aboutOf = (about: Record<string, string>) =>
  Object.entries(about)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',')

interface Sent {
  token?: string
  headers?: Record<string, string>
  payload?: Buffer | Readable
}

async function send(
  method: 'POST' | 'PATCH' | 'GET' | 'HEAD' | 'DELETE',
  url: string,
  sent: Sent = {},
) {
  const { token = owner.token, headers, payload } = sent
  const answer = await server.http.inject({
    method,
    url,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'tus-resumable': '1.0.0',
      ...headers,
    },
    ...(payload && { payload }),
  })
  const json = answer.body === '' ? {} : answer.json<Record<string, unknown>>()
  return { status: answer.statusCode, headers: answer.headers, json }
}

async function begin(
  size: number,
  about: Record<string, string> = { filename: 'a.bin' },
): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': aboutOf(about) }
  const { status, headers: answered } = await send('POST', base(), { headers })
  expect(status).toBe(201)
  return String(answered['location'])
}
const patch = (url: string, offset: number, payload: Buffer | Readable, token?: string) =>
  send('PATCH', url, {
    headers: { 'content-type': BYTES, 'upload-offset': String(offset) },
    payload,
    ...(token !== undefined && { token }),
  })

const parts = () =>
  readdirSync(join(server.dataDir, 'tmp')).filter(
    (name) => name.startsWith('media-') && !before.includes(name),
  )
const rows = () =>
  server.app.db.read
    .selectFrom('media')
    .select(['id', 'size', 'original_name'])
    .where('bucket_id', '=', owner.bucket.id)
    .execute()

/** Returns bytes as a stream in pieces of 64 kB, as they arrive from a connection. */
function streamOf(bytes: Buffer): Readable {
  const starts = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) => n * 65_536)
  return Readable.from(starts.map((start) => bytes.subarray(start, start + 65_536)))
}
/** Returns the states of the bucket's files. */
const states = async () => {
  const files = server.app.db.read.selectFrom('files').select('state')
  return (await files.where('owner_id', '=', owner.bucket.id).execute()).map(({ state }) => state)
}
/** Returns the bucket's keys in the file store. */
async function keys(): Promise<string[]> {
  const all = await Array.fromAsync(server.app.store.list(), ({ key }) => key)
  return all.filter((key) => key.startsWith(owner.bucket.id))
}

test('an upload is open only to the user who began it: 401, 403 and 404 for others', async () => {
  const url = await begin(4)
  const other = await addOwner(server)
  const friend = await addPerson(server)
  const contributor = await addPerson(server)
  await joinBucket(server, friend, owner, 'editor')
  await joinBucket(server, contributor, owner, 'contributor')
  for (const [token, status] of [
    ['', 401],
    [contributor.token, 403],
    [other.token, 404],
    [friend.token, 404],
  ] as const) {
    expect((await patch(url, 0, Buffer.from('abcd'), token)).status).toBe(status)
    expect((await send('GET', url, { token })).status).toBe(status)
    expect((await send('DELETE', url, { token })).status).toBe(status)
  }
  // The upload cannot be reached through the other user's bucket either.
  const theirs = url.replace(owner.bucket.slug, other.bucket.slug)
  expect((await patch(theirs, 0, Buffer.from('abcd'), other.token)).status).toBe(404)
  expect((await send('HEAD', url)).headers['upload-offset']).toBe('0')
})

test.each<[string, Record<string, string>, number]>([
  ['no length', { 'upload-metadata': aboutOf({ filename: 'a' }) }, 400],
  ['no name', { 'upload-length': '5' }, 400],
  [
    'an invalid length',
    { 'upload-length': '-5', 'upload-metadata': aboutOf({ filename: 'a' }) },
    400,
  ],
  ['901 MB', { 'upload-length': '901000000', 'upload-metadata': aboutOf({ filename: 'a' }) }, 413],
  [
    'metadata that is no JSON',
    { 'upload-length': '5', 'upload-metadata': aboutOf({ filename: 'a', metadata: '{' }) },
    400,
  ],
  ['another version', { 'upload-length': '5', 'tus-resumable': '0.2.2' }, 412],
])('an upload with %s is refused', async (_what, headers, status) => {
  expect((await send('POST', base(), { headers })).status).toBe(status)
  expect(parts()).toEqual([])
})

describe('a resumable upload', () => {
  test('answers 400 without an offset, 415 for another type, 409 for a wrong offset and 413 past the end', async () => {
    const url = await begin(4)
    const headers = { 'content-type': BYTES }
    expect((await send('PATCH', url, { headers, payload: Buffer.from('a') })).status).toBe(400)
    const plain = { 'content-type': 'text/plain', 'upload-offset': '0' }
    expect((await send('PATCH', url, { headers: plain, payload: Buffer.from('a') })).status).toBe(
      415,
    )
    expect((await patch(url, 0, Buffer.from('ab'))).headers['upload-offset']).toBe('2')
    expect((await patch(url, 0, Buffer.from('ab'))).status).toBe(409)
    expect((await patch(url, 3, Buffer.from('d'))).status).toBe(409)
    expect((await patch(url, 2, Buffer.from('cdefgh'))).status).toBe(413)
    expect((await send('GET', url)).json).toMatchObject({ offset: 2, length: 4 })
  })

  test('in chunks becomes one media with the given name, folder and metadata', async () => {
    const bytes = randomBytes(50_000)
    const about = {
      filename: 'größe.bin',
      folder: 'art',
      alt_text: 'A',
      metadata: '{"a":1}',
      other: 'x',
    }
    const url = await begin(bytes.length, about)
    expect((await patch(url, 0, bytes.subarray(0, 20_000))).status).toBe(204)
    const { status, json } = await patch(url, 20_000, bytes.subarray(20_000))
    expect(status).toBe(200)
    const media = json['media'] as Media
    expect(media).toMatchObject({
      original_name: 'größe.bin',
      size: 50_000,
      folder: 'art',
      alt_text: 'A',
      metadata: { a: 1 },
      created_by: owner.id,
    })
    expect((await fetchFile(server, media.url)).bytes.equals(bytes)).toBe(true)
    // A client that missed the response asks again.
    expect((await send('GET', url)).json).toMatchObject({ offset: 50_000, media: { id: media.id } })
    expect((await patch(url, 50_000, Buffer.alloc(0))).json).toMatchObject({
      media: { id: media.id },
    })
    expect(await rows()).toHaveLength(1)
    expect(parts()).toEqual([])
  })

  test('of 17 MB is stored in chunks, which are removed once it is complete', async () => {
    const bytes = randomBytes(17_000_000)
    const url = await begin(bytes.length)
    expect((await patch(url, 0, streamOf(bytes.subarray(0, -1)))).status).toBe(204)
    expect(await states()).toEqual(['part', 'part', 'part'])
    const { json } = await patch(url, bytes.length - 1, bytes.subarray(-1))
    expect((await fetchFile(server, (json['media'] as Media).url)).bytes.equals(bytes)).toBe(true)
    expect(await states()).toEqual(['stored'])
    expect(await keys()).toHaveLength(1)
    expect(parts()).toEqual([])
  })

  test('keeps the received bytes if the client sends more than it announced', async () => {
    const url = await begin(10_000_000)
    const { status } = await patch(url, 0, streamOf(randomBytes(10_000_001)))
    expect(status).toBe(413)
    const { offset } = (await send('GET', url)).json
    expect(offset).toBeGreaterThan(8_000_000)
    expect(offset).toBeLessThanOrEqual(10_000_000)
  })

  test('of an HTML page is refused at the end, and leaves nothing behind', async () => {
    const page = Buffer.from('<html>')
    const url = await begin(page.length, { filename: 'a.txt' })
    expect((await patch(url, 0, page)).json).toMatchObject({ message: 'HTML files not allowed' })
    expect((await send('GET', url)).status).toBe(404)
    expect([await rows(), parts(), await states(), await keys()]).toEqual([[], [], [], []])
  })

  test('keeps the received bytes across a restart and an outage of the store', async () => {
    const url = await begin(6)
    await patch(url, 0, Buffer.from('abc'))
    server = await restart(server, 0, s3.settings)
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('3')
    await s3.stop()
    expect((await patch(url, 3, Buffer.from('def'))).status).toBe(503)
    expect(await rows()).toEqual([])
    await s3.start()
    // Bytes that did not reach the store do not count as received.
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('3')
    const { json } = await patch(url, 3, Buffer.from('def'))
    expect(json).toMatchObject({ media: { size: 6 } })
    expect((await fetchFile(server, (json['media'] as Media).url)).bytes.toString()).toBe('abcdef')
    expect(await rows()).toHaveLength(1)
  })
})

test('an upload that is cancelled or idle for a day is removed', async () => {
  const cancelled = await begin(4)
  expect((await send('DELETE', cancelled)).status).toBe(200)
  expect((await send('HEAD', cancelled)).status).toBe(404)
  const abandoned = await begin(4)
  await patch(abandoned, 0, Buffer.from('ab'))
  expect(await states()).toEqual(['part'])
  server = await restart(server, 25 * 3600 * 1000, s3.settings)
  await sweepUploads(server.app)
  expect(parts()).toEqual([])
  expect(await server.app.db.read.selectFrom('uploads').select('id').execute()).toEqual([])
  expect([await states(), await keys()]).toEqual([[], []])
})

test('a tus client completes an upload despite lost connections, and the bytes are intact', async () => {
  await server.http.listen({ port: 0, host: '127.0.0.1' })
  const address = server.http.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const bytes = randomBytes(3_000_000)
  let breaks = 0
  const media = await new Promise<Media>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `http://127.0.0.1:${port}${base()}`,
      headers: { authorization: `Bearer ${owner.token}` },
      metadata: { filename: 'film.bin' },
      chunkSize: 200_000,
      retryDelays: [0, 0, 0, 0, 0],
      onChunkComplete() {
        breaks += 1
        if (breaks % 4 === 0) server.http.server.closeAllConnections()
      },
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve((JSON.parse(lastResponse.getBody()) as { media: Media }).media),
    })
    upload.start()
  })
  expect(breaks).toBeGreaterThan(8)
  const { bytes: stored } = await fetchFile(server, media.url)
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  expect(hash(stored)).toBe(hash(bytes))
  expect(await rows()).toHaveLength(1)
})
