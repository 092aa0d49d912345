import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import { findRevision, listRevisions } from './store.ts'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'pages')
})
afterAll(() => server.remove())

const access = ({ bucket, id } = owner) => openBucketForJob(bucket.id, bucket.slug, id)
const list = (objectId: string, page = { limit: 1000, skip: 0 }) =>
  listRevisions(server.app.db.read, access(), objectId, page)

const update = (id: string, data: object) =>
  server.send(updateObject, { body: { slug: owner.bucket.slug, object_id: id, data } }, owner)

test('revisions hold each former state of an object completely, newest first', async () => {
  const { id } = await addOneObject(server, owner, {
    type: 'pages',
    title: 'One',
    status: 'published',
    metadata: { n: 1 },
  })
  await update(id, { title: 'Two', status: 'draft' })
  await update(id, { metadata: { n: 3 } })
  const { revisions, total } = await list(id)
  expect(total).toBe(2)
  expect(revisions.map(({ rev, state }) => [rev, state.title, state.metadata])).toEqual([
    [2, 'Two', '{"n":1}'],
    [1, 'One', '{"n":1}'],
  ])
  expect(revisions[0]?.state.published).toMatchObject({ title: 'One' })
  expect(revisions[0]).toMatchObject({ object_id: id, created_by: owner.id })
  expect((await list(id, { limit: 1, skip: 1 })).revisions).toEqual([revisions[1]])
  const one = revisions[1]
  expect(await findRevision(server.app.db.read, access(), id, one?.id ?? '')).toEqual(one)
})

test('revisions cannot be read from another bucket', async () => {
  const { id } = await addOneObject(server, owner, { type: 'pages', title: 'Mine' })
  await update(id, { title: 'Still mine' })
  const [revision] = (await list(id)).revisions
  const stranger = access(await addOwner(server))
  const { read } = server.app.db
  expect(await listRevisions(read, stranger, id, { limit: 10, skip: 0 })).toEqual({
    revisions: [],
    total: 0,
  })
  expect(await findRevision(read, stranger, id, revision?.id ?? '')).toBeUndefined()
})

test('revisions hold every write of simultaneous saves', async () => {
  const { id } = await addOneObject(server, owner, { type: 'pages', title: 'Start' })
  const titles = Array.from({ length: 30 }, (_, n) => `Title ${n}`)
  await Promise.all(titles.map((title) => update(id, { title })))
  const { revisions } = await list(id)
  const seen = [
    ...revisions.map(({ state }) => state.title),
    (await readOneObject(server, owner, id)).title,
  ]
  expect(seen.toSorted()).toEqual([...titles, 'Start'].toSorted())
})
