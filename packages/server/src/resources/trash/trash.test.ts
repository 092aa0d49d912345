import { undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { getJob, type Job } from '@typecase/contract/jobs'
import { deleteObjects, getObject, listObjects } from '@typecase/contract/objects'
import { deleteObjectType } from '@typecase/contract/object-types'
import { emptyTrash, getTrashedObject, listTrash, restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { purgeExpired } from './purge.ts'

const clock: TestClock = createTestClock()
const DAY = 24 * 3600 * 1000
let server: TestServer | undefined
let owner: Owner
let stranger: Owner
let contributor: Person

async function started(): Promise<TestServer> {
  return (server ??= await startTestServer({}, { clock }))
}

beforeEach(async () => {
  const test = await started()
  owner = await addOwner(test)
  stranger = await addOwner(test)
  contributor = await addPerson(test)
  await join(test, contributor, owner, 'contributor')
  await addType(test, owner, 'pages')
})
afterAll(() => server?.remove())

const slug = () => owner.bucket.slug
const add = async (title: string, more: object = {}) =>
  addOneObject(await started(), owner, { type: 'pages', title, ...more })
const remove = async (...object_ids: string[]) =>
  (await (await started()).call(deleteObjects, { body: { slug: slug(), object_ids } }, owner)).ok()
const read = async (id: string) => readOneObject(await started(), owner, id)

const list = async (by: { token?: string } = owner, query: object = {}) =>
  (await started()).send(listTrash, { query: { slug: slug(), ...query } }, by)
const trashed = async () =>
  (await (await started()).call(listTrash, { query: { slug: slug() } }, owner)).ok()
const get = async (object_id: unknown, by: { token?: string } = owner) =>
  (await started()).send(getTrashedObject, { query: { slug: slug(), object_id } }, by)
const restore = async (object_ids: unknown, by: { token?: string } = owner) =>
  (await started()).send(restoreTrash, { body: { slug: slug(), object_ids } }, by)
const empty = async (body: object = {}, by: { token?: string } = owner) =>
  (await started()).send(emptyTrash, { body: { slug: slug(), ...body } }, by)

describe('trash/list', () => {
  test('needs a session (401), the bucket (404) and a valid limit (400)', async () => {
    expect((await list({})).status).toBe(401)
    expect((await list(stranger)).status).toBe(404)
    expect((await list(owner, { limit: 1001 })).status).toBe(400)
  })

  test('lists deleted objects, newest first, with the time when they expire', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    await remove(one.id)
    clock.advance(1000)
    await remove(two.id)
    const { objects, total } = await trashed()
    expect(total).toBe(2)
    expect(objects).toEqual([
      {
        id: two.id,
        title: 'Two',
        type: 'pages',
        slug: 'two',
        locale: null,
        deleted_at: clock.iso(),
        deleted_by: owner.id,
        expires_at: new Date(clock.now() + 30 * DAY).toISOString(),
      },
      expect.objectContaining({ id: one.id }),
    ])
    const page = await list(owner, { limit: 1, skip: 1 })
    expect(page.ok()).toMatchObject({ objects: [{ id: one.id }], total: 2, limit: 1, skip: 1 })
  })
})

describe('trash/get', () => {
  test('needs a session (401), the bucket (404) and a valid id (400)', async () => {
    const { id } = await add('Guarded')
    await remove(id)
    expect((await get(id, {})).status).toBe(401)
    expect((await get(id, stranger)).status).toBe(404)
    expect((await get('all')).error().details?.[0]?.path).toBe('object_id')
  })

  test('returns a deleted object as it was, to contributors as well', async () => {
    const object = await add('Gone', { status: 'published', metadata: { deep: { a: [1] } } })
    await remove(object.id)
    expect((await get(object.id, contributor)).ok()).toEqual({ object: { ...object, rev: 2 } })
  })

  test('answers 404 for an object that is not in the trash, or has been restored or purged', async () => {
    const object = await add('Present')
    expect((await get(object.id)).status).toBe(404)
    await remove(object.id)
    expect((await get(object.id)).status).toBe(200)
    await restore([object.id])
    expect((await get(object.id)).status).toBe(404)
    await remove(object.id)
    await empty()
    expect((await get(object.id)).status).toBe(404)
  })
})

describe('trash/restore', () => {
  test('needs a session (401), the bucket (404), a sufficient role (403) and valid ids (400)', async () => {
    const { id } = await add('Guarded')
    await remove(id)
    expect((await restore([id], {})).status).toBe(401)
    expect((await restore([id], stranger)).status).toBe(404)
    expect((await restore([id], contributor)).status).toBe(403)
    expect((await restore([])).status).toBe(400)
    expect((await restore('all')).error().details?.[0]?.path).toBe('object_ids')
  })

  test('restores objects as they were', async () => {
    const object = await add('Back', { status: 'published', metadata: { deep: { a: [1] } } })
    await add('Above')
    await remove(object.id)
    const answer = (await restore([object.id])).ok()
    expect(answer).toMatchObject({ restored: 1, failed: [] })
    expect(await read(object.id)).toEqual({ ...object, modified_at: clock.iso(), rev: 3 })
    expect((await trashed()).total).toBe(0)
  })

  test('assigns the next free slug, also among objects that are restored together', async () => {
    const first = await add('Name')
    await remove(first.id)
    const second = await add('Name')
    await remove(second.id)
    const third = await add('Name')
    expect((await restore([first.id, second.id])).ok()).toMatchObject({ restored: 2 })
    const slugs = await Promise.all(
      [first, second, third].map(async ({ id }) => (await read(id)).slug),
    )
    expect(slugs).toEqual(['name-2', 'name-3', 'name'])
  })

  test('restores the object type that was deleted with the objects', async () => {
    const test = await started()
    const object = await add('Typed')
    const early = await add('Deleted before')
    await remove(early.id)
    clock.advance(1000)
    const query = { slug: slug(), type_slug: 'pages' }
    ;(await test.call(deleteObjectType, { query }, owner)).ok()
    const lost = (await restore([early.id])).ok()
    expect(lost).toMatchObject({
      restored: 0,
      failed: [{ object_id: early.id, reason: 'Its object type “pages” was deleted.' }],
    })
    expect((await restore([object.id, early.id])).ok()).toMatchObject({ restored: 2, failed: [] })
    expect((await add('Again')).type).toBe('pages')
  })

  test('lists ids that are not in the trash as failed', async () => {
    const live = await add('Live')
    const missing = newId()
    const answer = (await restore([live.id, missing])).ok()
    expect(answer).toMatchObject({ restored: 0, change_set_id: null })
    expect(answer).toMatchObject({ failed: [{ object_id: live.id }, { object_id: missing }] })
  })
})

describe('trash/empty', () => {
  test('needs a session (401), the bucket (404), a sufficient role (403) and valid ids (400)', async () => {
    expect((await empty({}, {})).status).toBe(401)
    expect((await empty({}, stranger)).status).toBe(404)
    expect((await empty({}, contributor)).status).toBe(403)
    expect((await empty({ object_ids: ['x'] })).status).toBe(400)
  })

  test('deletes the given objects or all of the trash for good, but no live objects', async () => {
    const test = await started()
    const [one, two, live] = [await add('One'), await add('Two'), await add('Live')]
    await remove(one.id, two.id)
    expect((await empty({ object_ids: [one.id, live.id] })).ok()).toEqual({ deleted: 1 })
    expect((await trashed()).objects.map(({ id }) => id)).toEqual([two.id])
    expect((await empty()).ok()).toEqual({ deleted: 1 })
    expect((await empty()).ok()).toEqual({ deleted: 0 })
    expect(await read(live.id)).toMatchObject({ title: 'Live' })
    const request = { query: { slug: slug(), object_id: one.id } }
    expect((await test.call(getObject, request, owner)).status).toBe(404)
    // The row number of a purged object may be reused, but its words must not reappear.
    await add('Unrelated')
    const query = JSON.stringify({ title: { $regex: 'Two', $options: 'i' } })
    const response = await test.call(listObjects, { query: { slug: slug(), query } }, owner)
    expect(response.ok().total).toBe(0)
  })
})

describe('purging expired objects', () => {
  async function editorOf(test: TestServer): Promise<Person> {
    const editor = await addPerson(test)
    await join(test, editor, owner, 'editor')
    return editor
  }

  test('deletes objects that have been in the trash for 30 days', async () => {
    const test = await started()
    const [old, young] = [await add('Old'), await add('Young')]
    await remove(old.id)
    clock.advance(29 * DAY)
    // Sign in again, because the first session has expired.
    owner = { ...owner, ...(await editorOf(test)) }
    await remove(young.id)
    expect(await purgeExpired(test.app)).toBe(0)
    clock.advance(DAY + 1)
    owner = { ...owner, ...(await editorOf(test)) }
    expect(await purgeExpired(test.app)).toBeGreaterThan(0)
    expect((await trashed()).objects.map(({ id }) => id)).toEqual([young.id])
  })
})

describe('restoring all matching objects', () => {
  const restoreAll = async (body: object) =>
    (await started()).send(restoreTrash, { body: { slug: slug(), ...body } }, owner)

  test('needs either ids or a text, but not both (400)', async () => {
    for (const body of [{}, { q: 'x', object_ids: [newId()] }]) {
      expect((await restoreAll(body)).error()).toMatchObject({
        status: 400,
        details: [{ path: 'object_ids', rule: 'scope' }],
      })
    }
    expect((await restoreAll({ q: 'x'.repeat(201) })).error().details?.[0]?.path).toBe('q')
  })

  test('restores the objects whose title contains the text, which the list shows', async () => {
    const [one, two] = [await add('Ärger im Hafen'), await add('Ruhe')]
    await remove(one.id, two.id)
    const response = (await list(owner, { q: 'äRGER' })).ok() as {
      total: number
      objects: object[]
    }
    expect(response).toMatchObject({ total: 1, objects: [{ id: one.id }] })
    expect((await restoreAll({ q: 'ärger' })).ok()).toMatchObject({ restored: 1, failed: [] })
    expect((await trashed()).objects.map(({ id }) => id)).toEqual([two.id])
    expect((await restoreAll({ q: 'nothing' })).ok()).toMatchObject({ restored: 0 })
    expect((await restoreAll({ q: '' })).ok()).toMatchObject({ restored: 1 })
  })

  test('runs as a job for more than a hundred objects, and can be undone', async () => {
    const test = await started()
    const ids = await addManyObjects(test, owner, 'pages', 130)
    const deleting = (await remove(...ids)) as { job?: Job }
    await endOf(test, owner, deleting.job)
    const answer = await restoreAll({ q: '' })
    expect(answer.status).toBe(202)
    const { job } = answer.ok() as { job?: Job }
    const end = await endOf(test, owner, job)
    expect(end).toMatchObject({ status: 'done', done: 130, title: 'Restore 130 objects' })
    expect((await trashed()).total).toBe(0)
    const body = { slug: slug(), change_set_id: end.change_set_id ?? '' }
    const undo = (await test.call(undoChangeSet, { body }, owner)).ok()
    await endOf(test, owner, undo.job)
    expect((await trashed()).total).toBe(130)
  })
})

const endOf = (test: TestServer, by: Owner, job: Job | undefined) =>
  waitFor(
    async () => (await test.call(getJob, { query: { job_id: job?.id ?? '' } }, by)).ok().job,
    ({ finished_at }) => finished_at !== null,
  )
