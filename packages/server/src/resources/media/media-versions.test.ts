import { undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import {
  deleteMedia,
  getMedia,
  listMediaVersions,
  restoreMediaVersion,
} from '@typecase/contract/media'
import { emptyTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
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
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
})

const slug = () => owner.bucket.slug
const text = (bytes: string): FormFile => ({ bytes, name: `${bytes}.txt`, type: 'text/plain' })
const one = async (file: FormFile) => {
  const [media] = await upload(server, owner, file)
  if (!media) throw new Error('nothing was stored')
  return media
}
async function replace(id: string, file: FormFile): Promise<void> {
  const url = `/v3/buckets/${slug()}/media-upload/replace/${id}`
  const { status, json } = await sendForm(server, url, owner.token, [['files', file]])
  if (status !== 200) throw new Error(JSON.stringify(json))
}
const listVersions = (media_id: string, by: { token?: string } = owner) =>
  server.send(listMediaVersions, { query: { slug: slug(), media_id } }, by)
const versions = async (media_id: string) => {
  const query = { slug: slug(), media_id }
  return (await server.call(listMediaVersions, { query }, owner)).ok().versions
}
const restore = (
  media_id: string,
  change_set_id = newId(),
  more: object = {},
  by?: { token?: string },
) =>
  server.send(
    restoreMediaVersion,
    { body: { slug: slug(), media_id, change_set_id, ...more } },
    by ?? owner,
  )
const bytesOf = async (media_id: string) => {
  const { media } = (await server.call(getMedia, { query: { slug: slug(), media_id } }, owner)).ok()
  return String((await fetchFile(server, media.url)).bytes)
}

test('versions need a session (401), access (403, 404), a valid id (400, 409) and the current rev (412)', async () => {
  const { id } = await one(text('one'))
  await replace(id, text('two'))
  const [version] = await versions(id)
  expect((await listVersions(id, {})).status).toBe(401)
  expect((await restore(id, undefined, {}, {})).status).toBe(401)
  expect((await restore(id, version?.change_set_id, {}, contributor)).status).toBe(403)
  const stranger = await addOwner(server)
  expect((await listVersions(id, stranger)).status).toBe(404)
  expect((await listVersions(newId())).status).toBe(404)
  expect((await restore(id)).status).toBe(409)
  expect((await restore(id, version?.change_set_id, { rev: 1 })).status).toBe(412)
  expect((await restore(id, 'x')).status).toBe(400)
  expect(await bytesOf(id)).toBe('two')
})

test('earlier versions are listed newest first, and served at separate signed addresses', async () => {
  const { id, name } = await one(text('one'))
  expect(await versions(id)).toEqual([])
  await replace(id, text('two'))
  clock.advance(1000)
  await replace(id, text('three'))
  const listed = await versions(id)
  expect(listed).toMatchObject([
    { original_name: 'two.txt', size: 3, type: 'text/plain', replaced_by: owner.id },
    { original_name: 'one.txt' },
  ])
  const [two, first] = listed.map(({ url }) => url)
  const answer = await fetchFile(server, two ?? '')
  expect([answer.status, String(answer.bytes)]).toEqual([200, 'two'])
  expect(answer.headers['cache-control']).toMatch(/^private, max-age=/)
  expect(String((await fetchFile(server, first ?? '')).bytes)).toBe('one')
  // A signature is valid only for one file of one media.
  const id24 = /\.v([0-9a-f]{24})/
  const [, ofFirst = ''] = id24.exec(first ?? '') ?? []
  const forged = (two ?? '').replace(id24, `.v${ofFirst}`)
  expect((await fetchFile(server, forged)).status).toBe(404)
  const unsigned = `http://127.0.0.1:4700/media/v${ofFirst}/${name}`
  expect((await fetchFile(server, unsigned)).status).toBe(404)
})

test('an earlier version of a picture is served in other sizes', async () => {
  const png = async (width: number) => ({
    bytes: await picture(width, 40).png().toBuffer(),
    name: `${width}.png`,
  })
  const { id } = await one(await png(80))
  await replace(id, await png(120))
  const [version] = await versions(id)
  expect(version).toMatchObject({ width: 80, height: 40 })
  const small = await fetchFile(server, `${version?.url}?w=20&fm=png`)
  expect([small.status, small.headers['content-type']]).toEqual([200, 'image/png'])
})

test('a version can be restored and the restore undone; each version is listed once', async () => {
  const { id } = await one(text('one'))
  await replace(id, text('two'))
  const [version] = await versions(id)
  const answer = (await restore(id, version?.change_set_id)).ok() as { change_set_id: string }
  expect(await bytesOf(id)).toBe('one')
  expect(await versions(id)).toMatchObject([{ original_name: 'two.txt' }])
  const body = { slug: slug(), change_set_id: answer.change_set_id }
  ;(await server.call(undoChangeSet, { body }, owner)).ok()
  expect(await bytesOf(id)).toBe('two')
  expect(await versions(id)).toMatchObject([{ original_name: 'one.txt' }])
})

test('versions are deleted with their media, and with the change sets that keep them', async () => {
  const { id } = await one(text('one'))
  await replace(id, text('two'))
  const [version] = await versions(id)
  const purged = await one(text('three'))
  await replace(purged.id, text('four'))
  const [purgedVersion] = await versions(purged.id)
  const media = { slug: slug(), media_ids: [purged.id] }
  ;(await server.call(deleteMedia, { body: media }, owner)).ok()
  expect((await fetchFile(server, purgedVersion?.url ?? '')).status).toBe(404)
  ;(await server.call(emptyTrash, { body: media }, owner)).ok()
  expect((await fetchFile(server, purgedVersion?.url ?? '')).status).toBe(404)

  clock.advance(31 * DAY)
  await deleteExpired(server.app)
  await deleteExpired(server.app)
  expect((await restoreAsNew(id, version?.change_set_id)).status).toBe(409)
  const files = await server.app.db.read
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', owner.bucket.id)
    .execute()
  expect(files).toHaveLength(1)
})

/** Restores a version as a new editor, since the owner's session has expired. */
async function restoreAsNew(id: string, version: string | undefined) {
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  return restore(id, version, {}, editor)
}
