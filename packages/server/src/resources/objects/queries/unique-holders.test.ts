import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { type CmsObject, deleteObjects, listObjects } from '@typecase/contract/objects'
import { emptyTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { type BucketAccess, openBucketForJob } from '../../buckets/bucket-access.ts'
import { addOne, updateOne } from '../changes/one-object.ts'

let server: TestServer
let owner: Owner
let access: BucketAccess

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  access = openBucketForJob(owner.bucket.id, owner.bucket.slug, owner.id)
  await addType(server, owner, 'books', [{ key: 'isbn', type: 'text', unique: true }])
})

const data = (isbn: string) => ({ type: 'books', title: `Book ${isbn}`, metadata: { isbn } })
/** On SQLite, writes that begin in one turn of the event loop share a commit; on PostgreSQL, they run in any order. */
const add = async (isbn: string) =>
  (
    await server.app.db.write(
      (write) => addOne(server.app, write, access, data(isbn)),
      'serializable',
    )
  ).object
const change = ({ id }: CmsObject, isbn: string) =>
  server.app.db.write(
    (write) => updateOne(server.app, write, access, id, { metadata: { isbn } }),
    'serializable',
  )
const outcomes = async (writes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map(({ status }) => status === 'fulfilled')
const count = (done: readonly boolean[]) => done.filter(Boolean).length
const won = async (writes: readonly Promise<unknown>[]) => count(await outcomes(writes))
const call = async (endpoint: Parameters<TestServer['send']>[0], body: object) =>
  (await server.send(endpoint, { body: { slug: owner.bucket.slug, ...body } }, owner)).ok()

test('one of many concurrent writers gets a value that all of them want', async () => {
  expect(await won(Array.from({ length: 40 }, () => add('1')))).toBe(1)
  const [same, ...others] = await outcomes([add('1'), add('2'), add('2'), add('3')])
  expect([same, count(others)]).toEqual([false, 2])
})

test('a released value and a newly taken value each have one holder in concurrent writes', async () => {
  const first = await add('1')
  await outcomes([add('1'), change(first, '2'), add('1'), add('1'), add('2')])
  // A value that no object holds is free.
  await outcomes([add('1'), add('2')])
  const query = { slug: owner.bucket.slug, query: '{"type":"books"}' }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  expect(objects).toHaveLength(2)
  expect(new Set(objects.map(({ object }) => object.metadata['isbn']))).toEqual(new Set(['1', '2']))
  await change(first, 'given up')
  expect(await won([add('1'), add('2')])).toBe(1)
})

test('a failed write does not reserve its value', async () => {
  const failing = server.app.db.write(async (write) => {
    await addOne(server.app, write, access, data('1'))
    throw new Error('after it was written')
  }, 'serializable')
  const [failed, ...others] = await outcomes([failing, add('1'), add('1')])
  expect([failed, count(others)]).toEqual([false, 1])
})

test('values in the database count before an index is loaded', async () => {
  const metadata = '{"isbn":"7"}'
  await addManyObjects(server, owner, 'books', 1, () => ({ metadata }))
  const [held, ...others] = await outcomes([add('7'), add('8'), add('8')])
  expect([held, count(others)]).toEqual([false, 1])
})

test('a value is free once its object is in the trash, and after the trash is emptied', async () => {
  const { id } = await add('1')
  await call(deleteObjects, { object_ids: [id] })
  const second = await add('1')
  await call(deleteObjects, { object_ids: [second.id] })
  await call(emptyTrash, {})
  expect(await won([add('1'), add('1')])).toBe(1)
})

test('a value that thousands of objects had before the field was unique cannot be taken', async () => {
  await addManyObjects(server, owner, 'books', 2500, (n) => ({
    metadata: JSON.stringify({ isbn: n < 2400 ? 'same' : `own ${n}` }),
  }))
  expect(await outcomes([add('same'), add('own 2450'), add('other')])).toEqual([false, false, true])
})

test('a list does not hold its values, even though a condition matches it', async () => {
  await addManyObjects(server, owner, 'books', 1, () => ({ metadata: '{"isbn":["1"]}' }))
  expect(await won([add('1'), add('1')])).toBe(1)
})

test('each object of a chunk sees the values that earlier objects of the chunk took and released', async () => {
  const books = [
    ['new', 'old'],
    ['old', 'third'],
    ['same', 'fourth'],
    ['same', 'fifth'],
    ['fourth', 'sixth'],
  ] as const
  const ids: string[] = []
  for (const [title, isbn] of books) {
    const object = { type: 'books', title, metadata: { isbn } }
    ids.push((await addOneObject(server, owner, object)).id)
  }
  const edit = { metadata: { isbn: { op: 'template', value: '{title}' } } }
  const result = (await call(bulkEditObjects, { object_ids: ids, data: edit })) as {
    failed: { object_id: string; reason: string }[]
  }
  expect(result.failed).toMatchObject([
    { object_id: ids[3], reason: 'isbn must be unique: “same” already has this value' },
  ])
  const contents = await Promise.all(ids.map((id) => readOneObject(server, owner, id)))
  expect(contents.map(({ metadata }) => metadata['isbn'])).toEqual([
    'new',
    'old',
    'same',
    'fifth',
    'fourth',
  ])
})
