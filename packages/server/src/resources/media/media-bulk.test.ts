import { getChangeSet, undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { getJob } from '@typecase/contract/jobs'
import {
  addFolderToMedia,
  addMetadataToMedia,
  bulkEditMedia,
  deleteMedia,
  listMedia,
  removeFolderFromMedia,
} from '@typecase/contract/media'
import { addMediaFolder } from '@typecase/contract/media-folders'
import type { BulkResult } from '@typecase/contract/objects'
import { emptyTrash, listTrash, restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addMedia, storedMedia } from '../../testing/media.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, upload } from '../../testing/uploads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sweepFiles } from '../../storage/stored-files.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person

beforeAll(async () => {
  server = await startTestServer()
  stranger = await addOwner(server)
  contributor = await addPerson(server)
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await join(server, contributor, owner, 'contributor')
  const body = { slug: owner.bucket.slug, data: { title: 'Art' } }
  await server.call(addMediaFolder, { body }, owner)
})

type Bulk =
  | typeof addFolderToMedia
  | typeof addMetadataToMedia
  | typeof bulkEditMedia
  | typeof deleteMedia
  | typeof removeFolderFromMedia

const call = (endpoint: Bulk, body: object, by: { token?: string } = owner) =>
  server.send(endpoint, { body: { slug: owner.bucket.slug, ...body } }, by)
// The cast is safe: this is the response of these endpoints on success.
const run = async (endpoint: Bulk, body: object) => (await call(endpoint, body)).ok() as BulkResult
const dryRun = (endpoint: Bulk, body: object) => run(endpoint, { ...body, dry_run: true })

const undo = async (id: string | null | undefined) => {
  const body = { slug: owner.bucket.slug, change_set_id: id ?? '' }
  return (await server.call(undoChangeSet, { body }, owner)).ok()
}
const ended = (id: string | undefined) =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id ?? '' } }, owner)).ok().job,
    (job) => job.finished_at !== null,
  )
const total = async () =>
  (await server.call(listMedia, { query: { slug: owner.bucket.slug } }, owner)).ok().total
const trashed = async (q = '') => {
  const query = { slug: owner.bucket.slug, subject: 'media' as const, q }
  return (await server.call(listTrash, { query }, owner)).ok()
}

describe.each([
  ['deleteByIds', deleteMedia, {}],
  ['addFolderByIds', addFolderToMedia, { folder: 'art' }],
  ['removeFolderByIds', removeFolderFromMedia, {}],
  ['addMetadataByIds', addMetadataToMedia, { metadata: { rights: 'ours' } }],
  ['bulkEdit', bulkEditMedia, { data: { title: { op: 'set', value: 'T' } } }],
] as const)('media/%s', (_name, endpoint, what) => {
  test('answers 401 without a session, 404 for another tenant, 403 for a contributor, 400 for a bad scope', async () => {
    const media_ids = await addMedia(server, owner, [{ folder: 'old' }])
    const body = { media_ids, ...what }
    expect((await call(endpoint, body, {})).status).toBe(401)
    expect((await call(endpoint, body, stranger)).status).toBe(404)
    for (const more of [{}, { dry_run: true }]) {
      expect((await call(endpoint, { ...body, ...more }, contributor)).status).toBe(403)
    }
    for (const [scope, path] of [
      [{}, 'media_ids'],
      [{ media_ids: [] }, 'media_ids'],
      [{ media_ids: ['1'] }, 'media_ids.0'],
      [{ media_ids, query: {} }, 'query'],
      [{ media_ids, used: true }, 'used'],
      [{ query: { none: 1 } }, 'query.none'],
      [{ media_ids, sample_limit: 3 }, 'sample_limit'],
    ] as const) {
      const { status, details } = (await call(endpoint, { ...what, ...scope })).error()
      expect([status, details?.[0]?.path]).toEqual([400, path])
    }
    expect(await storedMedia(server, owner)).toMatchObject([{ rev: 1 }])
  })

  test('shows a plan without changing anything, reports missing media, and can be undone', async () => {
    const [foreign = ''] = await addMedia(server, stranger, [{}])
    const [id = '', other = ''] = await addMedia(server, owner, [
      { folder: 'old' },
      { folder: 'old' },
    ])
    const before = await storedMedia(server, owner)
    const body = { ids: [id, foreign, newId()], ...what }
    const plan = await dryRun(endpoint, body)
    expect(plan).toMatchObject({ matched: 1, modified: 1, changes: 1, is_reversible: true })
    expect(plan.skipped).toMatchObject([{ reason: 'This media no longer exists.', count: 2 }])
    expect(plan.sample).toMatchObject([{ object_id: id, title: '0.png' }])
    expect(await storedMedia(server, owner)).toEqual(before)

    const done = await run(endpoint, body)
    expect(done).toMatchObject({ matched: 1, modified: 1, failed: [{}, {}] })
    const query = { slug: owner.bucket.slug, change_set_id: done.change_set_id ?? '' }
    const changeSet = (await server.call(getChangeSet, { query }, owner)).ok()
    expect(changeSet).toMatchObject({ change_set: { subject: 'media', count: 1 } })
    expect(changeSet.changes).toEqual(plan.sample)
    const after = await storedMedia(server, owner)
    expect(after.find((media) => media.id === other)).toEqual(before[1])
    expect(await undo(done.change_set_id)).toMatchObject({ restored: 1, skipped: [] })
    const back = await storedMedia(server, owner)
    const { rev, version, modified_at, modified_by, ...same } = before[0] ?? {}
    expect(back[0]).toMatchObject(same)
    expect([rev, back[0]?.rev]).toEqual([1, 3])
    expect([version, modified_at, modified_by]).not.toContain(undefined)
  })
})

describe('bulk editing of media', () => {
  test('appends text to titles, and skips titles that would be too long', async () => {
    const ids = await addMedia(server, owner, [
      { title: 'Harbour', alt_text: 'At night' },
      { title: 'x'.repeat(999) },
    ])
    const data = { title: { op: 'append', value: ' (1999)' }, alt_text: { op: 'clear' } }
    const result = await run(bulkEditMedia, { query: {}, data })
    expect(result).toMatchObject({
      matched: 2,
      modified: 1,
      failed: [{ object_id: ids[1], reason: 'Title must be at most 1000 characters' }],
    })
    expect(await storedMedia(server, owner)).toMatchObject([
      { title: 'Harbour (1999)', alt_text: '' },
      { rev: 1 },
    ])
  })

  test.each([
    [{}, 'data'],
    [{ title: { op: 'append' } }, 'data.title.value'],
    [{ title: { op: 'set' } }, 'data.title.value'],
    [{ title: { op: 'clear', value: 'x' } }, 'data.title.value'],
    [{ folder: 'none' }, 'data.folder'],
    [{ metadata: [1] }, 'data.metadata'],
    [{ size: 1 }, 'data.size'],
  ])('answers 400 for %j', async (data, path) => {
    const { status, details } = (await call(bulkEditMedia, { query: {}, data })).error()
    expect([status, details?.[0]?.path]).toEqual([400, path])
  })
})

describe('bulk deletion of media', () => {
  test('counts the references in a dry run, then moves the media to the trash, where it can be restored', async () => {
    await addType(server, owner, 'posts', [{ key: 'hero', type: 'file' }])
    const files = ['a', 'b', 'c'].map((bytes) => ({ bytes, name: `${bytes}.txt` }))
    const [a, b] = await upload(server, owner, ...files)
    if (!a || !b) throw new Error('nothing was stored')
    for (const title of ['One', 'Two']) {
      await addOneObject(server, owner, { type: 'posts', title, metadata: { hero: a.name } })
    }
    const body = { media_ids: [a.id, b.id] }
    expect((await dryRun(deleteMedia, body)).references).toEqual({ used: 1, by: 2 })
    const { change_set_id } = await run(deleteMedia, body)
    expect(await total()).toBe(1)
    expect((await fetchFile(server, a.url)).status).toBe(404)
    expect(await trashed()).toMatchObject({
      objects: [],
      total: 2,
      media: [{ deleted_by: owner.id }, { deleted_by: owner.id }],
    })
    expect((await trashed('A.T')).media?.map(({ id }) => id)).toEqual([a.id])

    await sweepFiles(server.app)
    const restore = (more: object, by: { token?: string } = owner) =>
      server.send(restoreTrash, { body: { slug: owner.bucket.slug, ...more } }, by)
    expect((await restore({ media_ids: [a.id] }, contributor)).status).toBe(403)
    expect((await restore({ media_ids: [a.id], subject: 'objects' })).status).toBe(400)
    expect((await restore({ q: 'a.txt', subject: 'media' })).ok()).toMatchObject({ restored: 1 })
    expect((await fetchFile(server, a.url)).bytes.toString()).toBe('a')
    expect(await undo(change_set_id)).toMatchObject({
      restored: 1,
      skipped: [{ object_id: a.id, reason: 'It has changed since.' }],
    })
    expect(await total()).toBe(3)
  })

  test('deletes the bytes for good only when no other media uses them', async () => {
    const file = { bytes: 'same', name: 'a.txt' }
    const [a, b] = await upload(server, owner, file, file)
    if (!a || !b) throw new Error('nothing was stored')
    await run(deleteMedia, { media_ids: [a.id, b.id] })
    const empty = async (more: object, by: { token?: string } = owner) =>
      server.send(emptyTrash, { body: { slug: owner.bucket.slug, ...more } }, by)
    const storedFiles = async () => {
      await sweepFiles(server.app)
      const files = server.app.db.read.selectFrom('files').select('id')
      return (await files.where('owner_id', '=', owner.bucket.id).execute()).length
    }
    expect((await empty({ subject: 'media' }, contributor)).status).toBe(403)
    expect((await empty({ media_ids: [a.id], object_ids: [a.id] })).status).toBe(400)
    expect((await empty({})).ok()).toEqual({ deleted: 0 })
    expect((await empty({ media_ids: [a.id] })).ok()).toEqual({ deleted: 1 })
    expect([await storedFiles(), (await trashed()).total]).toEqual([1, 1])
    expect((await empty({ subject: 'media' })).ok()).toEqual({ deleted: 1 })
    expect([await storedFiles(), (await trashed()).total]).toEqual([0, 0])
  })

  test('of more than a hundred runs as a job, and so does its undo', async () => {
    await addMedia(
      server,
      owner,
      Array.from({ length: 250 }, () => ({})),
    )
    const answer = await call(deleteMedia, { query: {} })
    expect(answer.status).toBe(202)
    const { job } = answer.ok() as BulkResult
    expect(job).toMatchObject({ kind: 'media.delete', title: 'Delete 250 media', total: 250 })
    const end = await ended(job?.id)
    expect(end).toMatchObject({ status: 'done', done: 250, failed: 0 })
    expect(await total()).toBe(0)
    const undone = await undo(end.change_set_id)
    expect(await ended(undone.job?.id)).toMatchObject({ done: 250, failed: 0 })
    expect(await total()).toBe(250)
  })

  test('deletes only unused media if `used` is false', async () => {
    await addType(server, owner, 'posts', [{ key: 'hero', type: 'file' }])
    await addMedia(server, owner, [{}, {}])
    const [{ name } = { name: '' }] = await storedMedia(server, owner)
    await addOneObject(server, owner, { type: 'posts', title: 'One', metadata: { hero: name } })
    expect(await run(deleteMedia, { used: false })).toMatchObject({ matched: 1, modified: 1 })
    expect((await storedMedia(server, owner)).map((media) => media.deleted_at)).toEqual([
      null,
      expect.any(String),
    ])
  })
})
