import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import { deleteObjects } from '@typecase/contract/objects'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let clock: TestClock
let owner: Owner
beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

const slug = () => owner.bucket.slug
const add = (type: string, more: object = {}) =>
  addOneObject(server, owner, { type, title: 'Home', ...more })
const remove = async (...object_ids: string[]) =>
  (await server.call(deleteObjects, { body: { slug: slug(), object_ids } }, owner)).ok()

interface Answer {
  restored?: number
  reasons: string[]
}

/** The ways of restoring objects from the trash. */
const ways: Record<string, (ids: string[]) => Promise<Answer>> = {
  async 'out of the trash'(object_ids) {
    const body = { slug: slug(), object_ids }
    const { restored, failed } = (await server.call(restoreTrash, { body }, owner)).ok()
    return { restored: restored ?? 0, reasons: failed?.map(({ reason }) => reason) ?? [] }
  },
  async 'by the undo of its deletion'() {
    const query = { slug: slug() }
    const sets = (await server.call(listChangeSets, { query }, owner)).ok().change_sets
    const change_set_id = sets.find(({ kind }) => kind === 'delete')?.id ?? ''
    const body = { slug: slug(), change_set_id }
    const answer = (await server.call(undoChangeSet, { body }, owner)).ok()
    return {
      restored: answer.restored ?? 0,
      reasons: answer.skipped?.map(({ reason }) => reason) ?? [],
    }
  },
}

describe.each(Object.entries(ways))('an object that comes back %s', (_way, bringBack) => {
  test('takes the next free slug', async () => {
    await addType(server, owner, 'pages')
    const { id } = await add('pages')
    await remove(id)
    await add('pages')
    expect(await bringBack([id])).toEqual({ restored: 1, reasons: [] })
    expect(await readOneObject(server, owner, id)).toMatchObject({ slug: 'home-2' })
  })

  test('stays in the trash if another object has its unique value', async () => {
    await addType(server, owner, 'pages', [{ key: 'code', type: 'text', unique: true }])
    const { id } = await add('pages', { metadata: { code: 'A' } })
    await remove(id)
    const other = await add('pages', { metadata: { code: 'A' } })
    const refused = await bringBack([id])
    expect(refused).toMatchObject({ restored: 0, reasons: [expect.stringContaining('unique')] })
    await remove(other.id)
  })

  test('stays in the trash if its singleton has another object', async () => {
    await addType(server, owner, 'pages', [], { singleton: true })
    const first = await add('pages')
    await remove(first.id)
    const second = await add('pages')
    const reason = '“pages” is a singleton and already has its object.'
    expect(await bringBack([first.id])).toEqual({ restored: 0, reasons: [reason] })
    await remove(second.id)
    // Undo restores the object that was deleted last.
    expect(await bringBack([second.id])).toEqual({ restored: 1, reasons: [] })
  })

  test('is restored alone if several objects of a singleton come back together', async () => {
    await addType(server, owner, 'pages')
    const [first, second] = [await add('pages'), await add('pages', { title: 'Away' })]
    await remove(first.id, second.id)
    const data = { singleton: true }
    const body = { slug: slug(), type_slug: 'pages', data }
    ;(await server.call(updateObjectType, { body }, owner)).ok()
    const answer = await bringBack([first.id, second.id])
    expect(answer).toMatchObject({ restored: 1, reasons: [expect.stringContaining('singleton')] })
  })

  test('stays in the trash if its object type was deleted', async () => {
    await addType(server, owner, 'pages')
    const { id } = await add('pages')
    await remove(id)
    clock.advance(1000)
    const query = { slug: slug(), type_slug: 'pages' }
    ;(await server.call(deleteObjectType, { query }, owner)).ok()
    const reasons = ['Its object type “pages” was deleted.']
    expect(await bringBack([id])).toEqual({ restored: 0, reasons })
  })
})
