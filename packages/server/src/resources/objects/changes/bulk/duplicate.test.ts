import { getChangeSet, undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { getJob } from '@typecase/contract/jobs'
import {
  type BulkResult,
  type CmsObject,
  duplicateObjects,
  listObjects,
  MAX_TITLE,
} from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  addManyObjects,
  addOneObject,
  addType,
  readOneObject,
} from '../../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'pages', [
    { key: 'code', type: 'text', unique: true },
    { key: 'next', type: 'object', object_type: 'pages' },
  ])
  await addType(server, owner, 'notes')
  await addType(server, owner, 'home', [], { singleton: true })
})
afterAll(() => server.remove())

const call = (body: object, by: { token?: string } = owner) =>
  server.send(duplicateObjects, { body: { slug: owner.bucket.slug, ...body } }, by)

// The type of this endpoint's successful response.
const run = async (body: object, by?: { token: string }) =>
  (await call(body, by)).ok() as BulkResult

async function listed(query: object): Promise<CmsObject[]> {
  const listQuery = { slug: owner.bucket.slug, query: JSON.stringify(query), limit: 1000 }
  const { objects } = (await server.call(listObjects, { query: listQuery }, owner)).ok()
  return objects.map(({ object }) => object)
}

test('a duplication answers 401, 404 for another tenant, 400 without a scope, and reports unknown ids', async () => {
  const page = await addOneObject(server, owner, { type: 'pages', title: 'Alone' })
  expect((await call({ object_ids: [page.id] }, {})).status).toBe(401)
  expect((await call({ object_ids: [page.id] }, stranger)).status).toBe(404)
  expect((await call({})).error()).toMatchObject({
    status: 400,
    details: [{ path: 'object_ids', rule: 'scope' }],
  })
  expect((await call({ object_ids: ['1'] })).error().details?.[0]?.path).toBe('object_ids.0')
  const foreign = newId()
  expect(await run({ object_ids: [foreign] })).toMatchObject({
    matched: 0,
    modified: 0,
    failed: [{ object_id: foreign, reason: 'This object no longer exists.' }],
    change_set_id: null,
  })
})

test('copies are drafts on top, in the order of their originals, and keep relations but no unique values', async () => {
  const first = await addOneObject(server, owner, {
    type: 'pages',
    title: 'First',
    status: 'published',
    metadata: { code: 'A1' },
  })
  const second = await addOneObject(server, owner, {
    type: 'pages',
    title: 'Second',
    metadata: { next: first.id },
  })
  const result = await run({ object_ids: [second.id, first.id] })
  expect(result).toMatchObject({ matched: 2, modified: 2, unchanged: 0, failed: [] })
  expect(result.copies?.map(({ object_id, title }) => [object_id, title])).toEqual([
    [second.id, 'Second (copy)'],
    [first.id, 'First (copy)'],
  ])
  const [top, next] = await listed({ type: 'pages' })
  expect([top?.id, next?.id]).toEqual(result.copies?.map(({ copy_id }) => copy_id))
  expect(top).toMatchObject({ slug: 'second-copy', status: 'draft', metadata: { next: first.id } })
  expect(next).toMatchObject({ slug: 'first-copy', status: 'draft', published_at: null })
  expect(next?.metadata).not.toHaveProperty('code')
  expect(await readOneObject(server, owner, first.id)).toEqual(first)

  const secondRun = await run({ object_ids: [first.id, first.id] })
  expect(secondRun.copies).toHaveLength(1)
  const copy = await readOneObject(server, owner, secondRun.copies?.[0]?.copy_id ?? '')
  expect(copy.slug).toBe('first-copy-2')
})

test('the object of a singleton is skipped with the reason, and the title of a copy is shortened', async () => {
  const home = await addOneObject(server, owner, { type: 'home', title: 'Home' })
  const title = `${'x'.repeat(MAX_TITLE - 8)}😀yyyyyy`
  const long = await addOneObject(server, owner, { type: 'notes', title })
  const body = { object_ids: [home.id, long.id] }
  const reason = '“home” is a singleton and already has its object.'
  expect(await run({ ...body, dry_run: true })).toMatchObject({
    matched: 2,
    modified: 1,
    skipped: [{ reason, count: 1, ids: [home.id] }],
  })
  const { failed, copies } = await run(body)
  expect(failed).toEqual([{ object_id: home.id, title: 'Home', reason }])
  expect(copies?.map((copy) => copy.title)).toEqual([`${'x'.repeat(MAX_TITLE - 8)} (copy)`])
})

test('contributors may copy objects of others, and undo that', async () => {
  const note = await addOneObject(server, owner, { type: 'notes', title: 'Ours' })
  const { change_set_id, copies } = await run({ object_ids: [note.id] }, contributor)
  expect(await readOneObject(server, owner, copies?.[0]?.copy_id ?? '')).toMatchObject({
    created_by: contributor.id,
  })
  const body = { slug: owner.bucket.slug, change_set_id: change_set_id ?? '' }
  const undone = await server.call(undoChangeSet, { body }, contributor)
  expect(undone.ok()).toMatchObject({ restored: 1, skipped: [] })
})

test('a dry run names the copies and creates none', async () => {
  const before = await listed({ type: 'notes' })
  const plan = await run({ query: { type: 'notes' }, dry_run: true })
  expect(plan).toMatchObject({ matched: before.length, modified: before.length, unchanged: 0 })
  expect(plan.sample?.[0]).toEqual({
    object_id: before[0]?.id,
    title: before[0]?.title,
    field: 'object',
    before: null,
    after: `${before[0]?.title} (copy)`,
  })
  expect(await listed({ type: 'notes' })).toEqual(before)
})

test('more than a hundred copies are made by a job, and undo and redo remove and restore them', async () => {
  await addType(server, owner, 'many')
  const ids = await addManyObjects(server, owner, 'many', 150, (n) => ({
    title: n % 2 ? 'Odd' : `Even ${n}`,
  }))
  const originals = await listed({ type: 'many' })
  const answer = await call({ query: { type: 'many' }, exclude_ids: [ids[0]] })
  expect(answer.status).toBe(202)
  const { job } = answer.ok() as BulkResult
  expect(job?.title).toBe('Duplicate 149 objects')
  const end = await ended(job?.id ?? '')
  expect(end).toMatchObject({ status: 'done', done: 149, failed: 0, result: { modified: 149 } })

  const all = await listed({ type: 'many' })
  const copies = all.slice(0, 149)
  expect(all.slice(149)).toEqual(originals)
  expect(copies.map(({ title }) => title)).toEqual(
    originals.filter(({ id }) => id !== ids[0]).map(({ title }) => `${title} (copy)`),
  )
  expect(new Set(copies.map(({ slug }) => slug)).size).toBe(149)
  const query = { slug: owner.bucket.slug, change_set_id: end.change_set_id ?? '', limit: 1 }
  const { changes } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(changes).toMatchObject([{ field: 'object', before: null }])

  const undone = await undo(end.change_set_id)
  expect(await listed({ type: 'many' })).toEqual(originals)
  await undo(undone)
  const back = await listed({ type: 'many' })
  expect(back.map(({ id, slug }) => [id, slug])).toEqual(all.map(({ id, slug }) => [id, slug]))
})

const ended = (id: string) =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
    (job) => job.finished_at !== null,
  )

async function undo(id: string | null): Promise<string | null> {
  const body = { slug: owner.bucket.slug, change_set_id: id ?? '' }
  const { job } = (await server.call(undoChangeSet, { body }, owner)).ok()
  const end = await ended(job?.id ?? '')
  expect(end).toMatchObject({ status: 'done', done: 149, failed: 0 })
  return end.change_set_id
}
