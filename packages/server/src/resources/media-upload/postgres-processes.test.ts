import { randomBytes } from 'node:crypto'

import type { Media } from '@typecase/contract/media-upload'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile } from '../../testing/uploads.ts'

// Two servers share one database and one S3 bucket, each with its own folder, behind a proxy that sends a call to
// either.

let s3: TestS3
let one: TestServer
let other: TestServer
let owner: Owner
beforeAll(async () => {
  s3 = await startTestS3()
  const settings = { ...s3.settings, SECRET_KEY: randomBytes(32).toString('base64') }
  one = await startTestServer(settings)
  const { DATABASE_URL = '' } = one.app.settings
  other = await startTestServer({ ...settings, DATABASE_URL })
})
afterAll(async () => {
  await other.remove()
  await one.remove()
  await s3.remove()
})
beforeEach(async () => {
  owner = await addOwner(one)
})
afterEach(() => vi.restoreAllMocks())

const headers = () => ({ authorization: `Bearer ${owner.token}`, 'tus-resumable': '1.0.0' })

async function begin(size: number): Promise<string> {
  const answer = await one.http.inject({
    method: 'POST',
    url: `/v3/buckets/${owner.bucket.slug}/media-upload/resumable`,
    headers: {
      ...headers(),
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from('a.bin').toString('base64')}`,
    },
  })
  expect(answer.statusCode).toBe(201)
  return String(answer.headers['location'])
}

async function patch(server: TestServer, url: string, offset: number, payload: Buffer) {
  const answer = await server.http.inject({
    method: 'PATCH',
    url,
    headers: {
      ...headers(),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    payload,
  })
  const { media } = answer.body === '' ? {} : answer.json<{ media?: Media }>()
  return { status: answer.statusCode, media }
}

const stateOf = async (server: TestServer, url: string) =>
  (await server.http.inject({ method: 'GET', url, headers: headers() })).json<{
    offset: number
    media?: Media
  }>()

const bytesOf = async (media: Media | undefined) => (await fetchFile(other, media?.url ?? '')).bytes

const mediaCount = async () =>
  (
    await one.app.db.read
      .selectFrom('media')
      .select('id')
      .where('bucket_id', '=', owner.bucket.id)
      .execute()
  ).length

test('an upload succeeds if its chunks alternate between two servers', async () => {
  const bytes = randomBytes(100_000)
  const url = await begin(bytes.length)
  let media: Media | undefined
  for (let at = 0; at < bytes.length; at += 20_000) {
    const server = (at / 20_000) % 2 === 0 ? other : one
    ;({ media } = await patch(server, url, at, bytes.subarray(at, at + 20_000)))
  }
  expect((await bytesOf(media)).equals(bytes)).toBe(true)
})

test('of two simultaneous chunks at one offset, one is accepted and the other gets 409', async () => {
  for (let round = 0; round < 5; round += 1) {
    const url = await begin(2000)
    const parts = [randomBytes(1000), randomBytes(1000)]
    const answers = await Promise.all(
      [one, other].map((server, n) => patch(server, url, 0, parts[n] ?? Buffer.alloc(0))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    const taken = parts[answers.findIndex(({ status }) => status === 204)] ?? Buffer.alloc(0)
    const rest = randomBytes(1000)
    const { media } = await patch(other, url, 1000, rest)
    expect((await bytesOf(media)).equals(Buffer.concat([taken, rest]))).toBe(true)
  }
})

test('a chunk lost in a stopped server can be sent again, and its late completion answers 409', async () => {
  const bytes = randomBytes(3000)
  const url = await begin(bytes.length)
  await patch(one, url, 0, bytes.subarray(0, 1000))
  const { store } = one.app
  const put = store.put.bind(store)
  const stopped = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  vi.spyOn(store, 'put').mockImplementationOnce(async (key, path) => {
    stopped.resolve()
    await goesOn.promise
    return put(key, path)
  })
  const lateAnswer = patch(one, url, 1000, randomBytes(2000))
  await stopped.promise
  expect(await stateOf(other, url)).toMatchObject({ offset: 1000 })
  const { media } = await patch(other, url, 1000, bytes.subarray(1000))
  goesOn.resolve()
  expect((await lateAnswer).status).toBe(409)
  expect((await bytesOf(media)).equals(bytes)).toBe(true)
})

test('an upload that both servers finish creates one media', async () => {
  const bytes = randomBytes(1000)
  const url = await begin(bytes.length)
  // The last bytes are in the store, and the server crashes before it creates the media.
  const { store } = one.app
  vi.spyOn(store, 'read').mockImplementationOnce(() => Promise.reject(new Error('It dies.')))
  expect((await patch(one, url, 0, bytes)).status).toBe(500)
  const states = await Promise.all([one, other, one, other].map((server) => stateOf(server, url)))
  expect(new Set(states.map(({ media }) => media?.id)).size).toBe(1)
  expect(await mediaCount()).toBe(1)
  expect((await bytesOf(states[0]?.media)).equals(bytes)).toBe(true)
})
