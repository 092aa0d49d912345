import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import {
  addObject,
  deleteObjects,
  publishObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { updateObjectType } from '@typecase/contract/object-types'
import { listJobs } from '@typecase/contract/jobs'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { carryOutPlans } from '../../../jobs/planned-changes.ts'
import { addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const clock = createTestClock()
let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'books', [
    { key: 'isbn', title: 'ISBN', type: 'text', unique: true },
  ])
})

const add = async (title: string, isbn: string, more: object = {}) =>
  (await addOneObject(server, owner, { type: 'books', title, metadata: { isbn }, ...more })).id
const read = (id: string) => readOneObject(server, owner, id)
const isbnOf = async (id: string) => (await read(id)).metadata['isbn']
const send = (endpoint: Parameters<TestServer['send']>[0], body: object) =>
  server.send(endpoint, { body: { slug: owner.bucket.slug, ...body } }, owner)
const update = (object_id: string, data: object) => send(updateObject, { object_id, data })
const publish = (...object_ids: string[]) => send(publishObjects, { object_ids })
const remove = (...object_ids: string[]) => send(deleteObjects, { object_ids })
const restore = (...object_ids: string[]) => send(restoreTrash, { object_ids })

async function undoLatest() {
  const query = { slug: owner.bucket.slug, limit: 1 }
  const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
  return (await send(undoChangeSet, { change_set_id: change_sets[0]?.id })).ok()
}

const isTakenBy = (title: string) => `ISBN must be unique: “${title}” already has this value`

describe('a unique value that another object has taken', () => {
  test('keeps its former object in the trash, while other objects are restored', async () => {
    const [old, other] = [await add('Old', '1'), await add('Other', '2')]
    await remove(old, other)
    await add('New', '1')
    expect((await restore(old, other)).ok()).toMatchObject({
      restored: 1,
      failed: [{ object_id: old, title: 'Old', reason: isTakenBy('New') }],
    })
    expect((await restore(old)).ok()).toMatchObject({ restored: 0 })
  })

  test('is restored from the trash with one object only', async () => {
    const first = await add('First', '1')
    await remove(first)
    const second = await add('Second', '1')
    await remove(second)
    expect((await restore(first, second)).ok()).toMatchObject({
      restored: 1,
      failed: [{ object_id: second, reason: isTakenBy('First') }],
    })
  })

  test('makes undo and redo skip its former object, with the reason', async () => {
    const old = await add('Old', '1')
    await update(old, { metadata: { isbn: '2' } })
    const other = await add('New', '1')
    const { change_sets } = (
      await server.call(
        listChangeSets,
        { query: { slug: owner.bucket.slug, object_id: old } },
        owner,
      )
    ).ok()
    const undo = await send(undoChangeSet, { change_set_id: change_sets[0]?.id })
    expect(undo.ok()).toMatchObject({
      restored: 0,
      skipped: [{ object_id: old, title: 'Old', reason: isTakenBy('New') }],
    })
    expect(await isbnOf(old)).toBe('2')

    const data = { metadata: { isbn: { op: 'set', value: '3' } } }
    await send(bulkEditObjects, { object_ids: [other], data })
    await undoLatest()
    const taker = await add('Taker', '3')
    const query = { slug: owner.bucket.slug, limit: 2 }
    const [, undone] = (await server.call(listChangeSets, { query }, owner)).ok().change_sets
    const redo = await send(undoChangeSet, { change_set_id: undone?.id })
    expect(redo.ok()).toMatchObject({ skipped: [{ object_id: other, reason: isTakenBy('Taker') }] })
    expect(await isbnOf(taker)).toBe('3')
  })

  test('does not prevent the undo for other objects of the change set', async () => {
    const [one, two] = [await add('One', '1'), await add('Two', '2')]
    await remove(one, two)
    const sets = await server.call(listChangeSets, { query: { slug: owner.bucket.slug } }, owner)
    const change_set_id = sets.ok().change_sets[0]?.id
    await add('New', '2')
    expect((await send(undoChangeSet, { change_set_id })).ok()).toMatchObject({
      restored: 1,
      skipped: [{ object_id: two, reason: isTakenBy('New') }],
    })
    expect(await isbnOf(one)).toBe('1')
  })

  test('does not prevent an undo that also takes it away from the other object', async () => {
    const old = await add('Old', '1')
    const copy = await add('Copy', '2')
    const input = { op: 'template', value: '{title}' }
    await send(bulkEditObjects, { object_ids: [old, copy], data: { metadata: { isbn: input } } })
    expect([await isbnOf(old), await isbnOf(copy)]).toEqual(['Old', 'Copy'])
    expect(await undoLatest()).toMatchObject({ restored: 2, skipped: [] })
  })
})

describe('a published unique value', () => {
  test('belongs to its object even if the draft has another value', async () => {
    const id = await add('Public', '1', { status: 'published' })
    await update(id, { status: 'draft', metadata: { isbn: '2' } })
    for (const isbn of ['1', '2']) {
      const data = { type: 'books', title: 'Copy', metadata: { isbn } }
      const refused = (await send(addObject, { data })).error()
      expect(refused).toMatchObject({
        status: 409,
        details: [{ path: 'data.metadata.isbn', rule: 'unique' }],
      })
      expect(refused.message).toContain('“Public”')
    }
    // An object may take its own published value again.
    expect((await update(id, { metadata: { isbn: '1' } })).status).toBe(200)
    await update(id, { metadata: { isbn: '2' } })
    await send(unpublishObjects, { object_ids: [id] })
    expect(await add('Free again', '1')).toBeTruthy()
  })

  describe('that several drafts had before the field was unique', () => {
    const setUnique = async (unique: boolean) => {
      const data = { metafields: [{ key: 'isbn', title: 'ISBN', type: 'text', unique }] }
      ;(await send(updateObjectType, { type_slug: 'books', data })).ok()
    }
    let ids: string[]
    beforeEach(async () => {
      await setUnique(false)
      ids = [await add('First', '1'), await add('Second', '1')]
      await setUnique(true)
    })

    test('goes to the first object only, in a plan as well', async () => {
      const plan = await send(publishObjects, { object_ids: ids, dry_run: true })
      expect(plan.ok()).toMatchObject({
        modified: 1,
        skipped: [{ ids: [ids[1]], reason: expect.stringContaining('ISBN must be unique') }],
      })
      const done = await publish(...ids)
      expect(done.ok()).toMatchObject({
        modified: 1,
        failed: [{ object_id: ids[1], title: 'Second', reason: isTakenBy('First') }],
      })
      const saved = await update(ids[1] ?? '', { status: 'published' })
      expect(saved.error()).toMatchObject({ status: 409 })
      // Other fields of the draft can still be saved.
      expect((await update(ids[1] ?? '', { title: 'Renamed' })).status).toBe(200)
    })

    test('is refused at its scheduled time, and a job reports the object', async () => {
      await publish(ids[0] ?? '')
      await update(ids[1] ?? '', { publish_at: clock.now() + 1000 })
      clock.advance(2000)
      await carryOutPlans(server.app)
      expect(await read(ids[1] ?? '')).toMatchObject({ status: 'draft', publish_at: null })
      const jobs = await server.call(listJobs, { query: { slug: owner.bucket.slug } }, owner)
      expect(jobs.ok().jobs.map(({ title }) => title)).toContain('Publish “Second” as planned')
    })
  })

  test('may exist once in each locale', async () => {
    await add('English', '1', { locale: 'en', status: 'published' })
    await add('German', '1', { locale: 'de', status: 'published' })
    await add('Without a locale', '1')
    const data = { type: 'books', title: 'Copy', locale: 'de', metadata: { isbn: '1' } }
    expect((await send(addObject, { data })).error().status).toBe(409)
  })
})
