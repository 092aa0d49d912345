import { type Bucket, updateBucket } from '@typecase/contract/buckets'
import { findObject, findObjects } from '@typecase/contract/content'
import { updateObjectType } from '@typecase/contract/object-types'
import { deleteProject } from '@typecase/contract/projects'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type ContentAnswer } from '../../content-api/testing/read-content.ts'
import { addOneObject, addType, type FieldInput } from '../../testing/content.ts'
import { addMedia, storedMedia } from '../../testing/media.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** The server that receives the reads. */
let server: TestServer
/** The server that receives the writes: another process on PostgreSQL, the same one on SQLite. */
let writer: TestServer
let owner: Owner
let objectId: string
let picture: string

const fields: FieldInput[] = [
  { key: 'picture', title: 'Picture', type: 'file' },
  { key: 'text', title: 'Text', type: 'text' },
]

beforeEach(async () => {
  server = await startTestServer()
  const isShared = process.env['TEST_DATABASE'] === 'postgres'
  writer = isShared ? await startTestServer({ DATA_DIR: server.dataDir }) : server
  owner = await addOwner(writer)
  await addType(writer, owner, 'posts', fields)
  await addMedia(writer, owner, [{}])
  picture = (await storedMedia(writer, owner))[0]?.name ?? ''
  const metadata = { picture, text: picture }
  const data = { type: 'posts', title: 'First', status: 'published', metadata }
  objectId = (await addOneObject(writer, owner, data)).id
  // From here on, the bucket is in the cache if it can be cached.
  expect(await statuses()).toEqual([200, 200])
})
afterEach(async () => {
  if (writer !== server) await writer.close()
  await server.remove()
})

const read = (key = owner.bucket.api_access.read_key, slug = owner.bucket.slug) => {
  const query = key === '' ? {} : { read_key: key }
  return [
    server.send(findObjects, { params: { slug }, query }),
    server.send(findObject, { params: { slug, id: objectId }, query }),
  ] as const
}
const statuses = async (key?: string, slug?: string) =>
  (await Promise.all(read(key, slug))).map(({ status }) => status)

async function metadata(): Promise<ContentAnswer['metadata']> {
  const answer = await read()[1]
  // The cast is safe: this is the endpoint's response on success.
  return (answer.ok() as { object: ContentAnswer }).object.metadata
}

async function update(data: object): Promise<Bucket> {
  const body = { slug: owner.bucket.slug, data }
  const answer = await writer.send(updateBucket, { body }, owner)
  // The cast is safe: this is the endpoint's response on success.
  return (answer.ok() as { bucket: Bucket }).bucket
}

test('a replaced key stops working at the next request, and the new key works', async () => {
  const { api_access } = await update({ reset_api_access_keys: ['read'] })
  expect(await statuses()).toEqual([401, 401])
  expect(await statuses(api_access.read_key)).toEqual([200, 200])
})

test('a former key works for the hours it was given, until these are set to 0', async () => {
  await update({ reset_api_access_keys: ['read'], former_key_hours: { read: 2 } })
  expect(await statuses()).toEqual([200, 200])
  await update({ former_key_hours: { read: 0 } })
  expect(await statuses()).toEqual([401, 401])
})

test('reads without a key work as soon as they are allowed, and return 401 as soon as they are not', async () => {
  expect(await statuses('')).toEqual([401, 401])
  await update({ reads_without_key: true })
  expect(await statuses('')).toEqual([200, 200])
  await update({ reads_without_key: false })
  expect(await statuses('')).toEqual([401, 401])
})

test('the URL of a media file changes as soon as media become private, and changes back', async () => {
  const open = (await metadata())['picture']
  await update({ media_is_private: true })
  expect((await metadata())['picture']).not.toEqual(open)
  await update({ media_is_private: false })
  expect((await metadata())['picture']).toEqual(open)
})

test('a metafield is read as its new type as soon as it becomes a file or text field', async () => {
  const setText = async (type: string) => {
    const metafields = fields.map((field) => (field.key === 'text' ? { ...field, type } : field))
    const body = { slug: owner.bucket.slug, type_slug: 'posts', data: { metafields } }
    ;(await writer.send(updateObjectType, { body }, owner)).ok()
  }
  await setText('file')
  const { picture: url, text } = await metadata()
  expect(text).toEqual(url)
  await setText('text')
  expect((await metadata())['text']).not.toEqual(url)
})

test('a bucket that moves to another slug is found only at the new slug', async () => {
  const { slug } = owner.bucket
  await update({ slug: 'moved' })
  expect(await statuses(undefined, slug)).toEqual([404, 404])
  expect(await statuses(undefined, 'moved')).toEqual([200, 200])
})

test('the bucket of a deleted project returns 404 at once', async () => {
  const input = { query: { project_id: owner.project.id } }
  ;(await writer.send(deleteProject, input, owner)).ok()
  expect(await statuses()).toEqual([404, 404])
})
