import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { getJob, type Job, listJobFailures, listJobs } from '@typecase/contract/jobs'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import {
  addRelease,
  addToRelease,
  checkRelease,
  deleteRelease,
  getRelease,
  listReleases,
  MAX_RELEASES,
  publishRelease,
  type Release,
  removeFromRelease,
  updateRelease,
} from '@typecase/contract/releases'
import { emptyTrash } from '@typecase/contract/trash'
import { newId } from '@typecase/contract/ids'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { carryOutPlans } from '../../jobs/planned-changes.ts'
import { addManyObjects, addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { publishDueReleases } from './publish-job.ts'

const MINUTE = 60_000

let clock: TestClock
let server: TestServer
let owner: Owner
let slug: string

beforeEach(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  slug = owner.bucket.slug
  await addType(server, owner, 'posts', [
    { key: 'note', type: 'text', title: 'Note', required: true },
    { key: 'code', type: 'text', title: 'Code', unique: true },
  ])
})
afterEach(() => server.close())

const draft = async (title: string, metadata: object = { note: 'x' }) =>
  (await addOneObject(server, owner, { type: 'posts', title, status: 'draft', metadata })).id

const drafts = (...titles: string[]) => Promise.all(titles.map((title) => draft(title)))

async function add(title: string, object_ids?: string[], publish_at?: number): Promise<Release> {
  const data = { title, ...(publish_at !== undefined && { publish_at }) }
  const body = { slug, data, ...(object_ids && { object_ids }) }
  return (await server.call(addRelease, { body }, owner)).ok().release
}

const get = async ({ id: release_id }: Pick<Release, 'id'>) =>
  (await server.call(getRelease, { query: { slug, release_id } }, owner)).ok()

const check = async ({ id: release_id }: Release) =>
  (await server.call(checkRelease, { query: { slug, release_id } }, owner)).ok()

const ended = (id: string) =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
    (job) => job.finished_at !== null,
    30_000,
  )

async function publish({ id: release_id }: Release): Promise<Job> {
  const answer = await server.call(publishRelease, { body: { slug, release_id } }, owner)
  expect(answer.status).toBe(202)
  return ended(answer.ok().job.id)
}

async function undo(change_set_id: string | null): Promise<{ change_set_id?: string | null }> {
  const body = { slug, change_set_id: change_set_id ?? '' }
  const { job, ...done } = (await server.call(undoChangeSet, { body }, owner)).ok()
  return job ? ended(job.id) : done
}

const statusOf = async (id: string) => (await readOneObject(server, owner, id)).status

describe('a release', () => {
  test('needs the permission to publish, but other members can list it', async () => {
    const body = { slug, data: { title: 'Spring' } }
    expect((await server.call(addRelease, { body })).status).toBe(401)
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor', { publishing_restrictions: 'draft_only' })
    const answer = await server.call(addRelease, { body }, editor)
    expect(answer.error()).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/may not publish objects/),
    })
    await add('Spring')
    const { releases } = (await server.call(listReleases, { query: { slug } }, editor)).ok()
    expect(releases.map(({ title }) => title)).toEqual(['Spring'])
  })

  test('can be made, filled, renamed, scheduled and deleted', async () => {
    const [a = '', b = '', c = ''] = await drafts('A', 'B', 'C')
    const release = await add('Spring', [a, b])
    expect(release).toMatchObject({ title: 'Spring', state: 'open', count: 2, publish_at: null })

    const more = { slug, release_id: release.id, query: { type: 'posts' } }
    expect((await server.call(addToRelease, { body: more }, owner)).ok()).toMatchObject({
      release: { count: 3 },
      object_ids: [c],
    })
    const less = { slug, release_id: release.id, object_ids: [a, newId()] }
    expect((await server.call(removeFromRelease, { body: less }, owner)).ok()).toMatchObject({
      release: { count: 2 },
      object_ids: [a],
    })
    const publish_at = clock.now() + MINUTE
    const data = { title: 'Summer', publish_at }
    const body = { slug, release_id: release.id, data }
    expect((await server.call(updateRelease, { body }, owner)).ok().release).toMatchObject({
      title: 'Summer',
      state: 'scheduled',
      publish_at,
    })
    expect(await get(release)).toMatchObject({
      objects: [
        { object_id: b, title: 'B', type: 'posts', state: 'draft' },
        { object_id: c, title: 'C', type: 'posts', state: 'draft' },
      ],
      total: 2,
    })
    const holding = { slug, object_id: b }
    const { releases } = (await server.call(listReleases, { query: holding }, owner)).ok()
    expect(releases.map(({ id }) => id)).toEqual([release.id])

    const query = { slug, release_id: release.id }
    expect((await server.call(deleteRelease, { query }, owner)).ok().object_ids).toEqual([b, c])
    expect((await server.call(getRelease, { query }, owner)).status).toBe(404)
    expect(await statusOf(b)).toBe('draft')
  })

  test('cannot be scheduled for the past, nor for a time after an object will be unpublished', async () => {
    const past = { slug, data: { title: 'Past', publish_at: clock.now() } }
    expect((await server.call(addRelease, { body: past }, owner)).error()).toMatchObject({
      code: 'invalid',
      details: [{ path: 'data.publish_at', rule: 'min' }],
    })
    const id = await draft('Offer')
    const body = { slug, object_id: id, data: { unpublish_at: clock.now() + MINUTE } }
    ;(await server.call(updateObject, { body }, owner)).ok()
    const lateInput = {
      slug,
      object_ids: [id],
      data: { title: 'Late', publish_at: clock.now() + 2 * MINUTE },
    }
    expect((await server.call(addRelease, { body: lateInput }, owner)).error()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/“Offer” will be unpublished before/),
    })
    expect((await server.call(listReleases, { query: { slug } }, owner)).ok().releases).toEqual([])
  })

  test('has at most 10,000 objects, and a bucket at most 500 releases', async () => {
    await addManyObjects(server, owner, 'posts', 10_001)
    const body = { slug, data: { title: 'All' }, query: {} }
    const refused = (await server.call(addRelease, { body }, owner)).error()
    expect(refused).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/at most 10,000.*10,001/),
    })
    await server.app.db.write(async ({ db }) => {
      const now = clock.iso()
      for (let n = 0; n < MAX_RELEASES; n += 1) {
        const row = { bucket_id: owner.bucket.id, id: newId(), title: `R${n}`, created_at: now }
        await db
          .insertInto('releases')
          .values({ ...row, modified_at: now })
          .execute()
      }
    }, 'serializable')
    const one = { slug, data: { title: 'One more' } }
    expect((await server.call(addRelease, { body: one }, owner)).error()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/There are 500 releases/),
    })
  })
})

describe('publishing a release', () => {
  test('publishes all objects in one change set, which can be undone and redone', async () => {
    const ids = await drafts('A', 'B', 'C')
    const release = await add('Spring', ids)
    expect(await check(release)).toMatchObject({ changes: 3, unchanged: 0, problem_count: 0 })
    const job = await publish(release)
    expect(job).toMatchObject({
      status: 'done',
      total: 3,
      done: 3,
      title: 'Publish release “Spring”',
    })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'published', 'published'])
    const query = { slug }
    const [set] = (await server.call(listChangeSets, { query }, owner)).ok().change_sets
    expect(set).toMatchObject({ id: job.change_set_id, kind: 'publish', count: 3 })
    expect((await get(release)).release).toMatchObject({
      state: 'published',
      change_set_id: job.change_set_id,
    })
    const repeat = { slug, release_id: release.id }
    expect((await server.call(publishRelease, { body: repeat }, owner)).status).toBe(409)
    const lateInput = { ...repeat, object_ids: [await draft('D')] }
    expect((await server.call(addToRelease, { body: lateInput }, owner)).status).toBe(409)

    const undone = await undo(job.change_set_id)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['draft', 'draft', 'draft'])
    expect((await get(release)).release.state).toBe('open')
    await undo(undone.change_set_id ?? null)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'published', 'published'])
    expect((await get(release)).release.state).toBe('published')
  })

  test('publishes nothing if one object cannot be published, and lists the reasons', async () => {
    const [ready = '', trashed = '', purgedId = ''] = await drafts('Ready', 'Trashed', 'Gone')
    const emptyObject = await draft('Bare', {})
    const contents = { note: 'x', code: 'one' }
    await addOneObject(server, owner, { type: 'posts', title: 'Holder', metadata: contents })
    const [twice, twin] = [await draft('Twice', { note: 'x', code: '2' }), await draft('Twin')]
    const release = await add('Spring', [ready, trashed, purgedId, emptyObject, twice, twin])
    const discard = async (id: string) => {
      const body = { slug, object_ids: [id] }
      ;(await server.call(deleteObjects, { body }, owner)).ok()
    }
    await discard(purgedId)
    ;(await server.call(emptyTrash, { body: { slug } }, owner)).ok()
    await discard(trashed)
    // Write to the database directly, because the API refuses this; it occurs for a field that became unique later.
    const { bucket } = owner
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('objects')
          .set({ metadata: JSON.stringify(contents) })
          .where('bucket_id', '=', bucket.id)
          .where('id', 'in', [twice, twin])
          .execute(),
      'serializable',
    )
    await touch()

    const checked = await check(release)
    expect(checked).toMatchObject({ problem_count: 4 })
    expect(checked.problems.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
      'Trashed: It is in the trash.',
      'Gone: This object no longer exists.',
      'Bare: Note is a required field',
      expect.stringMatching(/^Tw(ice|in): Code must be unique/),
    ])
    const job = await publish(release)
    expect(job).toMatchObject({ status: 'failed', change_set_id: null, failed: 4 })
    const failures = (await server.call(listJobFailures, { query: { job_id: job.id } }, owner)).ok()
    expect(failures.total).toBe(4)
    const { release: after } = await get(release)
    expect(after).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/^Nothing was published: 4 of 6/),
    })
    expect(await statusOf(ready)).toBe('draft')
  })

  test('checks many unique values against each other', async () => {
    const ids = await addManyObjects(server, owner, 'posts', 300, (n) => ({
      metadata: JSON.stringify({ note: 'x', code: `c${n % 299}` }),
    }))
    const release = await add('Codes', ids)
    const { changes, problems } = await check(release)
    expect(changes).toBe(300)
    expect(problems).toMatchObject([
      { title: 'Object 299', reason: expect.stringMatching(/“Object 0” already has this value/) },
    ])
    const less = { slug, release_id: release.id, object_ids: [ids[0] ?? ''] }
    ;(await server.call(removeFromRelease, { body: less }, owner)).ok()
    expect(await check(release)).toMatchObject({ problem_count: 0 })
  })

  test('runs as one job for over a hundred objects, and so does its undo, which is safe to run twice', async () => {
    const ids = await addManyObjects(server, owner, 'posts', 250, () => ({
      metadata: JSON.stringify({ note: 'x' }),
    }))
    const job = await publish(await add('Many', ids))
    expect(job).toMatchObject({ status: 'done', done: 250, failed: 0 })
    const undone = await undo(job.change_set_id)
    expect(undone).toMatchObject({ status: 'done', done: 250, failed: 0 })
    expect(await statusOf(ids[0] ?? '')).toBe('draft')

    // If a server crashes between the job's write and its end, the job runs again.
    const { id } = undone as Job
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('jobs')
          .set({ status: 'queued', finished_at: null })
          .where('id', '=', id)
          .execute(),
      'serializable',
    )
    expect(await ended(id)).toMatchObject({ status: 'done', done: 250, failed: 0 })
    expect(await statusOf(ids[0] ?? '')).toBe('draft')
  })

  /** Writes to the bucket, so that indexes catch up. */
  async function touch(): Promise<void> {
    const id = await draft('Touched')
    const data = { fields: { title: { op: 'set' as const, value: 'Touch' } } }
    const body = { slug, object_ids: [id], data }
    ;(await server.call(bulkEditObjects, { body }, owner)).ok()
  }
})

describe('a scheduled release', () => {
  test('is published once when its time has come, even if several processes check at once', async () => {
    const ids = await drafts('A', 'B')
    const release = await add('Spring', ids, clock.now() + MINUTE)
    expect(await publishDueReleases(server.app)).toBe(0)
    clock.advance(MINUTE)
    const counts = await Promise.all([1, 2, 3].map(() => publishDueReleases(server.app)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    await waitFor(
      () => get(release),
      (now) => now.release.state === 'published',
      30_000,
    )
    expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'published'])
    const { jobs } = (await server.call(listJobs, { query: { slug } }, owner)).ok()
    expect(jobs).toMatchObject([{ title: 'Publish release “Spring” as planned', created_by: null }])
  })

  test('publishes an object before its planned end, even if both times have passed', async () => {
    const [a = '', b = ''] = await drafts('A', 'B')
    const release = await add('Spring', [a], clock.now() + MINUTE)
    for (const object_id of [a, b]) {
      const data = { unpublish_at: clock.now() + 2 * MINUTE }
      ;(await server.call(updateObject, { body: { slug, object_id, data } }, owner)).ok()
    }
    clock.advance(3 * MINUTE)
    await carryOutPlans(server.app)
    expect(await readOneObject(server, owner, b)).toMatchObject({ unpublish_at: null })
    await publishDueReleases(server.app)
    await waitFor(
      () => get(release),
      (one) => one.release.state === 'published',
    )
    await carryOutPlans(server.app)
    expect(await readOneObject(server, owner, a)).toMatchObject({
      status: 'draft',
      unpublish_at: null,
    })
  })

  test('fails if it cannot be published, and is open again once it is changed', async () => {
    const release = await add('Spring', [await draft('Bare', {})], clock.now() + MINUTE)
    clock.advance(MINUTE)
    await publishDueReleases(server.app)
    const { release: failed } = await waitFor(
      () => get(release),
      (now) => now.release.state === 'failed',
      30_000,
    )
    expect(failed).toMatchObject({
      publish_at: null,
      failure: expect.stringMatching(/“Bare”: Note is a required field/),
    })
    const body = { slug, release_id: release.id, object_ids: [await draft('Full')] }
    ;(await server.call(addToRelease, { body }, owner)).ok()
    expect((await get(release)).release.state).toBe('open')
  })
})
