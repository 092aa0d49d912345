import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { findObjects, findRevisions } from '@typecase/contract/content'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readContent } from '../../content-api/testing/read-content.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let id: string
beforeEach(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
  id = (await addOneObject(server, owner, { type: 'posts', title: 'Draft' })).id
})
afterEach(() => server.remove())

const bucketNow = async () =>
  (await server.call(getBucket, { query: { slug: owner.bucket.slug } }, owner)).ok().bucket

async function setReadsDrafts(read_key_reads_drafts: boolean): Promise<void> {
  const body = { slug: owner.bucket.slug, data: { read_key_reads_drafts } }
  expect((await server.call(updateBucket, { body }, owner)).ok().bucket).toMatchObject({
    read_key_reads_drafts,
  })
}

/** Returns the status codes of reading drafts and revisions with a key. */
async function statusesWith(read_key: string): Promise<number[]> {
  const answers = await Promise.all([
    readContent(server, owner, findObjects, { read_key, status: 'any' }),
    readContent(server, owner, findRevisions, { read_key }, { id }),
  ])
  return answers.map(({ status }) => status)
}

test('the read key of a new bucket cannot read drafts, but the preview key can', async () => {
  const { api_access, read_key_reads_drafts } = await bucketNow()
  expect(read_key_reads_drafts).toBe(false)
  expect(api_access.preview_key).toMatch(/^[A-Za-z0-9]{50}$/)
  expect(new Set(Object.values(api_access)).size).toBe(3)
  expect(await statusesWith(api_access.read_key)).toEqual([401, 401])
  expect(await statusesWith(api_access.preview_key)).toEqual([200, 200])
})

test('the setting that lets the read key read drafts applies to the very next read', async () => {
  const { read_key, preview_key } = owner.bucket.api_access
  await setReadsDrafts(true)
  expect(await statusesWith(read_key)).toEqual([200, 200])
  await setReadsDrafts(false)
  expect(await statusesWith(read_key)).toEqual([401, 401])
  expect(await statusesWith(preview_key)).toEqual([200, 200])
})
