import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { getJob } from '@typecase/contract/jobs'
import type { BulkResult, CmsObject } from '@typecase/contract/objects'
import {
  deleteObjects,
  publishObjects,
  reorderObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { emptyTrash, listTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let clock: TestClock
let owner: Owner
let stranger: Owner
let contributor: Person

beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  stranger = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'pages')
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const add = (title: string, more: object = {}) =>
  addOneObject(server, owner, { type: 'pages', title, ...more })
const read = (id: string) => readOneObject(server, owner, id)
const send = async (endpoint: Parameters<TestServer['send']>[0], body: object) =>
  (await server.send(endpoint, { body: { slug: slug(), ...body } }, owner)).ok()

const list = async (query: object = {}) =>
  (await server.call(listChangeSets, { query: { slug: slug(), ...query } }, owner)).ok()
const latest = async () => {
  const [newest] = (await list({ limit: 1 })).change_sets
  if (!newest) throw new Error('Nothing was changed.')
  return newest
}

const tryUndo = (change_set_id: unknown, by: { token?: string } = owner) =>
  server.send(undoChangeSet, { body: { slug: slug(), change_set_id } }, by)

interface Undone {
  restored?: number
  skipped?: { object_id: string; reason: string }[]
  change_set_id?: string
  job?: { id: string }
}
// The cast is safe: this is the endpoint's response on success.
const undo = async (id: string) => (await tryUndo(id)).ok() as Undone

describe('changeSets/list', () => {
  const listAs = (by: { token?: string }, query: object = {}) =>
    server.send(listChangeSets, { query: { slug: slug(), ...query } }, by)

  test('returns 401 without a session, 404 to a stranger and 400 for a bad limit', async () => {
    expect((await listAs({})).status).toBe(401)
    expect((await listAs(stranger)).status).toBe(404)
    expect((await listAs(owner, { limit: 0 })).status).toBe(400)
  })

  test('describes every change in words, newest first', async () => {
    const one = await add('One')
    const two = await add('Two')
    const object_ids = [one.id, two.id]
    await send(updateObject, { object_id: one.id, data: { content: 'x' } })
    await send(publishObjects, { object_ids })
    await send(unpublishObjects, { object_ids: [one.id] })
    await send(reorderObjects, { reorder_id: one.id, before_id: two.id })
    await send(reorderObjects, { reorder_id: one.id, after_id: two.id })
    await send(deleteObjects, { object_ids })
    const { change_sets, total } = await list({ limit: 8 })
    expect(change_sets.map(({ kind, title, count }) => [kind, title, count])).toEqual([
      ['delete', 'Delete 2 objects', 2],
      ['reorder', 'Move “One”', 1],
      ['unpublish', 'Unpublish “One”', 1],
      ['publish', 'Publish 2 objects', 2],
      ['update', 'Update “One”', 1],
      ['add', 'Add “Two”', 1],
      ['add', 'Add “One”', 1],
    ])
    expect(total).toBe(7)
    expect(change_sets[0]).toMatchObject({
      created_by: owner.id,
      created_at: clock.iso(),
      job_id: null,
      undone_by: null,
      undo_of: null,
    })
  })
})

describe('changeSets/get', () => {
  const get = (query: object, by: { token?: string } = owner) =>
    server.send(getChangeSet, { query: { slug: slug(), ...query } }, by)

  interface ChangeSetPage {
    change_set: { id: string }
    changes: { object_id: string; field: string; before: unknown; after: unknown }[]
    total: number
  }
  // The cast is safe: this is the endpoint's response on success.
  const show = async (id: string, page: object = {}) =>
    (await get({ change_set_id: id, ...page })).ok() as ChangeSetPage
  const rowsOf = async (id: string) =>
    (await show(id)).changes.map(({ field, before, after }) => [field, before, after])

  test('returns 401 without a session, 404 for a foreign or unknown change set and 400 for bad input', async () => {
    await add('Known')
    const { id: change_set_id } = await latest()
    expect((await get({ change_set_id }, {})).status).toBe(401)
    expect((await get({ change_set_id }, stranger)).status).toBe(404)
    const theirs = { slug: stranger.bucket.slug, change_set_id }
    expect((await server.send(getChangeSet, { query: theirs }, stranger)).status).toBe(404)
    expect((await get({ change_set_id: newId() })).status).toBe(404)
    expect((await get({ change_set_id: '1' })).status).toBe(400)
    expect((await get({ change_set_id, limit: 0 })).status).toBe(400)
  })

  test('shows fields before and after, regardless of later changes', async () => {
    const one = await add('One')
    const added = await latest()
    await send(updateObject, { object_id: one.id, data: { title: 'Two', content: 'x' } })
    const edited = await latest()
    await send(publishObjects, { object_ids: [one.id] })
    const published = await latest()
    await send(reorderObjects, { reorder_id: one.id, after_id: (await add('Other')).id })
    const moved = await latest()
    await send(deleteObjects, { object_ids: [one.id] })
    const deleted = await latest()

    expect(await rowsOf(added.id)).toEqual([['object', null, 'One']])
    expect(await rowsOf(edited.id)).toEqual([
      ['title', 'One', 'Two'],
      ['content', '', 'x'],
    ])
    expect(await rowsOf(published.id)).toEqual([['status', 'draft', 'published']])
    expect((await rowsOf(moved.id)).map(([field]) => field)).toEqual(['order'])
    expect(await rowsOf(deleted.id)).toEqual([['deleted', false, true]])

    await undo(deleted.id)
    expect(await rowsOf((await latest()).id)).toEqual([['deleted', true, false]])
    expect(await rowsOf(deleted.id)).toEqual([['deleted', false, true]])
    expect(await show(edited.id)).toMatchObject({ change_set: { id: edited.id }, total: 1 })
  })

  test('shows the status of the published version when the newest version is a draft', async () => {
    const page = await add('Public', { status: 'published' })
    await send(updateObject, { object_id: page.id, data: { title: 'New', status: 'draft' } })
    expect(await rowsOf((await latest()).id)).toContainEqual(['status', 'published', 'draft'])
    await send(unpublishObjects, { object_ids: [page.id] })
    expect(await rowsOf((await latest()).id)).toContainEqual([
      'main_object_status',
      'published',
      'draft',
    ])
  })

  test('returns pages of objects', async () => {
    const pages = [await add('A'), await add('B'), await add('C')]
    await send(publishObjects, { object_ids: pages.map(({ id }) => id) })
    const { id } = await latest()
    const second = await show(id, { limit: 1, skip: 1 })
    expect(second).toMatchObject({ total: 3, limit: 1, skip: 1 })
    expect(new Set(second.changes.map(({ object_id }) => object_id))).toEqual(
      new Set([pages[1]?.id]),
    )
  })

  test('shows no changes of an object that was deleted for good', async () => {
    const page = await add('Gone')
    await send(updateObject, { object_id: page.id, data: { title: 'Gone now' } })
    const { id } = await latest()
    await send(deleteObjects, { object_ids: [page.id] })
    await send(emptyTrash, { object_ids: [page.id] })
    expect(await rowsOf(id)).toEqual([])
  })
})

describe('changeSets/undo', () => {
  test('returns 401 without a session, 404 for a foreign change set, and rejects a bad or unknown id', async () => {
    await add('Guarded')
    const { id } = await latest()
    expect((await tryUndo(id, {})).status).toBe(401)
    expect((await tryUndo(id, stranger)).status).toBe(404)
    expect((await tryUndo('1')).error().details?.[0]?.path).toBe('change_set_id')
    expect((await tryUndo(newId())).error()).toMatchObject({ message: 'Change set not found' })
    await addType(server, stranger, 'pages')
    await addOneObject(server, stranger, { type: 'pages', title: 'Theirs' })
    const query = { slug: stranger.bucket.slug }
    const theirs = (await server.call(listChangeSets, { query }, stranger)).ok().change_sets[0]
    expect((await tryUndo(theirs?.id)).status).toBe(404)
  })

  test('lets contributors undo their own changes only: 403 for others', async () => {
    await add('Not theirs')
    expect((await tryUndo((await latest()).id, contributor)).error()).toMatchObject({
      status: 403,
      message: 'Your role (contributor) may only undo changes that you made yourself.',
    })
    await addOneObject(server, owner, { type: 'pages', title: 'Theirs' }, contributor)
    expect((await tryUndo((await latest()).id, contributor)).ok()).toMatchObject({ restored: 1 })
  })

  test('restores the draft and the published version of an object, and can itself be undone', async () => {
    const { id } = await add('Whole', { status: 'published', metadata: { a: [1, { b: null }] } })
    await send(updateObject, { object_id: id, data: { status: 'draft', title: 'Draft' } })
    const before = await read(id)
    await send(unpublishObjects, { object_ids: [id] })
    const after = await read(id)
    const { id: changeSetId } = await latest()
    const undone = await undo(changeSetId)
    expect(undone).toMatchObject({ restored: 1, skipped: [] })
    expect(await read(id)).toEqual({ ...before, rev: 4 })
    expect(await latest()).toMatchObject({
      id: undone.change_set_id,
      kind: 'undo',
      title: 'Undo: Unpublish “Draft”',
      undo_of: changeSetId,
    })
    expect((await tryUndo(changeSetId)).error()).toMatchObject({
      status: 409,
      message: 'This is already undone.',
    })
    await undo(undone.change_set_id ?? '')
    expect(await read(id)).toEqual({ ...after, rev: 5 })
    expect((await latest()).title).toBe('Redo: Unpublish “Draft”')
  })

  test('skips an object that has changed since, and reports it', async () => {
    const [one, two] = [await add('First'), await add('Second')]
    await send(publishObjects, { object_ids: [one.id, two.id] })
    const { id } = await latest()
    await send(updateObject, { object_id: one.id, data: { title: 'First, changed' } })
    expect(await undo(id)).toMatchObject({
      restored: 1,
      skipped: [{ object_id: one.id, title: 'First, changed', reason: 'It has changed since.' }],
    })
    expect((await read(one.id)).status).toBe('published')
    expect((await read(two.id)).status).toBe('draft')
  })

  test('changes nothing and does not count as undone if every object has changed since', async () => {
    const { id } = await add('Moving on')
    await send(updateObject, { object_id: id, data: { title: 'A' } })
    const first = await latest()
    await send(updateObject, { object_id: id, data: { title: 'B' } })
    const answer = await undo(first.id)
    expect(answer).toEqual({
      restored: 0,
      skipped: [expect.objectContaining({ object_id: id })],
      title: 'Undo: Update “A”',
    })
    expect((await list({ limit: 2 })).change_sets[1]).toMatchObject({
      id: first.id,
      undone_by: null,
    })
  })

  test('moves an added object to the trash, and undoing that restores it', async () => {
    const { id } = await add('Made')
    const created = await latest()
    clock.advance(1000)
    await undo(created.id)
    const { objects } = (await server.call(listTrash, { query: { slug: slug() } }, owner)).ok()
    expect(objects[0]).toMatchObject({ id, title: 'Made' })
    await undo((await latest()).id)
    expect(await read(id)).toMatchObject({ title: 'Made' })
  })

  test('restores an object under the next free slug if its own was taken', async () => {
    const { id } = await add('Wanted')
    await send(deleteObjects, { object_ids: [id] })
    const deleted = await latest()
    await add('Wanted')
    await undo(deleted.id)
    expect(await read(id)).toMatchObject({ slug: 'wanted-2' })
  })

  test('skips an object that was deleted for good, and reports it', async () => {
    const { id } = await add('For good')
    await send(deleteObjects, { object_ids: [id] })
    const deleted = await latest()
    await send(emptyTrash, { object_ids: [id] })
    expect(await undo(deleted.id)).toMatchObject({
      restored: 0,
      skipped: [
        { object_id: id, title: 'For good', reason: 'It has since been deleted for good.' },
      ],
    })
  })

  test('does not restore planned publishing whose time has passed', async () => {
    const { id } = await add('Planned', { publish_at: clock.now() + 1000 })
    await send(updateObject, { object_id: id, data: { publish_at: null } })
    const cleared = await latest()
    clock.advance(2000)
    await undo(cleared.id)
    expect(await read(id)).toMatchObject({ publish_at: null, status: 'draft' })
  })

  test('restores the order of a moved object after an edit with the rev from before the move', async () => {
    const [one, two] = [await add('Edited'), await add('Other')]
    await send(reorderObjects, { reorder_id: one.id, after_id: two.id })
    const moved = await latest()
    await send(updateObject, { object_id: one.id, data: { title: 'Still mine' }, rev: one.rev })
    expect(await undo(moved.id)).toMatchObject({ restored: 1 })
    expect(await read(one.id)).toMatchObject({ title: 'Still mine', order: one.order })
  })

  test('skips an object that was moved again', async () => {
    const [one, two] = [await add('Here'), await add('There')]
    await send(reorderObjects, { reorder_id: one.id, after_id: two.id })
    const moved = await latest()
    await send(reorderObjects, { reorder_id: one.id, before_id: two.id })
    expect(await undo(moved.id)).toMatchObject({
      restored: 0,
      skipped: [{ reason: 'It has been moved again since.' }],
    })
  })

  test('undoes one move after another, even if a new object took a place in between', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const top = await add('Top')
    const sets: string[] = []
    for (const after of [top, one]) {
      await send(reorderObjects, { reorder_id: two.id, after_id: after.id })
      sets.unshift((await latest()).id)
    }
    // New objects go to the top, where the second object was in between.
    const taker = await add('New')
    const redone: string[] = []
    for (const id of sets) {
      const undone = await undo(id)
      expect(undone).toMatchObject({ restored: 1, skipped: [] })
      redone.unshift(undone.change_set_id ?? '')
    }
    expect(await read(two.id)).toMatchObject({ order: two.order })
    for (const id of redone) expect(await undo(id)).toMatchObject({ restored: 1, skipped: [] })
    const orders = await Promise.all(
      [one, two, top, taker].map(async ({ id }) => (await read(id)).order),
    )
    expect(orders).toEqual(orders.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  })

  test('runs as a job for more than a hundred objects', async () => {
    const objects = await Promise.all(Array.from({ length: 230 }, (_, n) => add(`Many ${n}`)))
    const object_ids = objects.map(({ id }) => id)
    const { job } = (await send(publishObjects, { object_ids })) as BulkResult
    const end = (id: string) =>
      waitFor(
        async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
        (changeSet) => changeSet.finished_at !== null,
      )
    const published = await end(job?.id ?? '')
    const [one] = objects as [CmsObject]
    await send(updateObject, { object_id: one.id, data: { title: 'Changed' } })
    const answer = await tryUndo(published.change_set_id)
    expect(answer.status).toBe(202)
    const undone = await end((answer.ok() as Undone).job?.id ?? '')
    expect(undone).toMatchObject({
      status: 'done',
      title: 'Undo: Publish 230 objects',
      done: 229,
      failed: 1,
      errors: [{ object_id: one.id, reason: 'It has changed since.' }],
    })
    const { change_sets } = await list({ limit: 1 })
    expect(change_sets[0]).toMatchObject({ id: undone.change_set_id, count: 229 })
    expect((await tryUndo(published.change_set_id)).status).toBe(409)
  })
})
