import { getBucket } from '@typecase/contract/buckets'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { undoChangeSet } from '@typecase/contract/change-sets'
import {
  addObject,
  deleteObjects,
  duplicateObject,
  duplicateObjects,
  publishObjects,
  reorderObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import type { Grant } from '@typecase/contract/roles'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { openBucketForJob } from '../../buckets/bucket-access.ts'
import { emptyState } from '../model/state.ts'
import { newObject, writeObjects } from '../store/write-objects.ts'

let server: TestServer
let owner: Owner
let slug: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  ;({ slug } = owner.bucket)
  await addType(server, owner, 'posts', [{ key: 'text', type: 'text' }])
  await addType(server, owner, 'pages', [{ key: 'text', type: 'text' }])
})
afterAll(() => server.remove())

async function member(grant: Grant): Promise<Person> {
  const person = await addPerson(server)
  const { role, ...options } = grant
  await join(server, person, owner, role, options)
  return person
}

const send = (endpoint: typeof addObject, body: object, by: Person) =>
  server.send(endpoint, { body: { slug, ...body } }, by)
const statusOf = async (endpoint: unknown, body: object, by: Person) =>
  (await send(endpoint as typeof addObject, body, by)).status
/** Returns a bulk call's reasons for skipped objects. */
async function refusals(endpoint: unknown, body: object, by: Person): Promise<string[]> {
  const answer = await send(endpoint as typeof addObject, body, by)
  const { failed = [], skipped = [] } = answer.ok() as Record<string, { reason: string }[]>
  return [...failed, ...skipped].map(({ reason }) => reason)
}
const stateOf = async (id: string) => {
  const { title, status, main_object_status } = await readOneObject(server, owner, id)
  return { title, status, main_object_status }
}

describe('a contributor with chosen types', () => {
  let contributor: Person
  beforeEach(async () => {
    contributor = await member({ role: 'contributor', object_types: ['posts'] })
  })

  test('has them in the options of the role', async () => {
    const { bucket } = (await server.call(getBucket, { query: { slug } }, contributor)).ok()
    expect([bucket.role, bucket.role_options]).toEqual(['contributor', { object_types: ['posts'] }])
  })

  test('cannot add, update, copy or replace in objects of other types, even as their creator', async () => {
    const contributorObject = await addOneObject(
      server,
      owner,
      { type: 'posts', title: 'Own' },
      contributor,
    )
    const page = await addOneObject(server, owner, { type: 'pages', title: 'Page' })
    // Makes the contributor the author of an object from before the types were limited.
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('objects')
          .set({ created_by: contributor.id })
          .where('id', '=', page.id)
          .execute(),
      'serializable',
    )
    const object_id = page.id
    const object_ids = [contributorObject.id, page.id]
    const data = { title: 'New' }
    expect(await statusOf(addObject, { data: { type: 'pages', title: 'P' } }, contributor)).toBe(
      403,
    )
    expect(await statusOf(updateObject, { object_id, data }, contributor)).toBe(403)
    expect(await statusOf(duplicateObject, { object_id }, contributor)).toBe(403)
    const word = 'some types; “pages” is not one of them'
    for (const [endpoint, body] of [
      [duplicateObjects, { object_ids }],
      [bulkEditObjects, { object_ids, data: { metadata: { text: { op: 'set', value: 'x' } } } }],
      [searchAndReplace, { object_ids, find: 'P', replace: 'B' }],
    ] as const) {
      expect(await refusals(endpoint, body, contributor)).toEqual([expect.stringContaining(word)])
    }
    expect((await stateOf(page.id)).title).toBe('Page')
  })

  test('keeps a renamed type, and does not get a new type with the slug of a deleted one', async () => {
    const more = { role: 'contributor', object_types: ['posts', 'pages'] } as const
    const both = await member(more)
    const typesOf = async (by: Person) => {
      const answer = await server.call(getBucket, { query: { slug } }, by)
      return answer.status === 200 ? answer.ok().bucket.role_options?.object_types : answer.status
    }
    const rename = { slug, type_slug: 'posts', data: { title: 'News', slug: 'news' } }
    ;(await server.call(updateObjectType, { body: rename }, owner)).ok()
    expect([await typesOf(contributor), await typesOf(both)]).toEqual([['news'], ['news', 'pages']])
    const news = { slug, type_slug: 'news' }
    ;(await server.call(deleteObjectType, { query: news }, owner)).ok()
    await addType(server, owner, 'news')
    // Without any remaining type, the contributor loses the role.
    expect([await typesOf(contributor), await typesOf(both)]).toEqual([403, ['pages']])
  })

  test('cannot change objects of other types in a job', async () => {
    const ids = await addManyObjects(server, owner, 'pages', 120)
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('objects')
          .set({ created_by: contributor.id })
          .where('id', 'in', ids)
          .execute(),
      'serializable',
    )
    const data = { metadata: { text: { op: 'set', value: 'x' } } }
    const answer = await send(
      bulkEditObjects as unknown as typeof addObject,
      { object_ids: ids, data },
      contributor,
    )
    const { job } = answer.ok() as { job: { id: string } }
    const ended = await waitFor(
      () =>
        server.app.db.read
          .selectFrom('jobs')
          .selectAll()
          .where('id', '=', job.id)
          .executeTakeFirstOrThrow(),
      ({ finished_at }) => finished_at !== null,
    )
    expect(ended).toMatchObject({ done: 0, failed: 120 })
  })
})

describe('people who may only save drafts', () => {
  test.each([
    ['contributor', undefined],
    ['editor', 'draft_only'],
  ] as const)(
    'as %s cannot publish, unpublish, schedule or reorder, but can save drafts over published objects',
    async (role, restriction) => {
      const person = await member({
        role,
        ...(restriction && { publishing_restrictions: restriction }),
      })
      const draft = await addOneObject(server, owner, { type: 'posts', title: 'Draft' }, person)
      const object_id = draft.id
      const object_ids = [object_id]
      expect(await statusOf(publishObjects, { object_ids }, person)).toBe(403)
      expect(
        await statusOf(
          addObject,
          { data: { type: 'posts', title: 'P', status: 'published' } },
          person,
        ),
      ).toBe(403)
      for (const data of [
        { status: 'published' },
        { publish_at: Date.now() + 1e6 },
        { unpublish_at: Date.now() + 1e6 },
      ]) {
        expect(await statusOf(updateObject, { object_id, data }, person)).toBe(403)
        expect(await statusOf(bulkEditObjects, { object_ids, data }, person)).toBe(403)
      }

      ;(await server.call(publishObjects, { body: { slug, object_ids } }, owner)).ok()
      expect(await statusOf(unpublishObjects, { object_ids }, person)).toBe(403)
      expect(await statusOf(reorderObjects, { reorder_id: object_id }, person)).toBe(403)
      ;(await send(updateObject as never, { object_id, data: { title: 'New' } }, person)).ok()
      expect(await stateOf(object_id)).toEqual({
        title: 'New',
        status: 'draft',
        main_object_status: 'published',
      })
      const replaced = { object_ids, find: 'New', replace: 'Newer' }
      expect(await refusals(searchAndReplace, replaced, person)).toEqual([])
      expect((await stateOf(object_id)).main_object_status).toBe('published')
    },
  )

  test('as editors can delete and restore drafts, but not change what is published, even by an undo', async () => {
    const person = await member({ role: 'editor', publishing_restrictions: 'draft_only' })
    const { bucket } = (await server.call(getBucket, { query: { slug } }, person)).ok()
    expect(bucket.role_options).toEqual({ publishing_restrictions: 'draft_only' })
    const draft = await addOneObject(server, owner, { type: 'posts', title: 'Draft' })
    const post = await addOneObject(server, owner, {
      type: 'posts',
      title: 'Public',
      status: 'published',
    })
    const object_ids = [draft.id, post.id]
    const public_ =
      'Your role (editor, drafts only) may only save drafts; this would change what is published.'
    expect(await refusals(deleteObjects, { object_ids }, person)).toEqual([public_])

    const unpublish = { body: { slug, object_ids: [post.id] } }
    const { change_set_id } = (await server.call(unpublishObjects, unpublish, owner)).ok()
    const undo = { change_set_id: change_set_id ?? '' }
    expect(await refusals(undoChangeSet, undo, person)).toEqual([public_])
    expect((await stateOf(post.id)).main_object_status).toBe('draft')
    ;(await server.call(undoChangeSet, { body: { slug, ...undo } }, owner)).ok()

    ;(await server.call(deleteObjects, { body: { slug, object_ids: [post.id] } }, owner)).ok()
    expect(await refusals(restoreTrash, { object_ids: [post.id] }, person)).toEqual([public_])
    expect(await refusals(restoreTrash, { object_ids: [draft.id] }, person)).toEqual([])
  })

  test('cannot change a scheduled object', async () => {
    const person = await member({ role: 'contributor' })
    const draft = await addOneObject(server, owner, { type: 'posts', title: 'Draft' }, person)
    const object_id = draft.id
    const plan = { object_id, data: { publish_at: server.app.clock.now() + 1e6 } }
    ;(await send(updateObject as never, plan, owner)).ok()
    const answer = await send(updateObject as never, { object_id, data: { title: 'X' } }, person)
    expect([answer.status, answer.error().message]).toEqual([
      403,
      'Your role (contributor) may only save drafts, and this object is scheduled: clear its schedule first.',
    ])
  })

  test('cannot undo what they published with a stronger role', async () => {
    const person = await member({ role: 'editor' })
    const post = await addOneObject(server, owner, { type: 'posts', title: 'One' }, person)
    const object_id = post.id
    const data = { title: 'Two', status: 'published' }
    ;(await send(updateObject as never, { object_id, data }, person)).ok()
    const set = await server.app.db.read
      .selectFrom('change_sets')
      .select('id')
      .where('created_by', '=', person.id)
      .where('kind', '=', 'update')
      .executeTakeFirstOrThrow()
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('bucket_members')
          .set({ role: 'contributor' })
          .where('user_id', '=', person.id)
          .execute(),
      'serializable',
    )
    expect(await refusals(undoChangeSet, { change_set_id: set.id }, person)).toEqual([
      expect.stringContaining('this would change what is published'),
    ])
    expect(await stateOf(object_id)).toMatchObject({ title: 'Two', status: 'published' })
  })
})

test('a write that bypasses the handlers is limited by the role as well', async () => {
  const person = await member({ role: 'contributor', object_types: ['posts'] })
  const grant = { role: 'contributor', object_types: ['posts'] } as const
  const access = openBucketForJob(owner.bucket.id, slug, person.id, grant)
  const stamp = { now: server.app.clock.iso(), userId: person.id }
  const write = (type: string, status: 'draft' | 'published') =>
    server.app.db.write((write) => {
      const state = { ...emptyState('T', `t-${type}`, stamp), status }
      const change = newObject(server.app, access, type, 1e9, state)
      return writeObjects(server.app, write, access, [change], { kind: 'add', title: 'Add' })
    }, 'serializable')
  await expect(write('pages', 'draft')).rejects.toThrow('not one of them')
  await expect(write('posts', 'published')).rejects.toThrow('what is published')
  expect((await write('posts', 'draft')).objects).toHaveLength(1)
})
