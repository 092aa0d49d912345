import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { exportBucket } from '@typecase/contract/import-export'
import { getJob, type Job } from '@typecase/contract/jobs'
import { listMedia } from '@typecase/contract/media'
import type { Media } from '@typecase/contract/media-upload'
import { listObjects } from '@typecase/contract/objects'
import { zipOf } from '@typecase/server/resources/import-export/testing/export-bucket'
import { waitFor } from '@typecase/server/testing/wait-for'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { type Account, openAccount } from './account.ts'

/** Size of the disk in MB. Without the right to create one, these tests do not run. */
const DISK = 64
const MB = 1_000_000

let disk: string
const make = () => {
  disk = mkdtempSync(join(tmpdir(), 'typecase-full-disk-'))
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', disk]).status === 0
}
const canMake = process.platform === 'linux' && make()

let server: RunningServer
let account: Account
/** A file that was stored before the disk was full. */
let before: Media
const beforeBytes = randomBytes(2 * MB)
beforeAll(async () => {
  if (!canMake) return
  server = await startServer({ dataDir: join(disk, 'data') })
  account = await openAccount(server)
  before = await added(await upload(beforeBytes, 'before.bin'))
})
afterAll(async () => {
  if (!canMake) return
  await server.stop()
  spawnSync('umount', [disk])
  rmSync(disk, { recursive: true })
})
beforeEach(() => free())

const ballast = () => join(disk, 'ballast')
const free = () => rmSync(ballast(), { force: true })

/** Fills the disk except for `bytes` bytes. */
function fill(bytes: number): void {
  free()
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - bytes), 1))
}

/** Hashes of acknowledged files, by address. */
const acknowledged = new Map<string, string>()

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const send = (
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
  fetch(new URL(path, server.url), {
    ...init,
    headers: {
      authorization: `Bearer ${account.token}`,
      'tus-resumable': '1.0.0',
      ...init.headers,
    },
  })

const inBucket = (path: string) => `/v3/buckets/${account.slug}/${path}`

function upload(bytes: Buffer<ArrayBuffer>, name: string, path = 'media-upload') {
  const body = new FormData()
  body.append('files', new Blob([bytes]), name)
  return send(inBucket(path), { method: 'POST', body })
}

function importBytes(bytes: Buffer, name: string) {
  const body = new FormData()
  body.append('import_file', new Blob([new Uint8Array(bytes)]), name)
  body.append('import_mode', 'merge')
  return send(inBucket('import-bucket'), { method: 'POST', body })
}

async function added(answer: Response): Promise<Media> {
  const { media } = (await answer.json()) as { media: Media[] }
  if (!media[0]) throw new Error('Nothing was stored.')
  return media[0]
}

const fetchHere = (url: string, search = '') =>
  fetch(new URL(new URL(url).pathname + search, server.url))

async function hashAt(url: string): Promise<string> {
  return hashOf(new Uint8Array(await (await fetchHere(url)).arrayBuffer()))
}

async function expectStored(url: string | undefined, bytes: Uint8Array): Promise<void> {
  acknowledged.set(url ?? '', hashOf(bytes))
  expect(await hashAt(url ?? '')).toBe(hashOf(bytes))
}

/** Begins an upload in parts. @returns its address */
async function begin(size: number, name: string): Promise<string> {
  const answer = await send(inBucket('media-upload/resumable'), {
    method: 'POST',
    headers: {
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  })
  return answer.headers.get('location') ?? ''
}

const sendPart = (location: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
  send(location, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body,
  })

interface State {
  offset: number
  media?: Media
}
const stateOf = async (location: string) => (await (await send(location)).json()) as State

async function expectFull(answer: Response): Promise<void> {
  expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
    status: 507,
    code: 'storage_full',
    message: 'The server’s disk is full. Nothing was saved.',
  })
}

const temporary = () => readdirSync(join(server.dataDir, 'tmp'))

test.runIf(canMake)(
  'an upload is refused, leaves no temporary file and succeeds when there is space again',
  async () => {
    const bytes = randomBytes(3 * MB)
    fill(MB)
    await expectFull(await upload(bytes, 'new.bin'))
    expect(temporary()).toEqual([])
    expect(await hashAt(before.url)).toBe(hashOf(beforeBytes))
    free()
    const media = await added(await upload(bytes, 'new.bin'))
    await expectStored(media.url, bytes)
  },
)

test.runIf(canMake)('a replacement is refused and keeps the existing file', async () => {
  const path = `media-upload/replace/${before.id}`
  const bytes = randomBytes(3 * MB)
  fill(MB)
  await expectFull(await upload(bytes, 'new.bin', path))
  expect(await hashAt(before.url)).toBe(hashOf(beforeBytes))
  free()
  expect((await upload(bytes, 'new.bin', path)).status).toBe(200)
  await expectStored(before.url, bytes)
})

test.runIf(canMake)(
  'an upload in chunks keeps the received bytes and resumes when there is space again',
  async () => {
    const bytes = randomBytes(5 * MB)
    const location = await begin(bytes.length, 'parts.bin')
    expect((await sendPart(location, 0, bytes.subarray(0, 2 * MB))).status).toBe(204)
    fill(MB)
    await expectFull(await sendPart(location, 2 * MB, bytes.subarray(2 * MB)))
    const { offset } = await stateOf(location)
    expect(offset).toBeGreaterThanOrEqual(2 * MB)
    expect(offset).toBeLessThan(bytes.length)
    free()
    const answer = await sendPart(location, offset, bytes.subarray(offset))
    const { media } = (await answer.json()) as State
    await expectStored(media?.url, bytes)
  },
)

/** Creates a picture that compresses badly, so that its derived images take up space. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })

test.runIf(canMake)('a rotated picture waits for space, as any other upload does', async () => {
  const image = noise(900).jpeg({ quality: 90 }).withMetadata({ orientation: 6 })
  const bytes = new Uint8Array(await image.toBuffer())
  const location = await begin(bytes.length, 'photo.jpg')
  expect((await sendPart(location, 0, bytes.subarray(0, -10))).status).toBe(204)
  // There is space for the last bytes, and for the database.
  fill(MB / 4)
  await expectFull(await sendPart(location, bytes.length - 10, bytes.subarray(-10)))
  // The part is kept, unlike an unreadable picture.
  free()
  const { media } = await stateOf(location)
  expect(media).toMatchObject({ original_name: 'photo.jpg', type: 'image/jpeg', width: 900 })
  acknowledged.set(media?.url ?? '', await hashAt(media?.url ?? ''))
  expect(temporary()).toEqual([])
})

test.runIf(canMake)(
  'a resized image is refused, and created when there is space again',
  async () => {
    const bytes = await noise(700).png().toBuffer()
    const media = await added(await upload(Buffer.from(bytes), 'large.png'))
    // There is less space than the derived images need.
    fill(MB / 4)
    const search = '?w=690&fm=png'
    const answer = await fetchHere(media.url, search)
    expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
      status: 507,
      code: 'storage_full',
    })
    free()
    expect((await fetchHere(media.url, search)).status).toBe(200)
    await expectStored(media.url, bytes)
  },
)

test.runIf(canMake)('an export fails with a reason and leaves no temporary file', async () => {
  fill(3 * MB)
  const jobOf = async () => {
    const input = { params: { slug: account.slug }, body: {} }
    const { job } = await call(server.url, exportBucket, input, account.token)
    return endOf(job)
  }
  const files = temporary()
  const failed = await jobOf()
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed.errors).toMatchObject([{ reason: 'The server’s disk is full.' }])
  expect(temporary()).toEqual(files)
  free()
  expect(await jobOf()).toMatchObject({ status: 'done' })
})

const endOf = async ({ id }: Job): Promise<Job> => {
  const { job } = await waitFor(
    () => call(server.url, getJob, { query: { job_id: id } }, account.token),
    (answer) => answer.job.finished_at !== null,
    60_000,
  )
  return job
}

test.runIf(canMake)(
  'an import fails with a reason, changes nothing and succeeds when there is space again',
  async () => {
    const bytes = randomBytes(3 * MB)
    const media = [{ name: 'a.bin', original_name: 'a.bin', type: 'application/octet-stream' }]
    const object_types = [{ title: 'Posts', slug: 'posts', metafields: [] }]
    const objects = [{ type_slug: 'posts', title: 'Post', slug: 'post' }]
    const zip = await zipOf([
      ['bucket.json', JSON.stringify({ bucket: { object_types, objects, media } })],
      ['media/a.bin', bytes],
    ])
    const importZip = () => importBytes(zip, 'bucket.zip')
    const query = { slug: account.slug }
    const stored = () => call(server.url, listMedia, { query }, account.token)
    const [files, unchanged] = [temporary(), await stored()]

    // First there is no space for the archive itself, then none for its contents.
    fill(MB)
    await expectFull(await importZip())
    expect(temporary()).toEqual(files)
    fill(5 * MB)
    const answer = await importZip()
    expect(answer.status).toBe(202)
    const failed = await endOf(((await answer.json()) as { job: Job }).job)
    expect(failed).toMatchObject({
      status: 'failed',
      errors: [{ reason: 'The server’s disk is full.' }],
    })
    await waitFor(temporary, (names) => names.length === files.length)
    expect(await stored()).toEqual(unchanged)
    const objectsNow = () => call(server.url, listObjects, { query }, account.token)
    expect((await objectsNow()).total).toBe(0)

    free()
    const secondImport = (await (await importZip()).json()) as { job: Job }
    expect(await endOf(secondImport.job)).toMatchObject({ status: 'done', errors: [] })
    expect((await objectsNow()).total).toBe(1)
    const [brought] = (await stored()).media
    await expectStored(brought?.url, bytes)
  },
)

test.runIf(canMake)(
  'an import whose rows fill the disk is rolled back, and succeeds when there is space again',
  async () => {
    const content = 'A keeper’s log. '.repeat(150)
    const objects = Array.from({ length: 1200 }, (_, n) => ({
      type_slug: 'logs',
      title: `Day ${n}`,
      slug: `day-${n}`,
      content,
    }))
    const object_types = [{ title: 'Logs', slug: 'logs', metafields: [] }]
    const file = Buffer.from(JSON.stringify({ bucket: { object_types, objects } }))
    const query = { slug: account.slug }
    const total = async () => (await call(server.url, listObjects, { query }, account.token)).total
    const before = await total()

    // First there is space for the file and some of its plan, then for all of that and some rows.
    for (const freeBytes of [file.length + MB, 2 * file.length + 2 * MB]) {
      fill(freeBytes)
      const answer = await importBytes(file, 'bucket.json')
      expect(answer.status).toBe(202)
      const failed = await endOf(((await answer.json()) as { job: Job }).job)
      expect(failed).toMatchObject({
        status: 'failed',
        errors: [{ reason: 'The server’s disk is full.' }],
      })
      expect(await total()).toBe(before)
    }

    free()
    const secondImport = (await (await importBytes(file, 'bucket.json')).json()) as { job: Job }
    expect(await endOf(secondImport.job)).toMatchObject({ status: 'done', errors: [] })
    expect(await total()).toBe(before + objects.length)
  },
)

test.runIf(canMake)('no acknowledged file is lost after a restart', async () => {
  await server.stop()
  server = await startServer({ dataDir: join(disk, 'data') })
  expect(acknowledged.size).toBeGreaterThanOrEqual(5)
  for (const [url, hash] of acknowledged) expect(await hashAt(url)).toBe(hash)
})
