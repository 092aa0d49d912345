import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addMedia } from '../../testing/media.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, upload } from '../../testing/uploads.ts'
import { exported } from './testing/export-bucket.ts'
import { endOf, importFile } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
/** An export of a bucket with an object and a file. */
let zip: Buffer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  const other = await addOwner(server)
  await addType(server, other, 'posts')
  await addOneObject(server, other, { type: 'posts', title: 'New' })
  await upload(server, other, { bytes: 'new', name: 'new.txt' })
  zip = await exported(server, other)
})
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'films', [{ key: 'hero', type: 'file' }])
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const mediaOf = async () =>
  (await server.call(listMedia, { query: { slug: slug() } }, owner)).ok().media
const namesOf = async () =>
  (await mediaOf()).map(({ original_name }) => original_name).toSorted((a, b) => a.localeCompare(b))
const titlesOf = async () =>
  (await server.call(listObjects, { query: { slug: slug(), limit: 200 } }, owner))
    .ok()
    .objects.map(({ object }) => object.title)
const newestChange = async () => {
  const { change_sets: sets } = (
    await server.call(listChangeSets, { query: { slug: slug() } }, owner)
  ).ok()
  if (!sets[0]) throw new Error('nothing was changed')
  return sets[0]
}
const undoNewest = async (by: { token: string } = owner) => {
  const body = { slug: slug(), change_set_id: (await newestChange()).id }
  return server.call(undoChangeSet, { body }, by)
}

test('a contributor cannot undo an import that replaced media', async () => {
  await upload(server, owner, { bytes: 'old', name: 'old.txt' })
  await importFile(server, owner, zip, { name: 'export.zip', import_mode: 'replace' })
  const contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  expect((await undoNewest(contributor)).status).toBe(403)
})

test('media that the file does not list move to the trash with the objects, and undo restores both', async () => {
  const [old] = await upload(server, owner, { bytes: 'old', name: 'old.txt' })
  await addOneObject(server, owner, { type: 'films', title: 'Old', metadata: { hero: old?.name } })
  const { job, report } = await importFile(server, owner, zip, {
    name: 'export.zip',
    import_mode: 'replace',
  })
  expect(report).toMatchObject({
    objects: { added: 1, deleted: 1 },
    media: { added: 1, unchanged: 0, deleted: 1 },
  })
  expect(await namesOf()).toEqual(['new.txt'])
  const query = { slug: slug(), subject: 'media' as const }
  const { media: trashed } = (await server.call(listTrash, { query }, owner)).ok()
  expect(trashed?.map(({ original_name }) => original_name)).toEqual(['old.txt'])

  const change = await newestChange()
  expect(change).toMatchObject({ job_id: job.id, count: 4, subject: 'mixed' })
  const ask = { slug: slug(), change_set_id: change.id, limit: 2 }
  const pages = [0, 2].map(async (skip) =>
    (await server.call(getChangeSet, { query: { ...ask, skip } }, owner)).ok(),
  )
  const [first, second] = await Promise.all(pages)
  expect(first).toMatchObject({ total: 4, changes: [{ title: 'Old' }, { title: 'New' }] })
  expect(second?.changes).toMatchObject([
    { title: 'new.txt', field: 'object', before: null },
    { title: 'old.txt', field: 'deleted', after: true },
  ])

  expect((await undoNewest()).ok()).toMatchObject({ restored: 4, skipped: [], subject: 'mixed' })
  expect(await namesOf()).toEqual(['old.txt'])
  // Undo restores the old object together with its type.
  expect(await titlesOf()).toEqual(['Old'])
  expect(String((await fetchFile(server, old?.url ?? '')).bytes)).toBe('old')

  expect((await undoNewest()).ok()).toMatchObject({ restored: 4, title: 'Redo: Import export.zip' })
  expect(await namesOf()).toEqual(['new.txt'])
  expect(await titlesOf()).toEqual(['New'])
})

test('a large replacing import is undone and redone as a job', async () => {
  await addManyObjects(server, owner, 'films', 130)
  await addMedia(
    server,
    owner,
    Array.from({ length: 130 }, (_, n) => ({ title: `Old ${n}` })),
  )
  await importFile(server, owner, zip, { name: 'export.zip', import_mode: 'replace' })
  expect((await newestChange()).count).toBe(262)
  for (const [objects, media] of [
    [130, 130],
    [1, 1],
  ]) {
    const { job } = (await undoNewest()).ok()
    if (!job) throw new Error('a large number is a job')
    expect(await endOf(server, owner, job)).toMatchObject({ status: 'done', done: 262, failed: 0 })
    expect(await titlesOf()).toHaveLength(objects ?? 0)
    const { total } = (await server.call(listMedia, { query: { slug: slug() } }, owner)).ok()
    expect(total).toBe(media)
  }
})

test('a dry run reports media to be deleted and leaves them in place', async () => {
  await upload(server, owner, { bytes: 'old', name: 'old.txt' })
  const dry = { name: 'export.zip', import_mode: 'dry_run', dry_run_of: 'replace' }
  const { report } = await importFile(server, owner, zip, dry)
  expect(report?.media).toEqual({ added: 1, unchanged: 0, deleted: 1 })
  expect(await namesOf()).toEqual(['old.txt'])
})

test('a merge, or a file that lists no media, deletes no media', async () => {
  await upload(server, owner, { bytes: 'old', name: 'old.txt' })
  const merged = await importFile(server, owner, zip, { name: 'export.zip' })
  expect(merged.report?.media).toEqual({ added: 1, unchanged: 0 })
  const without = JSON.stringify({ object_types: [], objects: [] })
  const { report } = await importFile(server, owner, without, { import_mode: 'replace' })
  expect(report?.media).toEqual({ added: 0, unchanged: 0 })
  expect(await namesOf()).toEqual(['new.txt', 'old.txt'])
})

test('media that the file does not list stay if its objects use them', async () => {
  const [used] = await upload(server, owner, { bytes: 'used', name: 'used.txt' })
  await upload(server, owner, { bytes: 'unused', name: 'unused.txt' })
  const type = {
    title: 'Films',
    slug: 'films',
    metafields: [{ key: 'hero', title: 'Hero', type: 'file' }],
  }
  const film = { title: 'Film', type: 'films', metadata: { hero: used?.name } }
  const file = JSON.stringify({ object_types: [type], objects: [film], media: [] })
  const { report } = await importFile(server, owner, file, { import_mode: 'replace' })
  expect(report?.media).toEqual({ added: 0, unchanged: 0, deleted: 1 })
  expect(await namesOf()).toEqual(['used.txt'])
})

test('a second import of the same file changes nothing', async () => {
  const replace = { name: 'export.zip', import_mode: 'replace' }
  await importFile(server, owner, zip, replace)
  const { report } = await importFile(server, owner, zip, replace)
  expect(report).toMatchObject({ objects: { added: 0, deleted: 0, unchanged: 1 } })
  expect(report?.media).toEqual({ added: 0, unchanged: 1 })
})
