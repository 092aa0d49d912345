import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { cancelJob, getJob } from '@typecase/contract/jobs'
import { publishObjects } from '@typecase/contract/objects'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { addManyObjects, addType } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { restart } from '../../../../testing/restart.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

// The tests start three servers and write thousands of objects.
vi.setConfig({ testTimeout: 60_000 })

const COUNT = 2000
let server: TestServer
let owner: Owner
let ids: string[]

beforeEach(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'pages')
  ids = await addManyObjects(server, owner, 'pages', COUNT)
})

afterEach(async () => {
  await server.close()
  rmSync(server.dataDir, { recursive: true })
})

async function publishAll() {
  const body = { slug: owner.bucket.slug, object_ids: ids }
  const { job } = (await server.call(publishObjects, { body }, owner)).ok()
  return job?.id ?? ''
}

const read = async (id: string) =>
  (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job

/** Counts the objects that were published once or never; an object published twice has a rev above 2. */
async function published() {
  const rows = await server.app.db.read
    .selectFrom('objects')
    .select(['status', 'rev'])
    .where('bucket_id', '=', owner.bucket.id)
    .execute()
  return {
    once: rows.filter((row) => row.status === 'published' && row.rev === 2).length,
    never: rows.filter((row) => row.status === 'draft' && row.rev === 1).length,
  }
}

/** Returns all columns of the objects but those that count or date changes. */
async function states() {
  const rows = await server.app.db.read
    .selectFrom('objects')
    .selectAll()
    .where('bucket_id', '=', owner.bucket.id)
    .orderBy('id')
    .execute()
  return rows.map(({ rev, state_rev, version, modified_at, ...state }) => state)
}

test('a job continues after a restart, changes each object once, and makes one change set', async () => {
  const id = await publishAll()
  await waitFor(
    () => read(id),
    (job) => job.done > 0,
  )
  server = await restart(server)
  const { done } = await read(id)
  expect((await published()).once).toBe(done)
  const end = await waitFor(
    () => read(id),
    (job) => job.finished_at !== null,
  )
  expect(end).toMatchObject({ status: 'done', done: COUNT, failed: 0 })
  expect(await published()).toEqual({ once: COUNT, never: 0 })
  const query = { slug: owner.bucket.slug }
  const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
  expect(change_sets[0]).toMatchObject({
    id: end.change_set_id,
    kind: 'publish',
    title: 'Publish 2,000 objects',
    count: COUNT,
    job_id: id,
  })
  expect(change_sets).toHaveLength(2)
})

test('the title of a running job counts the objects in its call, and later those that it changed', async () => {
  const [first = ''] = ids
  const body = { slug: owner.bucket.slug, object_ids: [first] }
  ;(await server.call(publishObjects, { body }, owner)).ok()
  const id = await publishAll()
  expect((await read(id)).title).toBe('Publish 2,000 objects')
  const end = await waitFor(
    () => read(id),
    (job) => job.finished_at !== null,
  )
  const query = { slug: owner.bucket.slug }
  const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
  expect(change_sets[0]).toMatchObject({ title: 'Publish 1,999 objects', count: COUNT - 1 })
  expect(end).toMatchObject({ title: 'Publish 1,999 objects', done: COUNT, total: COUNT })
})

test('a cancelled job stops, and its change set counts the objects changed until then and can be undone', async () => {
  const before = await states()
  const id = await publishAll()
  await waitFor(
    () => read(id),
    (job) => job.done > 0,
  )
  await server.call(cancelJob, { body: { job_id: id } }, owner)
  const end = await waitFor(
    () => read(id),
    (job) => job.finished_at !== null,
  )
  expect(await published()).toEqual({ once: end.done, never: COUNT - end.done })
  const query = { slug: owner.bucket.slug }
  const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
  expect(change_sets[0]).toMatchObject({ id: end.change_set_id, count: end.done, undone_by: null })

  expect(await states()).not.toEqual(before)
  const body = { slug: owner.bucket.slug, change_set_id: end.change_set_id ?? '' }
  const undo = (await server.call(undoChangeSet, { body }, owner)).ok().job?.id
  if (undo !== undefined)
    await waitFor(
      () => read(undo),
      (job) => job.finished_at !== null,
    )
  expect(await states()).toEqual(before)
})

const storedParts = async () =>
  (await server.app.db.read.selectFrom('job_inputs').select('part').execute()).length

test('a job stores its ids apart from its payload, and deletes them at its end', async () => {
  const id = await publishAll()
  expect(await storedParts()).toBe(1 + COUNT / 1000)
  const { payload } = await server.app.db.read
    .selectFrom('jobs')
    .select('payload')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(payload).not.toContain(ids[0])
  await waitFor(
    () => read(id),
    (job) => job.finished_at !== null,
  )
  await waitFor(storedParts, (count) => count === 0)
})

test('a job changes only objects that existed when it was requested', async () => {
  const body = { slug: owner.bucket.slug, query: { status: 'draft' }, exclude_ids: ids.slice(0, 1) }
  const { job } = (await server.call(publishObjects, { body }, owner)).ok()
  const [later = ''] = await addManyObjects(server, owner, 'pages', 1)
  const end = await waitFor(
    () => read(job?.id ?? ''),
    (state) => state.finished_at !== null,
  )
  expect(end).toMatchObject({ total: COUNT - 1, done: COUNT - 1, failed: 0 })
  const drafts = await server.app.db.read
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', owner.bucket.id)
    .where('status', '=', 'draft')
    .execute()
  expect(new Set(drafts.map(({ id }) => id))).toEqual(new Set([ids[0], later]))
})
