import { deleteBucket } from '@typecase/contract/buckets'
import {
  addComment,
  addReaction,
  type Comment,
  countComments,
  deleteComment,
  listComments,
  readComments,
  removeReaction,
  resolveComment,
  updateComment,
} from '@typecase/contract/comments'
import { newId } from '@typecase/contract/ids'
import { deleteObjects } from '@typecase/contract/objects'
import { getBucket } from '@typecase/contract/buckets'
import { listPeople } from '@typecase/contract/people'
import { updateObjectType } from '@typecase/contract/object-types'
import { emptyTrash } from '@typecase/contract/trash'
import { updateUser } from '@typecase/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { ServerEvent } from '../events/bucket-events.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { mailsOf, mailTo } from '../../testing/outbox.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { eraseSome } from '../buckets/erase-bucket.ts'

const MINUTE = 60_000

const clock = createTestClock()
let server: TestServer
let owner: Owner
let editor: Person
let contributor: Person
let objectId: string
let fieldId: string
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
  objectId = (await addOneObject(server, owner, { type: 'posts', title: 'The door' })).id
  fieldId = (await postsType()).metafields[0]?.id ?? ''
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const target = () => ({ slug: slug(), object_id: objectId })

async function postsType() {
  const { bucket } = (await server.call(getBucket, { query: { slug: slug() } }, owner)).ok()
  const [type] = bucket.object_types
  if (!type) throw new Error('There is no type.')
  return type
}

const tryAdd = (data: object, by: { token?: string } = owner) =>
  server.send(addComment, { body: { ...target(), text: 'Text', ...data } }, by)

async function add(data: object = {}, by: { token: string } = owner): Promise<Comment> {
  clock.advance(1)
  return ((await tryAdd(data, by)).ok() as { comment: Comment }).comment
}

const list = async (query: object = {}, by: { token: string } = owner) =>
  (await server.call(listComments, { query: { ...target(), ...query } }, by)).ok()

const counts = async (by: { token: string } = owner) =>
  (await server.call(countComments, { query: target() }, by)).ok()

const calls = (comment_id: string) =>
  [
    [listComments, { query: target() }],
    [countComments, { query: target() }],
    [addComment, { body: { ...target(), text: 'Text' } }],
    [updateComment, { body: { ...target(), comment_id, text: 'New' } }],
    [deleteComment, { query: { ...target(), comment_id } }],
    [resolveComment, { body: { ...target(), comment_id, resolved: true } }],
    [addReaction, { body: { ...target(), comment_id, emoji: '👍' } }],
    [removeReaction, { body: { ...target(), comment_id, emoji: '👍' } }],
    [readComments, { body: { slug: slug() } }],
  ] as const

test('every endpoint for comments returns 401 without a session', async () => {
  for (const [endpoint, input] of calls(newId())) {
    expect((await server.send(endpoint, input)).status).toBe(401)
  }
})

test('every endpoint for comments returns 404 to other tenants', async () => {
  const { id } = await add()
  const stranger = await addOwner(server)
  for (const [endpoint, input] of calls(id)) {
    expect((await server.send(endpoint, input, stranger)).status).toBe(404)
  }
})

test('a contributor may not change or delete the comment of an editor, but the owner may', async () => {
  const { id } = await add({}, editor)
  const update = { body: { ...target(), comment_id: id, text: 'New' } }
  expect((await server.send(updateComment, update, owner)).status).toBe(200)
  expect((await server.send(updateComment, update, contributor)).status).toBe(403)
  expect((await server.send(updateComment, update, editor)).status).toBe(200)
  const remove = { query: { ...target(), comment_id: id } }
  expect((await server.send(deleteComment, remove, contributor)).status).toBe(403)
  expect((await server.send(deleteComment, remove, owner)).status).toBe(200)
  expect((await list()).total).toBe(0)
})

describe('a rejected comment', () => {
  test.each([
    ['no text', { text: '' }, 'text'],
    ['nothing but space', { text: ' \n ' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(10_001) }, 'text'],
    ['an unknown field', { metafield_id: 'nothing' }, 'metafield_id'],
    ['someone who is not there', { mentions: [newId()] }, 'mentions.0'],
    ['media that are not there', { attachments: ['a.png'] }, 'attachments.0'],
    ['a thread that is not there', { parent_id: newId() }, 'parent_id'],
    ['an unknown key', { resolved: true }, 'resolved'],
  ])('with %s returns 400', async (_what, data, path) => {
    expect((await tryAdd(data)).error()).toMatchObject({ status: 400, details: [{ path }] })
  })

  test('that mentions a person who may not open the bucket returns 400', async () => {
    const stranger = await addPerson(server)
    expect((await tryAdd({ mentions: [stranger.id] })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'mentions.0' }],
    })
  })

  test.each(['', 'thumbs up', '<b>', '👍👍👍👍👍👍👍👍👍👍', '1'])(
    'with %j as a reaction returns 400',
    async (emoji) => {
      const { id } = await add()
      const body = { ...target(), comment_id: id, emoji }
      expect((await server.send(addReaction, { body }, owner)).error()).toMatchObject({
        status: 400,
        details: [{ path: 'emoji' }],
      })
    },
  )

  test('after sixty in a minute returns 429', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' }, { clock })
    try {
      const other = await addOwner(limited)
      await addType(limited, other, 'posts')
      const { id } = await addOneObject(limited, other, { type: 'posts', title: 'A' })
      const body = { slug: other.bucket.slug, object_id: id, text: 'Text' }
      for (let n = 0; n < 60; n += 1) {
        expect((await limited.send(addComment, { body }, other)).status).toBe(201)
      }
      const refused = await limited.send(addComment, { body }, other)
      expect(refused.error()).toMatchObject({ status: 429, code: 'limited' })
    } finally {
      await limited.remove()
    }
  })
})

test('comments are listed in threads, newest first, ten at a time', async () => {
  for (let n = 0; n < 12; n += 1) await add({ text: `Thread ${n}` })
  const first = (await list({ skip: 11 })).comments[0]
  const reply = await add({ text: 'Reply', parent_id: first?.id }, editor)
  await add({ text: 'Reply to the reply', parent_id: reply.id })
  const page = await list()
  expect(page).toMatchObject({ total: 12, limit: 10, skip: 0 })
  expect(page.comments.map(({ text }) => text)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Thread ${11 - n}`),
  )
  const [thread] = (await list({ skip: 11 })).comments
  expect(thread).toMatchObject({
    text: 'Thread 0',
    object_title: 'The door',
    object_type: 'posts',
    created_by: owner.id,
    resolved: false,
    metafield_id: null,
  })
  expect(thread?.replies.map(({ text, parent_id }) => [text, parent_id])).toEqual([
    ['Reply', first?.id],
    ['Reply to the reply', first?.id],
  ])
})

test('comments are filtered by field, state and mention, in an object and in the bucket', async () => {
  const onField = await add({ text: 'On the field', metafield_id: fieldId })
  await add({ text: 'For the editor', mentions: [editor.id] })
  const other = await addOneObject(server, owner, { type: 'posts', title: 'Other' })
  await add({ text: 'Elsewhere', object_id: other.id })
  const body = { ...target(), comment_id: onField.id, resolved: true }
  ;(await server.call(resolveComment, { body }, contributor)).ok()
  const texts = async (query: object, by = owner as { token: string }) =>
    (await list(query, by)).comments.map(({ text }) => text)
  expect(await texts({ metafield_id: fieldId })).toEqual(['On the field'])
  expect(await texts({ resolved: false })).toEqual(['For the editor'])
  expect(await texts({ resolved: true })).toEqual(['On the field'])
  expect(await texts({ mentioned: true }, editor)).toEqual(['For the editor'])
  expect(await texts({ mentioned: true })).toEqual([])
  expect(await texts({ object_id: undefined, resolved: false })).toEqual([
    'Elsewhere',
    'For the editor',
  ])
  expect(await counts()).toEqual({ open: 1, resolved: 1, unread: 0, by_field: {} })
})

test('a comment can name a metafield by its key instead of its id', async () => {
  const comment = await add({ text: 'On the teaser', metafield_id: 'teaser' })
  expect(comment.metafield_id).toBe(fieldId)
  const { comments } = await list({ metafield_id: 'teaser' })
  expect(comments.map(({ id }) => id)).toEqual([comment.id])
})

test('comments stay on a metafield that is renamed', async () => {
  await add({ metafield_id: fieldId })
  const { metafields, slug: type_slug } = await postsType()
  const renamed = metafields.map((field) => ({ ...field, key: 'lead', title: 'Lead' }))
  const body = { slug: slug(), type_slug, data: { metafields: renamed } }
  expect((await server.send(updateObjectType, { body }, owner)).status).toBe(200)
  const [field] = (await postsType()).metafields
  expect(field).toMatchObject({ key: 'lead' })
  expect((await counts()).by_field).toEqual({ [field?.id ?? '']: 1 })
})

test('a comment can be changed, and a stale rev returns 412', async () => {
  const before = await add({ mentions: [editor.id] })
  clock.advance(1000)
  const update = (body: object) =>
    server.send(updateComment, { body: { ...target(), comment_id: before.id, ...body } }, owner)
  const { comment } = (await update({ text: 'New', mentions: [] })).ok() as { comment: Comment }
  expect(comment).toMatchObject({ text: 'New', mentions: [], rev: 2 })
  expect(comment.modified_at > comment.created_at).toBe(true)
  expect((await update({ text: 'Newer', rev: 1 })).error()).toMatchObject({
    status: 412,
    current: { text: 'New' },
  })
})

test('a reply reopens its thread, and only the thread can be resolved', async () => {
  const { id } = await add()
  const resolve = (comment_id: string, resolved: boolean) =>
    server.send(resolveComment, { body: { ...target(), comment_id, resolved } }, editor)
  expect((await resolve(id, true)).ok()).toMatchObject({ comment: { resolved: true } })
  const reply = await add({ parent_id: id })
  expect((await list()).comments[0]).toMatchObject({ resolved: false })
  expect((await resolve(reply.id, true)).error().details).toMatchObject([{ path: 'comment_id' }])
})

test('a comment counts each reaction of a person once', async () => {
  const { id } = await add()
  const react = async (endpoint: typeof addReaction | typeof removeReaction, by: Person) => {
    const body = { ...target(), comment_id: id, emoji: '👍' }
    return (await server.call(endpoint, { body }, by)).ok().comment.reactions
  }
  await react(addReaction, owner)
  await react(addReaction, owner)
  clock.advance(1)
  expect(await react(addReaction, editor)).toEqual([
    { emoji: '👍', user_id: owner.id },
    { emoji: '👍', user_id: editor.id },
  ])
  expect(await react(removeReaction, owner)).toEqual([{ emoji: '👍', user_id: editor.id }])
})

test('deleting a comment deletes its replies, and deleting an object for good deletes its comments', async () => {
  const { id } = await add()
  await add({ parent_id: id })
  const other = await add()
  const query = { ...target(), comment_id: id }
  ;(await server.call(deleteComment, { query }, owner)).ok()
  expect((await list()).comments.map((comment) => comment.id)).toEqual([other.id])

  const rows = () =>
    server.app.db.read
      .selectFrom('comments')
      .select('id')
      .where('bucket_id', '=', owner.bucket.id)
      .execute()
  const body = { slug: slug(), object_ids: [objectId] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  // The comments of a trashed object stay with it.
  expect((await server.send(listComments, { query: target() }, owner)).status).toBe(404)
  expect((await server.call(listComments, { query: { slug: slug() } }, owner)).ok().total).toBe(0)
  expect(await rows()).toHaveLength(1)
  ;(await server.send(emptyTrash, { body: { slug: slug() } }, owner)).ok()
  expect(await rows()).toEqual([])
})

test('deleting a bucket deletes its comments', async () => {
  await add({ mentions: [editor.id] })
  ;(await server.call(deleteBucket, { query: { slug: slug() } }, owner)).ok()
  const rows = await waitFor(
    async () => {
      await eraseSome(server.app)
      return server.app.db.read
        .selectFrom('comments')
        .select('id')
        .where('bucket_id', '=', owner.bucket.id)
        .execute()
    },
    (mails) => mails.length === 0,
  )
  expect(rows).toEqual([])
})

test('the author of a comment is still listed after leaving the project', async () => {
  await add({}, editor)
  await server.app.db.write(
    ({ db }) => db.deleteFrom('team_members').where('user_id', '=', editor.id).execute(),
    'serializable',
  )
  const { people } = (await server.call(listPeople, { query: { slug: slug() } }, owner)).ok()
  expect(people.find(({ id }) => id === editor.id)).toMatchObject({ status: 'left' })
})

describe('mentions', () => {
  test('send at most one e-mail an hour for a thread, with a link to it', async () => {
    const { id } = await add({ text: 'Seven <frames>', mentions: [editor.id, owner.id] })
    const mail = await mailTo(server, editor.email)
    expect(mail.subject).toContain('“The door”')
    expect(mail.text).toContain('Seven <frames>')
    expect(mail.html).not.toContain('<frames>')
    expect(mail.links).toEqual([
      `${server.app.settings.PUBLIC_URL}/${slug()}/objects/${objectId}#comment-${id}`,
    ])
    await add({ parent_id: id, mentions: [editor.id] })
    await add({ text: 'Another thread', mentions: [contributor.id] })
    await mailTo(server, contributor.email)
    expect(mailsOf(server, editor.email)).toHaveLength(1)
    // Authors get no e-mail about their own comments.
    expect(mailsOf(server, owner.email)).toHaveLength(0)
    clock.advance(61 * MINUTE)
    await add({ parent_id: id, mentions: [editor.id] })
    await mailTo(server, editor.email, 2)
  })

  test('send no e-mail to a person who turned them off, but count as unread', async () => {
    const want = async (mention_mails: boolean) =>
      (await server.call(updateUser, { body: { data: { mention_mails } } }, editor)).ok().user
    expect((await want(false)).mention_mails).toBe(false)
    await add({ text: 'Quiet', mentions: [editor.id, contributor.id] })
    await mailTo(server, contributor.email)
    expect(mailsOf(server, editor.email)).toHaveLength(0)
    expect((await counts(editor)).unread).toBe(1)
    await want(true)
    await add({ text: 'Loud', mentions: [editor.id] })
    expect((await mailTo(server, editor.email)).text).toContain('/account/mention-mails')
  })

  test('are unread until the person marks their thread or all of them as read', async () => {
    const { id } = await add({ mentions: [editor.id] })
    await add({ parent_id: id, mentions: [editor.id] })
    await add({ mentions: [editor.id] })
    expect((await counts(editor)).unread).toBe(2)
    expect((await list({}, editor)).comments.map(({ is_unread }) => is_unread)).toEqual([
      true,
      true,
    ])
    const read = async (body: object) =>
      (await server.send(readComments, { body: { slug: slug(), ...body } }, editor)).ok()
    expect(await read({ thread_id: id })).toEqual({ unread: 1 })
    expect(await read({})).toEqual({ unread: 0 })
    expect((await counts()).unread).toBe(0)
  })
})

test('new comments are announced to open dashboards, and do not change the version of the bucket', async () => {
  const events: ServerEvent[] = []
  const stop = server.app.events.subscribe(owner.bucket.id, (event) => void events.push(event))
  const version = async () =>
    (await server.call(getBucket, { query: { slug: slug() } }, owner)).ok().bucket.version
  const before = await version()
  const { id } = await add({ mentions: [editor.id] })
  const reply = await add({ parent_id: id }, editor)
  stop()
  expect(events).toEqual([
    {
      kind: 'comment',
      change: 'add',
      comment_id: id,
      thread_id: id,
      object_id: objectId,
      user_id: owner.id,
      mentions: [editor.id],
    },
    expect.objectContaining({ change: 'add', comment_id: reply.id, thread_id: id }),
  ])
  expect(await version()).toBe(before)
})
