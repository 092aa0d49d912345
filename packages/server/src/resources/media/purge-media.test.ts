import { existsSync, readdirSync, writeFileSync } from 'node:fs'

import { deleteBucket } from '@typecase/contract/buckets'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { startTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, upload } from '../../testing/uploads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { uploadFile } from '../../storage/stored-files.ts'
import { measure } from '../media-upload/prepare-file.ts'

const DAY = 24 * 3600 * 1000

let s3: TestS3
let server: TestServer
let clock: TestClock
let owner: Owner
beforeAll(async () => {
  s3 = await startTestS3()
  clock = createTestClock(Date.now())
  server = await startTestServer(s3.settings, { clock })
})
afterAll(async () => {
  await server.remove()
  await s3.remove()
})
beforeEach(async () => {
  owner = await addOwner(server)
})

async function stored(of = owner.bucket.id): Promise<number> {
  let count = 0
  for await (const { key } of server.app.store.list()) if (key.startsWith(of)) count += 1
  return count
}
const trash = (ids: readonly string[]) =>
  server.app.db.write(
    ({ db }) =>
      db
        .updateTable('media')
        .set({ deleted_at: clock.iso() })
        .where('bucket_id', '=', owner.bucket.id)
        .where('id', 'in', ids)
        .execute(),
    'serializable',
  )
const storedFiles = () =>
  server.app.db.read
    .selectFrom('files')
    .select(['id', 'state'])
    .where('owner_id', '=', owner.bucket.id)
    .execute()

test('bytes are kept as long as the trash, and deleted with the last media that uses them', async () => {
  const png = { bytes: await picture().png().toBuffer(), name: 'a.png' }
  const [a, b, c] = await upload(server, owner, png, png, { bytes: 'other', name: 'c.txt' })
  if (!a || !b || !c) throw new Error('nothing was stored')
  await fetchFile(server, `${a.imgix_url}?w=10`)
  const { file_id } = await server.app.db.read
    .selectFrom('media')
    .select('file_id')
    .where('id', '=', a.id)
    .executeTakeFirstOrThrow()
  const folder = () => `${server.dataDir}/cache/images/${file_id?.slice(-2)}/${file_id}`
  expect(readdirSync(folder())).toHaveLength(1)
  await trash([a.id])
  clock.advance(31 * DAY)
  await deleteExpired(server.app)
  expect(await stored()).toBe(2)
  expect((await fetchFile(server, b.url)).status).toBe(200)
  await trash([b.id])
  await deleteExpired(server.app)
  expect(await stored()).toBe(2)
  clock.advance(31 * DAY)
  await s3.stop()
  await expect(deleteExpired(server.app)).rejects.toThrow()
  expect(await storedFiles()).toHaveLength(2)
  await s3.start()
  await deleteExpired(server.app)
  expect(await stored()).toBe(1)
  expect(await storedFiles()).toHaveLength(1)
  expect(existsSync(folder())).toBe(false)
  expect((await fetchFile(server, c.url)).bytes.toString()).toBe('other')
})

test('the bytes of a deleted bucket are not served, and are deleted with the bucket', async () => {
  const [media] = await upload(server, owner, { bytes: 'a', name: 'a.txt' })
  const { id, slug } = owner.bucket
  await server.call(deleteBucket, { query: { slug } }, owner)
  expect((await fetchFile(server, media?.url ?? '')).status).toBe(404)
  const isThere = () =>
    server.app.db.read.selectFrom('buckets').select('id').where('id', '=', id).execute()
  await waitFor(isThere, (rows) => rows.length === 0)
  await deleteExpired(server.app)
  expect(await stored(id)).toBe(0)
  expect(await storedFiles()).toEqual([])
})

test('the bytes of an unfinished upload are deleted after a day, and not before', async () => {
  const path = `${server.dataDir}/tmp/lost`
  writeFileSync(path, 'lost')
  await uploadFile(server.app, owner.bucket.id, await measure(path))
  await deleteExpired(server.app)
  expect(await stored()).toBe(1)
  clock.advance(DAY + 1)
  await deleteExpired(server.app)
  expect([await stored(), await storedFiles()]).toEqual([0, []])
})
