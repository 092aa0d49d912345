import { undoChangeSet } from '@typecase/contract/change-sets'
import { addComment, listComments } from '@typecase/contract/comments'
import { listRevisions } from '@typecase/contract/object-revisions'
import { updateObjectType } from '@typecase/contract/object-types'
import { deleteObjects, listObjects, updateObject } from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { exported } from './testing/export-bucket.ts'
import { importFile } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'works', [{ key: 'size', type: 'number' }])
})

const slug = () => owner.bucket.slug
const work = (title: string, more: object = {}) =>
  addOneObject(server, owner, { type: 'works', title, ...more })
const change = async (object_id: string, data: object) =>
  (await server.call(updateObject, { body: { slug: slug(), object_id, data } }, owner)).ok()
const remove = async (...object_ids: string[]) =>
  (await server.call(deleteObjects, { body: { slug: slug(), object_ids } }, owner)).ok()
const comment = async (object_id: string, text: string) =>
  (await server.call(addComment, { body: { slug: slug(), object_id, text } }, owner)).ok()
const commentsOn = async (object_id: string) => {
  const query = { slug: slug(), object_id }
  return (await server.call(listComments, { query }, owner)).ok().comments.map(({ text }) => text)
}
const revisionsOf = async (object_id: string) => {
  const query = { slug: slug(), object_id }
  return (await server.call(listRevisions, { query }, owner)).ok().total
}
const ids = async () =>
  Object.fromEntries(
    (await server.call(listObjects, { query: { slug: slug() } }, owner))
      .ok()
      .objects.map(({ object }) => [object.title, object.id]),
  )
const run = (file: Buffer, import_mode: string) =>
  importFile(server, owner, file, { import_mode, name: 'own.zip' })

test('a replacing import of an export restores the same objects, comments and history, and can be undone', async () => {
  const [first, second, third] = [await work('First'), await work('Second'), await work('Third')]
  await comment(first.id, 'Of the first')
  await comment(second.id, 'Of the second')
  await change(second.id, { metadata: { size: 2 } })
  const file = await exported(server, owner)
  await remove(first.id)
  await change(second.id, { title: 'Renamed', slug: 'renamed' })
  const revisions = await revisionsOf(second.id)
  const thief = await work('Thief', { slug: 'second' })

  const { job, report } = await run(file, 'replace')
  expect(report).toMatchObject({
    objects: { added: 1, updated: 1, unchanged: 1, deleted: 1 },
    total_errors: 0,
  })
  expect(await ids()).toEqual({ First: first.id, Second: second.id, Third: third.id })
  expect(await readOneObject(server, owner, second.id)).toMatchObject({
    slug: 'second',
    metadata: { size: 2 },
  })
  expect(await commentsOn(first.id)).toEqual(['Of the first'])
  expect(await commentsOn(second.id)).toEqual(['Of the second'])
  expect(await revisionsOf(second.id)).toBe(revisions + 1)

  const undo = { slug: slug(), change_set_id: job.change_set_id ?? '' }
  ;(await server.call(undoChangeSet, { body: undo }, owner)).ok()
  expect(await ids()).toEqual({ Renamed: second.id, Third: third.id, Thief: thief.id })
})

test('a merging import of an export restores deleted objects, and takes no slug from another object', async () => {
  const [first, second] = [await work('First'), await work('Second')]
  const file = await exported(server, owner)
  await remove(first.id)
  await change(second.id, { slug: 'renamed' })
  expect((await run(file, 'merge')).report).toMatchObject({
    objects: { added: 1, updated: 1, unchanged: 0 },
    total_errors: 0,
  })
  expect(await ids()).toEqual({ First: first.id, Second: second.id })
  expect((await readOneObject(server, owner, second.id)).slug).toBe('second')

  await change(second.id, { slug: 'renamed' })
  await work('Thief', { slug: 'second' })
  const { report } = await run(file, 'merge')
  expect(report?.errors).toMatchObject([
    { title: 'Second', path: 'slug', message: 'slug “second” is taken by another object' },
  ])
})

test('a replacing import adds new objects if their object type has changed its slug since the export, and the former are in the trash', async () => {
  const first = await work('First')
  const file = await exported(server, owner)
  const body = { slug: slug(), type_slug: 'works', data: { slug: 'pieces' } }
  ;(await server.send(updateObjectType, { body }, owner)).ok()
  const { report } = await run(file, 'replace')
  expect(report).toMatchObject({ objects: { added: 1, deleted: 1 }, total_errors: 0 })
  expect((await ids())['First']).not.toBe(first.id)
  const trash = (await server.call(listTrash, { query: { slug: slug() } }, owner)).ok()
  expect(trash.objects).toMatchObject([{ id: first.id, title: 'First', type: 'pieces' }])
})
