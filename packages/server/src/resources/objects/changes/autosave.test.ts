import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { listRevisions, updateRevision } from '@typecase/contract/object-revisions'
import { type CmsObject, updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const MINUTE = 60_000

const clock = createTestClock()
let server: TestServer
let owner: Owner
let editor: Person
let contributor: Person
let object: CmsObject
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'posts', [{ key: 'teaser', type: 'text' }])
  object = await addOneObject(server, owner, { type: 'posts', title: 'Fog', status: 'draft' })
})
afterAll(() => server.remove())

const bodyOf = (data: object, more: object = { autosave: true }) => ({
  body: { slug: owner.bucket.slug, object_id: object.id, data, ...more },
})

async function save(teaser: string, more?: object, by: { token: string } = owner) {
  clock.advance(5000)
  const data = { metadata: { teaser }, status: 'draft' }
  const answer = await server.send(updateObject, bodyOf(data, more), by)
  return (answer.ok() as { object: CmsObject }).object
}

const ofObject = () => ({ slug: owner.bucket.slug, object_id: object.id })
const revisions = async () =>
  (await server.call(listRevisions, { query: ofObject() }, owner))
    .ok()
    .revisions.map(({ rev }) => rev)
const changes = async () =>
  (await server.call(listChangeSets, { query: ofObject() }, owner)).ok().change_sets
const kinds = async () => (await changes()).map(({ kind }) => kind)
const teaser = async () => (await readOneObject(server, owner, object.id)).metadata['teaser']

test('an autosave answers 401 without a session, and 403 for a contributor who did not make the object', async () => {
  const data = { metadata: { teaser: 'A' }, status: 'draft' }
  expect((await server.send(updateObject, bodyOf(data))).status).toBe(401)
  expect((await server.send(updateObject, bodyOf(data), contributor)).status).toBe(403)
  expect(await kinds()).toEqual(['add'])
})

test('an autosave refuses any status but draft', async () => {
  for (const status of ['published', undefined]) {
    const data = { metadata: { teaser: 'A' }, ...(status && { status }) }
    const answer = await server.send(updateObject, bodyOf(data), owner)
    expect(answer.error()).toMatchObject({
      status: 400,
      details: [{ path: 'data.status', message: 'data.status must be draft in an autosave' }],
    })
  }
})

test('a run of autosaves is one change set and one revision, and is undone as a whole', async () => {
  await save('By hand', {})
  await save('A')
  await save('Ab')
  const { rev } = await save('Abc')
  expect(rev).toBe(5)
  expect(await kinds()).toEqual(['autosave', 'update', 'add'])
  expect(await revisions()).toEqual([2, 1])
  const [run] = await changes()
  expect(run).toMatchObject({ title: 'Autosave “Fog”', count: 1, live: 0 })
  const body = { slug: owner.bucket.slug, change_set_id: run?.id ?? '' }
  expect((await server.call(undoChangeSet, { body }, owner)).ok()).toMatchObject({ restored: 1 })
  expect(await teaser()).toBe('By hand')
  // The undone state remains as a revision, so it can be restored.
  expect(await revisions()).toEqual([5, 2, 1])
})

describe('a new run of autosaves begins', () => {
  test('after ten minutes', async () => {
    await save('A')
    clock.advance(9 * MINUTE)
    await save('Ab')
    clock.advance(MINUTE)
    await save('Abc')
    expect(await kinds()).toEqual(['autosave', 'autosave', 'add'])
    expect(await revisions()).toEqual([3, 1])
  })

  test('after a save, another person’s change, an undo, and the naming of a revision', async () => {
    await save('A')
    await save('B', {})
    await save('C')
    expect(await kinds()).toEqual(['autosave', 'update', 'autosave', 'add'])
    await save('D', undefined, editor)
    expect((await kinds()).slice(0, 2)).toEqual(['autosave', 'autosave'])
    const [last] = await changes()
    const body = { slug: owner.bucket.slug, change_set_id: last?.id ?? '' }
    ;(await server.call(undoChangeSet, { body }, editor)).ok()
    await save('E', undefined, editor)
    const name = { ...ofObject(), data: { name: 'Before the legal read' } }
    ;(await server.call(updateRevision, { body: name }, owner)).ok()
    await save('F', undefined, editor)
    expect((await kinds()).slice(0, 3)).toEqual(['autosave', 'autosave', 'undo'])
    expect(await revisions()).toEqual([7, 6, 5, 4, 3, 2, 1])
  })
})

test('a stale save answers 412 with the current object, and with its base only if that is stored', async () => {
  const first = await save('A')
  await save('Ab')
  const { rev } = await save('Abc')
  const startedAt = async (started: number) => {
    const body = bodyOf({ title: 'Mist' }, { rev: started })
    return (await server.send(updateObject, body, editor)).error()
  }
  expect(await startedAt(first.rev)).toMatchObject({ status: 412, current: { rev } })
  expect(await startedAt(first.rev)).not.toHaveProperty('base')
  expect(await startedAt(object.rev)).toMatchObject({ current: { rev }, base: { title: 'Fog' } })
})
