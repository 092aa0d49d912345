import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import type { Endpoint } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import {
  addObject,
  type BulkResult,
  deleteObjects,
  getObject,
  getUnreviewed,
  publishObjects,
  reviewObjects,
  updateObject,
} from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { connect, internally } from '../../assistants/oauth-client.fixture.ts'

const clock = createTestClock()
let server: TestServer
let owner: Owner
let stranger: Owner
let reader: Person
/** The owner's assistant. */
let claude: { token: string; headers: Record<string, string> }
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  reader = await addPerson(server)
  await join(server, reader, owner, 'contributor')
  await addType(server, owner, 'posts', [
    { key: 'summary', type: 'text' },
    { key: 'body', type: 'text' },
  ])
  const { token } = await connect(server, owner, { scope: 'admin', bucket_ids: null })
  claude = { token, ...internally(server) }
})
afterAll(() => server.remove())

type By = { token?: string; headers?: Record<string, string> }

/** Makes each call at a later time, as people do. */
const send = (endpoint: Endpoint, body: object, by: By = owner) => {
  clock.advance(1000)
  return server.send(endpoint, { body: { slug: owner.bucket.slug, ...body } }, by)
}
const edit = async (object_id: string, data: object, by?: By) =>
  (await send(updateObject, { object_id, data }, by)).ok()
const review = async (object_ids: string[], more: object = {}) =>
  (await send(reviewObjects, { object_ids, ...more })).ok() as BulkResult
const undo = async (change_set_id: string | null | undefined, by?: By) =>
  (await send(undoChangeSet, { change_set_id }, by)).ok() as BulkResult

const read = async (id: string) => (await readOneObject(server, owner, id)).unreviewed
const changes = async (object_id: string) => {
  const query = { slug: owner.bucket.slug, object_id }
  return (await server.call(getUnreviewed, { query }, owner)).ok()
}
const newestChange = async () => {
  const query = { slug: owner.bucket.slug, limit: 1 }
  return (await server.call(listChangeSets, { query }, owner)).ok().change_sets[0]
}

const addPost = async (by: By = owner) => {
  clock.advance(1000)
  const data = { type: 'posts', title: 'Post', metadata: { summary: 'Old' } }
  return (await addOneObject(server, owner, data, by as { token: string })).id
}

describe('access to reviews', () => {
  test('requires a session (401) and a role in the bucket (404)', async () => {
    const id = await addPost()
    for (const [by, status] of [
      [{}, 401],
      [stranger, 404],
    ] as const) {
      expect((await send(reviewObjects, { object_ids: [id] }, by)).status).toBe(status)
      const query = { slug: owner.bucket.slug, object_id: id }
      expect((await server.send(getUnreviewed, { query }, by)).status).toBe(status)
    }
  })

  test('is refused to an assistant with 403', async () => {
    const id = await addPost(claude)
    const refusal = await send(reviewObjects, { object_ids: [id] }, claude)
    expect(refusal.error()).toMatchObject({
      status: 403,
      message: 'Only a person can mark what an assistant wrote as reviewed.',
    })
    expect(await read(id)).toMatchObject({ client: 'Claude' })
  })

  test('is limited to own objects for a contributor', async () => {
    const id = await addPost(claude)
    const { failed } = (await send(reviewObjects, { object_ids: [id] }, reader)).ok() as BulkResult
    expect(failed).toMatchObject([
      { object_id: id, reason: expect.stringContaining('that you made yourself') },
    ])
  })
})

test('a review of an invalid id answers 400, and the changes of a missing object answer 404', async () => {
  expect((await send(reviewObjects, { object_ids: ['x'] })).error()).toMatchObject({
    status: 400,
    details: [{ path: 'object_ids.0' }],
  })
  const query = { slug: owner.bucket.slug, object_id: newId() }
  expect((await server.call(getUnreviewed, { query }, owner)).status).toBe(404)
})

describe('what an assistant writes', () => {
  test('is marked with who wrote it, when, and the fields that changed since a person saved', async () => {
    const id = await addPost()
    expect(await read(id)).toBeUndefined()
    await edit(id, { metadata: { summary: 'New' } }, claude)
    await edit(id, { title: 'Title' }, claude)
    const mark = { client: 'Claude', user_id: owner.id, at: clock.iso(), rev: 1 }
    expect(await read(id)).toEqual(mark)
    const { fields, revision_id } = await changes(id)
    expect(fields.toSorted()).toEqual(['metadata.summary', 'title'])
    expect(revision_id).not.toBeNull()
  })

  test('is marked as a whole if the object is new', async () => {
    const id = await addPost(claude)
    expect(await read(id)).toMatchObject({ client: 'Claude', rev: 0 })
    expect(await changes(id)).toEqual({ fields: [], revision_id: null })
  })

  test('loses its mark when a person saves or publishes it', async () => {
    for (const by of ['save', 'publish']) {
      const id = await addPost(claude)
      if (by === 'save') await edit(id, { metadata: { body: 'Mine' } })
      else await send(publishObjects, { object_ids: [id] })
      expect([by, await read(id)]).toEqual([by, undefined])
    }
  })

  test('stays marked in the trash, after its restore, and when the assistant publishes it', async () => {
    const id = await addPost(claude)
    await send(publishObjects, { object_ids: [id] }, claude)
    await send(deleteObjects, { object_ids: [id] })
    await undo((await newestChange())?.id)
    expect(await read(id)).toMatchObject({ client: 'Claude', rev: 0 })
  })

  test('loses its mark if the assistant or a person undoes it', async () => {
    for (const by of [claude, owner]) {
      const id = await addPost()
      await edit(id, { title: 'Title' }, claude)
      await undo((await newestChange())?.id, by)
      expect(await read(id)).toBeUndefined()
    }
  })

  test('is marked if it undoes the change of a person', async () => {
    const id = await addPost()
    await edit(id, { title: 'Title' })
    await undo((await newestChange())?.id, claude)
    expect(await read(id)).toMatchObject({ client: 'Claude', rev: 2 })
  })
})

describe('a review', () => {
  test('removes the mark, and keeps the content and the undo of the change', async () => {
    const id = await addPost()
    await edit(id, { title: 'Title' }, claude)
    const written = await newestChange()
    const before = await readOneObject(server, owner, id)
    const done = await review([id])
    expect(done).toMatchObject({ matched: 1, modified: 1 })
    const { unreviewed: _, rev, ...content } = before
    expect(await readOneObject(server, owner, id)).toEqual({ ...content, rev: rev + 1 })
    expect(await newestChange()).toMatchObject({
      kind: 'review',
      title: 'Mark “Title” as reviewed',
      client: null,
    })
    await undo(written?.id)
    expect(await readOneObject(server, owner, id)).toMatchObject({ title: 'Post' })
  })

  test('can be undone', async () => {
    const id = await addPost(claude)
    const mark = await read(id)
    const { change_set_id } = await review([id])
    expect(await read(id)).toBeUndefined()
    await undo(change_set_id)
    expect(await read(id)).toEqual(mark)
  })

  test('leaves objects without a mark unchanged, in its plan as well', async () => {
    const ids = [await addPost(claude), await addPost()]
    expect(await review(ids, { dry_run: true })).toMatchObject({ modified: 1, unchanged: 1 })
    expect(await review(ids)).toMatchObject({ matched: 2, modified: 1 })
    expect(await review(ids)).toMatchObject({ modified: 0, change_set_id: null })
  })

  test('is the start of the next comparison', async () => {
    const id = await addPost()
    await edit(id, { title: 'Title' }, claude)
    await review([id])
    await edit(id, { metadata: { body: 'Text' } }, claude)
    expect((await changes(id)).fields).toEqual(['metadata.body'])
  })
})

test('a new object of a person has no mark in any answer', async () => {
  const data = { type: 'posts', title: 'Post' }
  const added = (await send(addObject, { data })).ok() as { object: { id: string } }
  expect(added.object).not.toHaveProperty('unreviewed')
  const query = { slug: owner.bucket.slug, object_id: added.object.id }
  const { object } = (await server.call(getObject, { query }, owner)).ok()
  expect(object).not.toHaveProperty('unreviewed')
})
