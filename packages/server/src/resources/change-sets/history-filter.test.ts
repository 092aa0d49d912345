import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { getJob, listJobs } from '@typecase/contract/jobs'
import { type BulkResult, publishObjects, updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let clock: TestClock
let owner: Owner
let editor: Person

beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  await addType(server, owner, 'pages', [{ key: 'text', type: 'text', required: true }])
})

const slug = () => owner.bucket.slug
const changes = async (query: object = {}) => {
  const answer = await server.call(listChangeSets, { query: { slug: slug(), ...query } }, owner)
  return answer.ok().change_sets.map(({ title }) => title)
}
const jobs = async (query: object = {}) =>
  (await server.call(listJobs, { query: { slug: slug(), ...query } }, owner)).ok()
const add = (title: string, by: { token: string } = owner) =>
  addOneObject(server, owner, { type: 'pages', title, metadata: { text: 'x' } }, by)
const publish = async (body: object) =>
  (await server.send(publishObjects, { body: { slug: slug(), ...body } }, owner)).ok() as BulkResult
const undo = async (id: string) =>
  (await server.call(undoChangeSet, { body: { slug: slug(), change_set_id: id } }, owner)).ok()
const ended = (id: string | undefined) =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id ?? '' } }, owner)).ok().job,
    (job) => job.finished_at !== null,
  )

describe.each([
  ['changeSets/list', listChangeSets],
  ['jobs/list', listJobs],
] as const)('%s', (_name, endpoint) => {
  test.each([
    ['kind', ''],
    ['created_by', 'me'],
    ['object_id', '1'],
    ['since', 'yesterday'],
    ['until', '2026-13-01'],
    ['status', 'done,broken'],
    ['status', ''],
  ])('returns 400 for %s “%s” and names the parameter', async (key, value) => {
    const query = { slug: slug(), [key]: value }
    const { status, details } = (await server.send(endpoint, { query }, owner)).error()
    expect([status, details?.[0]?.path]).toEqual([400, key])
  })
})

test('change sets are filtered by kind, person, object, time and status, and counted accordingly', async () => {
  const one = await add('One')
  const theirs = await add('Theirs', editor)
  clock.advance(60_000)
  const middle = clock.iso()
  const published = await publish({ object_ids: [one.id] })
  await publish({ object_ids: [theirs.id] })
  await undo(published.change_set_id ?? '')

  expect(await changes({ kind: 'publish' })).toEqual(['Publish “Theirs”', 'Publish “One”'])
  expect(await changes({ created_by: editor.id })).toEqual(['Add “Theirs”'])
  expect(await changes({ object_id: one.id })).toEqual([
    'Undo: Publish “One”',
    'Publish “One”',
    'Add “One”',
  ])
  expect(await changes({ since: middle })).toHaveLength(3)
  expect(await changes({ until: middle })).toEqual(['Add “Theirs”', 'Add “One”'])
  expect(await changes({ until: '2000-01-01' })).toEqual([])
  expect(await changes({ status: 'undone' })).toEqual(['Publish “One”'])
  expect(await changes({ status: 'done,undone', kind: 'add' })).toHaveLength(2)
  expect(await changes({ status: 'running' })).toEqual([])
  expect(await changes({ object_id: newId() })).toEqual([])
  const query = { slug: slug(), kind: 'add', limit: 1 }
  const page = (await server.call(listChangeSets, { query }, owner)).ok()
  expect([page.total, page.change_sets.length]).toEqual([2, 1])
})

test('jobs are filtered in the same way, even by an object that they skipped', async () => {
  const ids = await addManyObjects(server, owner, 'pages', 120, (n) => ({
    metadata: n === 0 ? '{}' : '{"text":"x"}',
  }))
  const [skippedId = '', done = ''] = ids
  const { job } = await publish({ object_ids: ids })
  const end = await ended(job?.id)
  const jobIds = async (query: object) => (await jobs(query)).jobs.map(({ id }) => id)
  expect(await jobIds({ kind: 'publish', created_by: owner.id, status: 'done' })).toEqual([end.id])
  expect(await jobIds({ object_id: skippedId })).toEqual([end.id])
  expect(await jobIds({ object_id: done })).toEqual([end.id])
  expect(await jobIds({ object_id: newId() })).toEqual([])
  expect(await jobIds({ kind: 'import' })).toEqual([])
  expect(await jobIds({ until: end.created_at })).toEqual([])
  const undone = await undo(end.change_set_id ?? '')
  await ended(undone.job?.id)
  expect(await jobIds({ status: 'undone' })).toEqual([end.id])
  expect((await jobs({ status: 'done' })).total).toBe(1)
  expect(await changes({ status: 'undone' })).toEqual(['Publish 119 objects'])
})

test('a small change set and a small undo keep the objects that they skipped', async () => {
  const [one, two] = [await add('One'), await add('Two')]
  const emptyObject = await addOneObject(server, owner, { type: 'pages', title: 'Bare' })
  const { change_set_id } = await publish({ object_ids: [one.id, two.id, emptyObject.id] })
  const body = { slug: slug(), object_id: two.id, data: { title: 'Two since' } }
  ;(await server.call(updateObject, { body }, owner)).ok()
  const undone = await undo(change_set_id ?? '')

  const read = async (id: string | null | undefined) => {
    const query = { slug: slug(), change_set_id: id ?? '' }
    const { change_set, skipped } = (await server.call(getChangeSet, { query }, owner)).ok()
    return { failed: change_set.failed, skipped }
  }
  expect(await read(change_set_id)).toEqual({
    failed: 1,
    skipped: [{ object_id: emptyObject.id, title: 'Bare', reason: 'text is a required field' }],
  })
  expect(await read(undone.change_set_id)).toEqual({
    failed: 1,
    skipped: [{ object_id: two.id, title: 'Two since', reason: 'It has changed since.' }],
  })
  expect(await changes({ object_id: emptyObject.id })).toEqual(['Publish 2 objects', 'Add “Bare”'])
})
