import { undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { deleteMedia, getMedia, type ManagedMedia } from '@typecase/contract/media'
import { grantOptions, permissionsOf } from '@typecase/contract/roles'
import { restoreTrash } from '@typecase/contract/trash'
import { updateBucket } from '@typecase/contract/buckets'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { addOneObject, addType } from '../../testing/content.ts'
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
const storedFiles = async () => {
  const files = server.app.db.read.selectFrom('files').select('id')
  return (await files.where('owner_id', '=', owner.bucket.id).execute()).length
}

const FOR_EVER = 'public, max-age=31536000, immutable'

test('replacing answers 401, 403, 404, 409 for a file on another server and 400 for another kind of file', async () => {
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

test('replacing or deleting a media that a published object uses needs the permission to publish', async () => {
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor', { publishing_restrictions: 'draft_only' })
  await addType(server, owner, 'pages', [{ key: 'file', type: 'file' }])
  const { id, name } = await one(text('one'))
  const page = { type: 'pages', title: 'Page', metadata: { file: name } }
  await addOneObject(server, owner, { ...page, status: 'draft' })
  expect((await replace(id, text('two'), editor.token)).status).toBe(200)
  await addOneObject(server, owner, { ...page, slug: 'shown', status: 'published' })
  expect((await replace(id, text('three'), editor.token)).status).toBe(403)
  const remove = async (dry_run: boolean) => {
    const body = { slug: owner.bucket.slug, media_ids: [id], dry_run }
    return (await server.call(deleteMedia, { body }, editor)).ok()
  }
  expect((await remove(true)).skipped).toEqual([expect.objectContaining({ count: 1, ids: [id] })])
  expect((await remove(false)).failed).toEqual([expect.objectContaining({ object_id: id })])
  expect(await get(id)).toMatchObject({ size: 3 })
  expect((await replace(id, text('three'))).status).toBe(200)
})

test('undoing a change to a media that a published object uses needs the permission to publish', async () => {
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor', { publishing_restrictions: 'draft_only' })
  await addType(server, owner, 'pages', [{ key: 'file', type: 'file' }])
  const { id, name } = await one(text('one'))
  const { change_set_id: replacedIn } = await replaced(id, text('four'))
  const body = { slug: owner.bucket.slug, media_ids: [id] }
  ;(await server.call(deleteMedia, { body }, owner)).ok()
  const { change_set_id: restoredIn } = (await server.call(restoreTrash, { body }, owner)).ok()
  const undoBy = async (changeSet: string | null | undefined, { token }: Partial<Person>) => {
    const undoing = { slug: owner.bucket.slug, change_set_id: changeSet ?? '' }
    return server.call(undoChangeSet, { body: undoing }, { ...(token && { token }) })
  }
  expect((await undoBy(replacedIn, {})).status).toBe(401)
  const data = { type: 'pages', title: 'Page', metadata: { file: name } }
  await addOneObject(server, owner, { ...data, status: 'published' })
  for (const changeSet of [restoredIn, replacedIn]) {
    expect((await undoBy(changeSet, editor)).ok()).toMatchObject({
      restored: 0,
      skipped: [{ object_id: id, reason: expect.stringContaining('may only save drafts') }],
    })
    expect(await get(id)).toMatchObject({ size: 4 })
  }
  expect((await undoBy(replacedIn, owner)).ok()).toMatchObject({ restored: 1, skipped: [] })
  expect(await get(id)).toMatchObject({ size: 3 })
})

test('every role that may import may also publish, so an import may replace media in public use', () => {
  for (const permissions of Object.values(permissionsOf)) {
    if (permissions.includes('import:write')) expect(permissions).toContain('objects:publish')
  }
  expect([grantOptions.developer, grantOptions.admin]).toEqual([[], []])
})

test('a replaced file keeps its name and addresses, and caches revalidate the old address', async () => {
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

test('a replacement can be undone and redone until its change set expires; then the old bytes go', async () => {
  const { id, url } = await one(text('one'))
  const { change_set_id } = await replaced(id, text('two'))
  await deleteExpired(server.app)
  const undone = await undo(change_set_id)
  expect(undone).toMatchObject({ restored: 1 })
  const back = await get(id)
  expect(back).toMatchObject({ original_name: 'one.txt', size: 3, rev: 3 })
  expect(await bytesAt(back.url)).toEqual([200, 'one', FOR_EVER])
  await undo(undone.change_set_id)
  expect(await bytesAt(url)).toEqual([200, 'two', 'no-cache'])
  expect(await storedFiles()).toBe(2)
  clock.advance(31 * DAY)
  await deleteExpired(server.app)
  await deleteExpired(server.app)
  expect(await storedFiles()).toBe(1)
  expect(await bytesAt(url)).toEqual([200, 'two', 'no-cache'])
})

test('private media get a new signed address, and the old one serves the new file', async () => {
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
