import { updateBucket } from '@typecase/contract/buckets'
import {
  findBlocks,
  findMediaFolder,
  findMediaFolders,
  findMergeRequestObjects,
} from '@typecase/contract/content'
import { addMediaFolder } from '@typecase/contract/media-folders'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readContent } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const blocks = async () => (await readContent(server, owner, findBlocks)).ok()
const setSettings = async (settings: object) => {
  const body = { slug: owner.bucket.slug, data: { settings } }
  ;(await server.call(updateBucket, { body }, owner)).ok()
}

test('blocks come from the settings of the bucket, without invalid blocks or other settings', async () => {
  expect(await blocks()).toEqual({ blocks: [] })
  const banner = { name: 'banner', content: 'Hello', editor: 'plain' }
  await setSettings({ content_blocks: [banner], secret: 'x' })
  expect(await blocks()).toEqual({ blocks: [banner] })
  for (const content_blocks of ['x', { a: 1 }, [1, null, banner]]) {
    await setSettings({ content_blocks })
    expect(await blocks()).toEqual({ blocks: Array.isArray(content_blocks) ? [banner] : [] })
  }
})

test('media folders are listed in their order and found by slug', async () => {
  expect((await readContent(server, owner, findMediaFolders)).ok()).toEqual({
    media_folders: [],
    total: 0,
  })
  for (const data of [{ title: 'Covers' }, { title: 'Old', parent: 'covers' }])
    (await server.call(addMediaFolder, { body: { slug: owner.bucket.slug, data } }, owner)).ok()
  expect((await readContent(server, owner, findMediaFolders)).ok()).toMatchObject({
    media_folders: [
      { slug: 'covers', title: 'Covers' },
      { slug: 'old', parent: 'covers' },
    ],
    total: 2,
  })
  const one = (folder_slug: string) =>
    readContent(server, owner, findMediaFolder, {}, { folder_slug })
  expect((await one('old')).ok()).toMatchObject({ media_folder: { title: 'Old', order: 1 } })
  expect((await one('none')).error().message).toBe('Media folder not found')
})

test('a merge request has no objects', async () => {
  const merge_request_id = '6356c56a5d8f3c2b8e4b4567'
  const answer = await readContent(server, owner, findMergeRequestObjects, {}, { merge_request_id })
  expect(answer.ok()).toEqual({ objects: [], total: 0 })
})
