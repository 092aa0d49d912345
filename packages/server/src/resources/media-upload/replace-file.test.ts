import { undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { getMedia, type ManagedMedia } from '@typecase/contract/media'
import { updateBucket } from '@typecase/contract/buckets'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { clearOut } from '../../jobs/clearing.ts'
import { addMedia } from '../../testing/media.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, type FormFile, sendForm, upload } from '../../testing/uploads.ts'

const DAY = 24 * 3600 * 1000

let server: TestServer
let clock: TestClock
let owner: Owner
let contributor: Person
beforeAll(async () => {
  clock = createTestClock(Date.now())
  server = await startTestServer({}, { clock })
  contributor = await addPerson(server)
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await join(server, contributor, owner, 'contributor')
})

const replace = (id: string, file: FormFile, token: string | undefined = owner.token) =>
  sendForm(server, `/v3/buckets/${owner.bucket.slug}/media-upload/replace/${id}`, token, [
    ['files', file],
  ])
const replaced = async (id: string, file: FormFile) => {
  const { status, json } = await replace(id, file)
  if (status !== 201 && status !== 200) throw new Error(`It answered ${JSON.stringify(json)}`)
  return json as { media: ManagedMedia; change_set_id: string }
}
const text = (bytes: string, name = `${bytes}.txt`) => ({ bytes, name, type: 'text/plain' })
const one = async (file: FormFile) => {
  const [media] = await upload(server, owner, file)
  if (!media) throw new Error('nothing was stored')
  return media
}
const get = async (media_id: string) =>
  (await server.call(getMedia, { query: { slug: owner.bucket.slug, media_id } }, owner)).ok().media
const bytesAt = async (url: string) => {
  const { bytes, headers, status } = await fetchFile(server, url)
  return [status, bytes.toString(), headers['cache-control']]
}
const undo = async (change_set_id: string | undefined) => {
  const body = { slug: owner.bucket.slug, change_set_id: change_set_id ?? '' }
  return (await server.call(undoChangeSet, { body }, owner)).ok()
}
const filesLeft = async () => {
  const files = server.app.db.read.selectFrom('files').select('id')
  return (await files.where('owner_id', '=', owner.bucket.id).execute()).length
}

const FOR_EVER = 'public, max-age=31536000, immutable'

test('401, 403, 404, 409 and 400', async () => {
  const { id } = await one(text('one'))
  expect((await replace(id, text('two'), '')).status).toBe(401)
  expect((await replace(id, text('two'), contributor.token)).status).toBe(403)
  expect((await replace(newId(), text('two'))).status).toBe(404)
  const [far = ''] = await addMedia(server, owner, [{}])
  expect((await replace(far, text('two'))).status).toBe(409)
  const png = { bytes: await picture().png().toBuffer(), name: 'a.png' }
  expect((await replace(id, png)).json).toMatchObject({
    status: 400,
    details: [{ path: 'files', rule: 'file_type' }],
  })
  expect((await replace(id, text('<!doctype html><p>', 'a.txt'))).status).toBe(400)
  expect(await get(id)).toMatchObject({ rev: 1, size: 3 })
})

test('keeps the name and every address, and caches see the new bytes', async () => {
  const png = async (width: number) => ({
    bytes: await picture(width, 40).png().toBuffer(),
    name: `${width}.png`,
  })
  const before = await one(await png(80))
  const { media } = await replaced(before.id, await png(120))
  const { id, name, created_at } = before
  expect(media).toMatchObject({
    id,
    name,
    created_at,
    original_name: '120.png',
    width: 120,
    rev: 2,
  })
  expect(media.url).not.toBe(before.url)
  expect(media.url.split('/').at(-1)).toBe(name)
  const [old, now] = [await fetchFile(server, before.url), await fetchFile(server, media.url)]
  expect(old.bytes).toEqual(now.bytes)
  expect([old.headers['cache-control'], now.headers['cache-control']]).toEqual([
    'no-cache',
    FOR_EVER,
  ])
  expect((await fetchFile(server, `${media.url}?w=60&fm=png`)).status).toBe(200)
})

test('can be undone and redone while its change set is there; then the former bytes go', async () => {
  const { id, url } = await one(text('one'))
  const { change_set_id } = await replaced(id, text('two'))
  await clearOut(server.app)
  const undone = await undo(change_set_id)
  expect(undone).toMatchObject({ restored: 1 })
  const back = await get(id)
  expect(back).toMatchObject({ original_name: 'one.txt', size: 3, rev: 3 })
  expect(await bytesAt(back.url)).toEqual([200, 'one', FOR_EVER])
  await undo(undone.change_set_id)
  expect(await bytesAt(url)).toEqual([200, 'two', 'no-cache'])
  expect(await filesLeft()).toBe(2)
  clock.advance(31 * DAY)
  await clearOut(server.app)
  await clearOut(server.app)
  expect(await filesLeft()).toBe(1)
  expect(await bytesAt(url)).toEqual([200, 'two', 'no-cache'])
})

test('private media get another signed address; the former one still leads there', async () => {
  const body = { slug: owner.bucket.slug, data: { media_is_private: true } }
  ;(await server.call(updateBucket, { body }, owner)).ok()
  const { id, name } = await one(text('one'))
  const { url } = await get(id)
  const { media } = await replaced(id, text('two'))
  expect(media.url).not.toBe(url)
  expect(await bytesAt(media.url)).toEqual([
    200,
    'two',
    expect.stringMatching(/^private, max-age=/),
  ])
  expect(await bytesAt(url)).toEqual([200, 'two', 'private, no-cache'])
  const origin = new URL(url).origin
  for (const address of [`${origin}/media/${name}`, `${origin}/media/r1/${name}`]) {
    expect((await fetchFile(server, address)).status).toBe(404)
  }
})
