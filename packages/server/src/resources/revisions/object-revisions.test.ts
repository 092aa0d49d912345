import { updateBucket } from '@typecase/contract/buckets'
import { undoChangeSet } from '@typecase/contract/change-sets'
import type { OutputOf } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import {
  getLatestRevision,
  getRevision,
  listRevisions,
  restoreRevision,
  revisionAuthors,
  updateRevision,
} from '@typecase/contract/object-revisions'
import { updateObjectType } from '@typecase/contract/object-types'
import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { thinRevisions } from './thin.ts'

const DAY = 24 * 3600 * 1000

const clock = createTestClock()
let server: TestServer
let owner: Owner
let editor: Person
let contributor: Person
let id: string
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'posts', [
    { key: 'teaser', type: 'text', maxlength: 40 },
    { key: 'code', type: 'text', unique: true },
    { key: 'body', type: 'html-textarea' },
  ])
  const metadata = { teaser: 'First teaser', code: 'a', body: '<p>One. Two.</p>' }
  const object = await addOneObject(server, owner, { type: 'posts', title: 'First', metadata })
  id = object.id
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug

async function save(data: object, by: { token: string } = owner) {
  clock.advance(1000)
  const answer = await server.send(
    updateObject,
    { body: { slug: slug(), object_id: id, data } },
    by,
  )
  return (answer.ok() as { object: { rev: number } }).object
}

const list = async (query: object = {}) =>
  (
    await server.call(listRevisions, { query: { slug: slug(), object_id: id, ...query } }, owner)
  ).ok()

const oldest = async () => (await list({ limit: 100 })).revisions.at(-1)?.id ?? ''

const tryRestore = (
  body: object,
  by: { token?: string; headers?: Record<string, string> } = owner,
) => server.send(restoreRevision, { body: { slug: slug(), object_id: id, ...body } }, by)

const restore = async (body: object) =>
  (await tryRestore(body)).ok() as OutputOf<typeof restoreRevision>

const calls = () =>
  [
    [listRevisions, { query: { slug: slug(), object_id: id } }],
    [getLatestRevision, { query: { slug: slug(), object_id: id } }],
    [getRevision, { query: { slug: slug(), object_id: id, revision_id: newId() } }],
    [revisionAuthors, { query: { slug: slug(), object_id: id, field: 'title' } }],
    [restoreRevision, { body: { slug: slug(), object_id: id, revision_id: newId() } }],
    [updateRevision, { body: { slug: slug(), object_id: id, data: { name: 'A' } } }],
  ] as const

test('all calls for revisions need a session', async () => {
  for (const [endpoint, input] of calls()) {
    expect((await server.send(endpoint, input)).status).toBe(401)
  }
})

test('revisions answer 404 to other tenants, and 403 if a contributor changes those of others', async () => {
  const stranger = await addOwner(server)
  for (const [endpoint, input] of calls()) {
    expect((await server.send(endpoint, input, stranger)).status).toBe(404)
  }
  await save({ title: 'Second' })
  const revision_id = await oldest()
  expect((await tryRestore({ revision_id }, contributor)).status).toBe(403)
  const body = { slug: slug(), object_id: id, data: { name: 'A' } }
  expect((await server.send(updateRevision, { body }, contributor)).status).toBe(403)
})

test('revisions need an add-on if plans are enforced', async () => {
  const limited = await startTestServer({ PLAN_LIMITS: 'on' })
  try {
    const other = await addOwner(limited)
    const query = { slug: other.bucket.slug, object_id: newId() }
    const answer = await limited.send(listRevisions, { query }, other)
    expect(answer.error()).toMatchObject({ status: 403, code: 'forbidden' })
  } finally {
    await limited.remove()
  }
})

test.each([
  ['an unknown field', { fields: ['nothing'] }, 'fields.0'],
  ['a field that only the object has', { fields: ['title', 'published_at'] }, 'fields.1'],
  ['no fields', { fields: [] }, 'fields'],
  ['an unknown key', { locale: 'en' }, 'locale'],
])('a revision is not restored with %s', async (_what, body, path) => {
  await save({ title: 'Second' })
  const answer = await tryRestore({ revision_id: await oldest(), ...body })
  expect(answer.error()).toMatchObject({ status: 400, details: [{ path }] })
})

test('revisions are listed newest first, ten a page, with the fields that each changed', async () => {
  for (let n = 0; n < 11; n += 1) await save({ metadata: { teaser: `Teaser ${n}` } })
  await save({ title: 'Last', metadata: { body: '<p>Other</p>' } })
  await save({ status: 'published' })
  const page = await list()
  expect(page).toMatchObject({ total: 13, limit: 10, skip: 0 })
  expect(page.revisions).toHaveLength(10)
  expect(page.revisions[0]).toMatchObject({
    object_id: id,
    rev: 13,
    title: 'Last',
    status: 'draft',
    created_by: owner.id,
    is_current: false,
    name: null,
  })
  expect(page.revisions[0]?.changed.toSorted()).toEqual(['metadata.body', 'title'])
  expect(page.revisions.at(-1)?.changed).toEqual(['metadata.teaser'])
  const rest = await list({ skip: 10 })
  expect(rest.revisions.map(({ rev, changed }) => [rev, changed])).toEqual([
    [3, ['metadata.teaser']],
    [2, ['metadata.teaser']],
    [1, []],
  ])
})

test('revisions are filtered by author, and by published or named ones', async () => {
  await save({ title: 'By the editor' }, editor)
  await save({ title: 'Public', status: 'published' })
  await save({ title: 'After' }, editor)
  await save({ title: 'Now' })
  const revs = async (query: object) => (await list(query)).revisions.map(({ rev }) => rev)
  expect(await revs({ created_by: editor.id })).toEqual([4, 2])
  expect(await revs({ only: 'published' })).toEqual([4, 3])
  expect(await revs({ only: 'named' })).toEqual([])
  // Its changes are still relative to the previous state, which the filter excludes.
  expect((await list({ created_by: editor.id })).revisions[0]?.changed).toEqual(['title'])
})

test('a single revision and the latest one include the whole object', async () => {
  const none = await server.call(
    getLatestRevision,
    { query: { slug: slug(), object_id: id } },
    owner,
  )
  expect(none.ok()).toEqual({ revision: null })
  await save({ title: 'Second' })
  await save({ title: 'Third' })
  const latest = await server.call(
    getLatestRevision,
    { query: { slug: slug(), object_id: id } },
    owner,
  )
  expect(latest.ok().revision).toMatchObject({ rev: 2, object: { id, title: 'Second' } })
  const query = { slug: slug(), object_id: id, revision_id: await oldest() }
  const first = (await server.call(getRevision, { query }, owner)).ok().revision
  expect(first).toMatchObject({ rev: 1, object: { title: 'First', metadata: { code: 'a' } } })
  const other = await addOneObject(server, owner, { type: 'posts', title: 'Other' })
  const elsewhere = { ...query, object_id: other.id }
  expect((await server.send(getRevision, { query: elsewhere }, owner)).status).toBe(404)
})

describe('restoring a revision', () => {
  test('restores the whole draft in one change set, which can be undone', async () => {
    await save({ title: 'Second', metadata: { teaser: 'Second teaser' }, status: 'published' })
    const { change_set_id } = await restore({ revision_id: await oldest() })
    expect(await readOneObject(server, owner, id)).toMatchObject({
      title: 'First',
      status: 'draft',
      main_object_status: 'published',
      metadata: { teaser: 'First teaser' },
    })
    const body = { slug: slug(), change_set_id: change_set_id ?? '' }
    ;(await server.call(undoChangeSet, { body }, owner)).ok()
    expect(await readOneObject(server, owner, id)).toMatchObject({
      title: 'Second',
      status: 'published',
      metadata: { teaser: 'Second teaser' },
    })
  })

  test('restores only the given fields', async () => {
    await save({ title: 'Second', metadata: { teaser: 'Second teaser', body: '<p>New</p>' } })
    await restore({ revision_id: await oldest(), fields: ['metadata.body'] })
    expect(await readOneObject(server, owner, id)).toMatchObject({
      title: 'Second',
      metadata: { teaser: 'Second teaser', body: '<p>One. Two.</p>' },
    })
  })

  test('restores the values that still fit the type, and lists those left out', async () => {
    const posts = { slug: slug(), type_slug: 'posts' }
    await save({ title: 'Second', slug: 'second', metadata: { teaser: 'New', code: 'b' } })
    const taken = { type: 'posts', title: 'Other', metadata: { code: 'a' } }
    await addOneObject(server, owner, taken)
    const metafields = [
      { key: 'teaser', title: 'Teaser', type: 'number' },
      { key: 'code', title: 'Code', type: 'text', unique: true },
    ]
    const body = { ...posts, data: { metafields } }
    ;(await server.send(updateObjectType, { body }, owner)).ok()
    const { object, left_out } = await restore({ revision_id: await oldest() })
    expect(left_out?.map(({ field }) => field).toSorted()).toEqual([
      'metadata.body',
      'metadata.code',
      'metadata.teaser',
    ])
    expect(left_out).toContainEqual({ field: 'metadata.teaser', message: 'must be a number' })
    expect(object).toMatchObject({ title: 'First', slug: 'first', metadata: { code: 'b' } })
    const fields = ['metadata.teaser']
    const answer = await tryRestore({ revision_id: await oldest(), fields })
    expect(answer.error()).toMatchObject({ details: [{ path: 'data.metadata.teaser' }] })
  })

  test('leaves out the slug if another object has it by now', async () => {
    await save({ title: 'Second', slug: 'second' })
    await addOneObject(server, owner, { type: 'posts', title: 'Other', slug: 'first' })
    const { object, left_out } = await restore({ revision_id: await oldest() })
    expect(left_out).toMatchObject([{ field: 'slug' }])
    expect(object).toMatchObject({ title: 'First', slug: 'second' })
  })

  test(
    'works, as does the list, even if the texts of all revisions exceed the size of a response',
    { timeout: 60_000 },
    async () => {
      // Eight of these exceed the maximum size of a response.
      const long = 'x'.repeat(2_100_000)
      for (let n = 0; n < 8; n += 1) await save({ content: `${long}${n}` })
      const page = await list()
      expect(page.revisions).toHaveLength(8)
      expect(page.revisions.map(({ changed }) => changed)).toEqual([
        ...Array.from({ length: 7 }, () => ['content']),
        [],
      ])
      // Its oldest revision has no text yet.
      await restore({ revision_id: page.revisions[6]?.id ?? '' })
      const { content } = await readOneObject(server, owner, id)
      expect(content === `${long}0`).toBe(true)
    },
  )

  test('changes nothing if the object already has the same values', async () => {
    const before = await save({ title: 'Second' })
    await save({ title: 'Third' })
    await save({ title: 'Second' })
    const revision_id = (await list()).revisions[1]?.id ?? ''
    expect((await restore({ revision_id })).change_set_id).toBeNull()
    expect((await readOneObject(server, owner, id)).rev).toBe(before.rev + 2)
  })

  test('answers 412 if the object has changed since the given rev', async () => {
    const { rev } = await save({ title: 'Second' })
    await save({ title: 'Third' }, editor)
    const revision_id = await oldest()
    const stale = await tryRestore({ revision_id, rev })
    expect(stale.error()).toMatchObject({
      status: 412,
      code: 'stale',
      current: { title: 'Third' },
      base: { title: 'Second' },
    })
    const headers = { 'if-match': `"${rev}"` }
    expect((await tryRestore({ revision_id }, { token: owner.token, headers })).status).toBe(412)
    expect((await tryRestore({ revision_id, rev: rev + 1 })).status).toBe(200)
  })

  test('answers 409 if a given field must be unique and is taken', async () => {
    await save({ metadata: { code: 'b' }, slug: 'second' })
    await addOneObject(server, owner, {
      type: 'posts',
      title: 'Taker',
      slug: 'first',
      metadata: { code: 'a' },
    })
    const revision_id = await oldest()
    expect((await tryRestore({ revision_id, fields: ['metadata.code'] })).status).toBe(409)
    expect((await tryRestore({ revision_id, fields: ['slug'] })).error()).toMatchObject({
      status: 409,
      details: [{ path: 'data.slug' }],
    })
    expect(await readOneObject(server, owner, id)).toMatchObject({ slug: 'second' })
  })

  test('keeps the values of keys that the revision does not have', async () => {
    await addType(server, owner, 'notes')
    const note = await addOneObject(server, owner, {
      type: 'notes',
      title: 'Note',
      metadata: { old: 1 },
    })
    id = note.id
    await save({ metadata: { later: 2, old: 3 } })
    await restore({ revision_id: await oldest() })
    expect((await readOneObject(server, owner, id)).metadata).toEqual({ old: 1, later: 2 })
  })
})

describe('the name of a revision', () => {
  const name = async (data: { name: string | null }, revision_id?: string) => {
    const body = { slug: slug(), object_id: id, ...(revision_id && { revision_id }), data }
    return (await server.call(updateRevision, { body }, owner)).ok().revision
  }

  test('can be set and removed, and has at most 100 characters', async () => {
    await save({ title: 'Second' })
    const revision_id = await oldest()
    expect(await name({ name: 'Before the legal read' }, revision_id)).toMatchObject({
      rev: 1,
      name: 'Before the legal read',
    })
    expect((await list({ only: 'named' })).total).toBe(1)
    await name({ name: null }, revision_id)
    expect((await list({ only: 'named' })).total).toBe(0)
    const long = { slug: slug(), object_id: id, data: { name: 'x'.repeat(101) } }
    expect((await server.send(updateRevision, { body: long }, owner)).status).toBe(400)
  })

  test('can be given to the current state, and is kept when the object changes', async () => {
    expect(await name({ name: 'Now' })).toMatchObject({ rev: 1, is_current: true, name: 'Now' })
    expect((await list()).revisions).toMatchObject([{ rev: 1, is_current: true }])
    await save({ title: 'Second' })
    const { revisions, total } = await list()
    expect(total).toBe(1)
    expect(revisions).toMatchObject([{ rev: 1, name: 'Now', is_current: false, title: 'First' }])
    await restore({ revision_id: revisions[0]?.id ?? '' })
    expect((await readOneObject(server, owner, id)).title).toBe('First')
  })
})

test('each sentence of a text is attributed to its author and revision', async () => {
  await save({ metadata: { body: '<p>One. Two.</p><p>Three &amp; four!</p>' } }, editor)
  await save({ metadata: { body: '<p>One. Other.</p><p>Three &amp; four!</p>' } })
  const query = { slug: slug(), object_id: id, field: 'metadata.body' }
  const { sentences, is_partial } = (await server.call(revisionAuthors, { query }, owner)).ok()
  expect(is_partial).toBe(false)
  expect(sentences.map(({ text, created_by, rev }) => [text, created_by, rev])).toEqual([
    ['One.', owner.id, 1],
    ['Other.', owner.id, 3],
    ['Three & four!', editor.id, 2],
  ])
  const wrong = { ...query, field: 'metadata.nothing' }
  expect((await server.send(revisionAuthors, { query: wrong }, owner)).error()).toMatchObject({
    status: 400,
    details: [{ path: 'field' }],
  })
})

describe('thinning revisions', () => {
  const revs = async () => (await list({ limit: 100 })).revisions.map(({ rev }) => rev)
  const forgetChanges = () =>
    server.app.db.write(
      ({ db }) => db.deleteFrom('change_sets').where('bucket_id', '=', owner.bucket.id).execute(),
      'serializable',
    )
  const thinAfter = async (days: number | null) => {
    const body = { slug: slug(), data: { thin_revisions_after: days } }
    return (await server.call(updateBucket, { body }, owner)).ok().bucket.thin_revisions_after
  }

  test('keeps the last of each old day, and those that were public, named or needed for an undo', async () => {
    // Revisions 1 to 5 on the first day: 3 is public, 5 has a name.
    await save({ title: 'Two' })
    await save({ title: 'Three', status: 'published' })
    await save({ title: 'Four', status: 'draft' })
    await save({ title: 'Five' })
    await save({ title: 'Six' })
    const five = (await list()).revisions.find(({ rev }) => rev === 5)
    const body = { slug: slug(), object_id: id, revision_id: five?.id ?? '', data: { name: 'A' } }
    ;(await server.call(updateRevision, { body }, owner)).ok()
    // Sessions expire within two days, so the test backdates the revisions instead.
    const then = new Date(clock.now() - 2 * DAY).toISOString()
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('revisions')
          .set({ created_at: then })
          .where('bucket_id', '=', owner.bucket.id)
          .execute(),
      'serializable',
    )
    await save({ title: 'Seven' })
    await save({ title: 'Eight' })
    await save({ title: 'Nine' })
    expect(await revs()).toEqual([8, 7, 6, 5, 4, 3, 2, 1])

    await thinRevisions(server.app)
    expect(await revs()).toHaveLength(8)
    expect(await thinAfter(1)).toBe(1)
    await thinRevisions(server.app)
    // Each revision may still be needed to undo the change that replaced it.
    expect(await revs()).toHaveLength(8)
    await forgetChanges()
    await thinRevisions(server.app)
    expect(await revs()).toEqual([8, 7, 6, 5, 3])
    expect(await thinAfter(null)).toBeNull()
  })

  test('needs a positive whole number of days (400)', async () => {
    for (const days of [0, 1.5, -1, '30']) {
      const body = { slug: slug(), data: { thin_revisions_after: days } }
      expect((await server.send(updateBucket, { body }, owner)).status).toBe(400)
    }
  })

  test('processes more revisions than are read at once', async () => {
    const createdAt = clock.iso()
    await server.app.db.write(async ({ db }) => {
      for (let n = 0; n < 1100; n += 1) {
        await db
          .insertInto('revisions')
          .values({
            id: newId(),
            bucket_id: owner.bucket.id,
            object_id: id,
            rev: n + 1,
            created_at: createdAt,
            created_by: owner.id,
            change_set_id: null,
            state: '{}',
          })
          .execute()
      }
    }, 'serializable')
    await thinAfter(30)
    clock.advance(31 * DAY)
    expect(await thinRevisions(server.app)).toBe(1099)
  })
})
