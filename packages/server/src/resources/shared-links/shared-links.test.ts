import { listComments } from '@typecase/contract/comments'
import { findObject, findObjects, findRevisions } from '@typecase/contract/content'
import { insertObject } from '@typecase/contract/content-writes'
import type { OutputOf } from '@typecase/contract/endpoint'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { addRelease, removeFromRelease } from '@typecase/contract/releases'
import {
  addSharedLink,
  commentBySharedLink,
  listSharedLinks,
  MAX_LINK_DAYS,
  MAX_SHARED_OBJECTS,
  openSharedLink,
  type SharedLink,
  updateSharedLink,
} from '@typecase/contract/shared-links'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { mailTo } from '../../testing/outbox.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer, urlOf } from '../../testing/test-server.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const clock = createTestClock()
let server: TestServer
let owner: Owner
let slug: string
let id: string

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'on' }, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  slug = owner.bucket.slug
  await addType(server, owner, 'posts')
  id = await draft('Draft')
})

const draft = async (title: string) =>
  (await addOneObject(server, owner, { type: 'posts', title, status: 'draft' })).id

const send = (body: object, as?: Person) => {
  const data = { title: 'For Kim', expires_at: clock.now() + DAY }
  return server.send(addSharedLink, { body: { slug, object_ids: [id], data, ...body } }, as)
}
const linkOf = (answer: Awaited<ReturnType<typeof send>>) =>
  (answer.ok() as { link: SharedLink }).link
const add = async (data: object = {}, others: object = {}) =>
  linkOf(
    await send(
      { data: { title: 'For Kim', expires_at: clock.now() + DAY, ...data }, ...others },
      owner,
    ),
  )
const updateAs = (as: Person | undefined, link_id: string, data: object) =>
  server.send(updateSharedLink, { body: { slug, link_id, data } }, as)
const update = (link_id: string, data: object) => updateAs(owner, link_id, data)
const keyOf = ({ path }: SharedLink) => path.split('/').at(-1) ?? ''
const open = (link: SharedLink, body: object = {}) =>
  server.send(openSharedLink, { body: { link: keyOf(link), ...body } })
const opened = async (link: SharedLink, body: object = {}) =>
  (await open(link, body)).ok() as OutputOf<typeof openSharedLink>
const read = async (token: string, query: object = {}) =>
  server.send(findObjects, { params: { slug }, query: { read_key: token, ...query } })
const titles = async (token: string, query: object = {}) => {
  const answer = await read(token, query)
  if (answer.status === 404) return []
  return (answer.ok() as { objects: { title: string }[] }).objects.map(({ title }) => title)
}
const stored = async (link: SharedLink) => {
  const { links } = (await server.call(listSharedLinks, { query: { slug } }, owner)).ok()
  return links.find((one) => one.id === link.id)
}

describe('shared links', () => {
  test('answer 401 without a session', async () => {
    expect((await send({})).status).toBe(401)
    expect((await updateAs(undefined, newId(), {})).status).toBe(401)
    expect((await server.call(listSharedLinks, { query: { slug } })).status).toBe(401)
  })

  test('answer 403 without the permission to publish', async () => {
    const link = await add()
    const contributor = await addPerson(server)
    await join(server, contributor, owner, 'contributor')
    expect((await send({}, contributor)).status).toBe(403)
    expect((await updateAs(contributor, link.id, { is_revoked: true })).status).toBe(403)
    expect((await server.call(listSharedLinks, { query: { slug } }, contributor)).status).toBe(403)
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await send({}, editor)).status).toBe(201)
  })

  test.each([
    [{ data: { title: '', expires_at: Date.now() } }, 'data.title'],
    [{ data: { title: 'A' } }, 'data.expires_at'],
    [{ data: { title: 'A', expires_at: null } }, 'data.expires_at'],
    [{ data: { title: 'A', expires_at: 1 } }, 'data.expires_at'],
    [{ object_ids: undefined }, 'object_ids'],
    [{ release_id: newId() }, 'object_ids'],
    [{ object_ids: undefined, release_id: newId() }, 'release_id'],
    [{ object_ids: ['x'] }, 'object_ids.0'],
    [{ object_ids: [newId()] }, 'object_ids'],
    [{ object_ids: undefined, query: { title: 'None' } }, 'object_ids'],
  ])('answer 400 for %j', async (body, path) => {
    expect((await send(body, owner)).error()).toMatchObject({ status: 400, details: [{ path }] })
  })

  test('answer 400 for an end too far in the future and for too many objects', async () => {
    const lateInput = { title: 'A', expires_at: clock.now() + (MAX_LINK_DAYS + 1) * DAY }
    expect((await send({ data: lateInput }, owner)).error().details?.[0]?.path).toBe(
      'data.expires_at',
    )
    const object_ids = Array.from({ length: MAX_SHARED_OBJECTS + 1 }, () => newId())
    expect((await send({ object_ids }, owner)).error().details?.[0]?.path).toBe('object_ids')
  })

  test('are listed with their views, and can be changed, revoked and restored', async () => {
    const link = await add({ takes_comments: true, password: 'sesame' })
    expect(link).toMatchObject({
      title: 'For Kim',
      object_ids: [id],
      release_id: null,
      has_password: true,
      takes_comments: true,
      is_revoked: false,
      views: 0,
      last_viewed_at: null,
      created_by: owner.id,
    })
    await update(link.id, { title: 'For Lee', password: null, takes_comments: false })
    await opened(link)
    await opened(link)
    expect(await stored(link)).toMatchObject({ title: 'For Lee', has_password: false, views: 2 })
    await update(link.id, { is_revoked: true })
    expect((await open(link)).status).toBe(404)
    await update(link.id, { is_revoked: false })
    expect((await opened(link)).title).toBe('For Lee')
    expect((await update(newId(), { title: 'A' })).status).toBe(404)
  })

  test('expire, and are deleted 30 days later', async () => {
    const link = await add()
    clock.advance(DAY)
    expect((await open(link)).error().message).toContain('has expired or was revoked')
    const rows = () =>
      server.app.db.read.selectFrom('shared_links').select('id').where('id', '=', link.id).execute()
    await deleteExpired(server.app)
    expect(await rows()).toHaveLength(1)
    clock.advance(31 * DAY)
    await deleteExpired(server.app)
    expect(await rows()).toHaveLength(0)
  })
})

describe('the page of a shared link', () => {
  test('answers 404 for an address that is forged, of another bucket or cut off', async () => {
    const link = await add()
    const other = await addOwner(server)
    const key = keyOf(link)
    for (const forged of [
      key.replace(owner.bucket.id, other.bucket.id),
      key.replace(link.id, newId()),
      key.slice(0, -2),
      `${key}.x`,
      link.id,
      'x',
    ]) {
      const answer = await server.send(openSharedLink, { body: { link: forged } })
      expect([forged, answer.status]).toEqual([forged, 404])
    }
    expect((await server.send(openSharedLink, { body: {} })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'link' }],
    })
  })

  test('needs the link’s password, and limits wrong attempts (429)', async () => {
    const link = await add({ password: 'sesame' })
    const wrong = async (password?: string) => (await open(link, { password })).error()
    expect(await wrong()).toMatchObject({
      status: 400,
      details: [{ path: 'password', rule: 'required' }],
    })
    expect(await wrong('Sesame')).toMatchObject({
      details: [{ path: 'password', rule: 'password' }],
    })
    const { token } = await opened(link, { password: 'sesame' })
    expect((await opened(link, { token })).title).toBe('For Kim')
    expect((await stored(link))?.views).toBe(1)
    for (let attempt = 0; attempt < 5; attempt += 1) await wrong('guess')
    expect((await open(link, { password: 'sesame' })).status).toBe(429)
    expect((await open(link, { token: `${token.slice(0, -1)}_` })).status).toBe(400)
  })

  test('limits wrong passwords by address, and those from all addresses by link', async () => {
    const [link, other] = [await add({ password: 'sesame' }), await add({ password: 'sesame' })]
    const statusOf = async (from: number, password: string, of = link) => {
      const payload = { link: keyOf(of), password }
      const remoteAddress = `203.0.113.${from}`
      const url = urlOf(openSharedLink)
      return (await server.http.inject({ method: 'POST', url, remoteAddress, payload })).statusCode
    }
    for (let from = 0; from < 20; from += 1) {
      expect(await statusOf(from, 'sesame')).toBe(200)
      for (let guess = 0; guess < 5; guess += 1) expect(await statusOf(from, 'guess')).toBe(400)
      expect(await statusOf(from, 'sesame')).toBe(429)
    }
    // A hundred wrong passwords close the link to new addresses as well, but no other link.
    expect(await statusOf(20, 'sesame')).toBe(429)
    expect(await statusOf(20, 'sesame', other)).toBe(200)
    clock.advance(60 * MINUTE)
    expect(await statusOf(20, 'sesame')).toBe(200)
  })

  test('lists its objects without deleted ones, their types and the bucket', async () => {
    const gone = await draft('Gone')
    const link = await add({}, { object_ids: [id, gone] })
    const body = { slug, object_ids: [gone] }
    ;(await server.call(deleteObjects, { body }, owner)).ok()
    const page = await opened(link)
    expect(page.objects).toEqual([
      { id, title: 'Draft', slug: 'draft', type: 'posts', locale: null },
    ])
    expect(page.types).toMatchObject([{ slug: 'posts', site: null }])
    expect(page.bucket).toEqual({ slug, title: owner.bucket.title })
    expect((await server.http.inject(page.frame)).statusCode).toBe(200)
  })
})

describe('the token of a shared link', () => {
  test('reads the drafts of the link and published objects, and nothing else', async () => {
    await draft('Another draft')
    await addOneObject(server, owner, { type: 'posts', title: 'Public', status: 'published' })
    const { token } = await opened(await add())
    for (const query of [{}, { status: 'any' }, { source: 'true', sort: 'title' }])
      expect(
        (await titles(token, query)).map((title) => title.replaceAll(/[^\w ]/g, '')).toSorted(),
      ).toEqual(['Draft', 'Public'])
    expect(await titles(token, { query: '{"title":"Another draft"}' })).toEqual([])
    const one = (of: string) =>
      server.send(findObject, { params: { slug, id: of }, query: { read_key: token } })
    expect((await one(id)).status).toBe(200)
    expect((await one(await draft('Third'))).status).toBe(404)
    expect(
      (await server.send(findRevisions, { params: { slug, id }, query: { read_key: token } }))
        .status,
    ).toBe(401)
    const write = { params: { slug }, body: { title: 'New', type: 'posts' } }
    expect((await server.send(insertObject, write, { token })).status).toBe(403)
  })

  test('shows the draft in place of the published version, and searches its values', async () => {
    const { id: post } = await addOneObject(server, owner, {
      type: 'posts',
      title: 'Before',
      status: 'published',
    })
    const data = { title: 'After', status: 'draft' as const }
    ;(await server.call(updateObject, { body: { slug, object_id: post, data } }, owner)).ok()
    const { token } = await opened(await add({}, { object_ids: [post] }))
    expect(await titles(token)).toEqual(['After'])
    expect(await titles(token, { query: '{"title":"Before"}' })).toEqual([])
    expect(await titles(owner.bucket.api_access.read_key ?? '')).toEqual(['Before'])
  })

  test('follows the objects of a release', async () => {
    const body = { slug, object_ids: [id], data: { title: 'Winter' } }
    const { release } = (await server.call(addRelease, { body }, owner)).ok()
    const link = await add({}, { object_ids: undefined, release_id: release.id })
    const { token, objects } = await opened(link)
    expect(objects).toHaveLength(1)
    expect(await titles(token)).toEqual(['Draft'])
    const less = { slug, release_id: release.id, object_ids: [id] }
    ;(await server.call(removeFromRelease, { body: less }, owner)).ok()
    expect(await titles(token)).toEqual([])
  })

  test('expires after 15 minutes or with the link, and when the link is revoked', async () => {
    const link = await add({ expires_at: clock.now() + 20 * MINUTE })
    const { token } = await opened(link)
    clock.advance(15 * MINUTE)
    expect((await read(token)).status).toBe(401)
    const last = await opened(link)
    expect(Date.parse(last.token_expires_at)).toBeLessThanOrEqual(link.expires_at)
    expect((await read(last.token)).status).toBe(200)
    await update(link.id, { is_revoked: true })
    expect((await read(last.token)).status).toBe(401)
  })
})

describe('comments on a shared link', () => {
  const guest = { name: 'Kim', email: 'kim@example.com', text: 'Is this final?' }
  const comment = (link: SharedLink, token: string, body: object = {}) =>
    server.send(commentBySharedLink, {
      body: { link: keyOf(link), token, object_id: id, ...guest, ...body },
    })

  test('need a link that accepts them, a token, an object of the link and an e-mail address', async () => {
    const silent = await add()
    const { token } = await opened(silent)
    expect((await comment(silent, token)).error().details?.[0]?.path).toBe('link')
    const link = await add({ takes_comments: true })
    expect((await comment(link, token)).error().details?.[0]?.path).toBe('token')
    const { token: right } = await opened(link)
    expect((await comment(link, right, { email: 'kim' })).error().details?.[0]?.path).toBe('email')
    expect((await comment(link, right, { text: '  ' })).error().details?.[0]?.path).toBe('text')
    expect((await comment(link, right, { object_id: await draft('Other') })).status).toBe(404)
  })

  test('have the name of the guest, and notify the person who shared the link', async () => {
    const link = await add({ takes_comments: true })
    const { token } = await opened(link)
    expect((await comment(link, token)).status).toBe(201)
    const query = { slug, object_id: id }
    const { comments } = (await server.call(listComments, { query }, owner)).ok()
    expect(comments).toMatchObject([
      {
        text: 'Is this final?',
        created_by: null,
        guest: { name: 'Kim', email: 'kim@example.com' },
        mentions: [owner.id],
        is_unread: true,
      },
    ])
    const mail = await mailTo(server, owner.email)
    expect(mail.subject).toBe('Kim commented on “Draft”')
    expect(mail.text).toContain('Is this final?')
  })

  test('are limited to ten, then answer 429', async () => {
    const link = await add({ takes_comments: true })
    const { token } = await opened(link)
    for (let count = 0; count < 10; count += 1)
      expect((await comment(link, token)).status).toBe(201)
    expect((await comment(link, token)).status).toBe(429)
  })
})
