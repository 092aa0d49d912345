import { everything } from '@typecase/content-query/ast'
import { parseSort } from '@typecase/content-query/sort'
import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import {
  type BucketAccess,
  openBucketForJob,
  readVersion,
} from '../../resources/buckets/bucket-access.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectStore } from './object-store.ts'

let server: TestServer
let owner: Owner
let access: BucketAccess
let id: string
/** The bucket's version before the last write. */
let before: number
const deletedId = 'f'.repeat(24)

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  access = openBucketForJob(owner.bucket.id, owner.bucket.slug, owner.id)
  await addType(server, owner, 'posts')
  id = (await addOneObject(server, owner, { type: 'posts', title: 'First' })).id
})
afterAll(() => server.remove())

let count = 0
beforeEach(async () => {
  before = await readVersion(server.app.db, access)
  // Loads the index at the version before the write.
  await page(before)
  const data = { title: `Title ${(count += 1)}` }
  const body = { slug: access.slug, object_id: id, data }
  ;(await server.call(updateObject, { body }, owner)).ok()
})

const page = (version: number) =>
  objectStore(server.app, access, version).page(
    'newest',
    { query: everything, sort: parseSort('title', 'objects') },
    { content: true, metadata: true },
    new AbortController().signal,
  )
const existing = (version: number) =>
  objectStore(server.app, access, version).existing([id, deletedId], 'newest')

test('a page is found again if its rows are newer than the version that the caller has read', async () => {
  const { rows, version } = await page(before)
  expect(rows).toMatchObject([{ id, title: `Title ${count}` }])
  expect(version).toBe(before + 1)
})

test('existing objects are found with an older and with a current index', async () => {
  const current = before + 1
  expect(await existing(current)).toEqual(new Set([id]))
  await page(current)
  expect(await existing(current)).toEqual(new Set([id]))
  expect(
    server.app.columns.peek(access.bucketId, 'newest')?.existing([id, deletedId], current),
  ).toEqual(new Set([id]))
  expect(server.app.columns.peek(access.bucketId, 'newest')?.existing([id], current + 1)).toBe(
    undefined,
  )
})
