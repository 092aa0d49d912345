import { newId } from '@typecase/contract/ids'
import { deleteObjectType } from '@typecase/contract/object-types'
import {
  addSmartView,
  countSmartViews,
  deleteSmartView,
  listSmartViews,
  reorderSmartViews,
  type SmartView,
  updateSmartView,
} from '@typecase/contract/smart-views'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { closeAccount } from '../../testing/accounts.ts'
import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let editor: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
})
afterAll(() => server.remove())

type By = { token?: string }

const slug = () => owner.bucket.slug
const queryString = (query: unknown) =>
  new URLSearchParams({ query: JSON.stringify(query) }).toString()
const drafts = queryString({ status: 'draft' })

const tryAdd = (data: object, by: By = owner) =>
  server.send(
    addSmartView,
    { body: { slug: slug(), data: { title: 'Drafts', query_string: drafts, ...data } } },
    by,
  )
const add = async (data: object = {}, by: By = owner) =>
  // The cast is safe: this is the endpoint's response on success.
  ((await tryAdd(data, by)).ok() as { smart_view: SmartView }).smart_view
const update = (smart_view_id: string, data: object, by: By = owner, rev?: number) =>
  server.send(updateSmartView, { body: { slug: slug(), smart_view_id, data, rev } }, by)
const remove = (smart_view_id: string, by: By = owner) =>
  server.send(deleteSmartView, { query: { slug: slug(), smart_view_id } }, by)
const reorder = (smart_view_ids: readonly string[], by: By = owner) =>
  server.send(reorderSmartViews, { body: { slug: slug(), smart_view_ids } }, by)
const list = async (by: { token: string } = owner) =>
  (await server.call(listSmartViews, { query: { slug: slug() } }, by)).ok().smart_views
const counts = async (by: { token: string } = owner) =>
  (await server.call(countSmartViews, { query: { slug: slug() } }, by)).ok().counts
const titles = async (by: { token: string } = owner) => (await list(by)).map(({ title }) => title)

/** Returns the problems with data, by path. */
const problems = async (data: object) =>
  (await tryAdd(data)).error().details?.map(({ path, rule }) => [path, rule])

test('every call answers 401 without a session and 404 to another tenant', async () => {
  const { id } = await add({ is_shared: true })
  for (const [by, status] of [
    [{}, 401],
    [stranger, 404],
  ] as const) {
    const query = { slug: slug() }
    for (const answer of [
      await tryAdd({}, by),
      await update(id, { title: 'X' }, by),
      await remove(id, by),
      await reorder([id], by),
      await server.send(listSmartViews, { query }, by),
      await server.send(countSmartViews, { query }, by),
    ]) {
      expect(answer.status).toBe(status)
    }
  }
  expect(await list()).toHaveLength(1)
})

describe('other members', () => {
  test('cannot see, change or reorder a private smart view', async () => {
    const { id } = await add()
    expect(await list(editor)).toEqual([])
    expect(await counts(editor)).toEqual([])
    expect((await update(id, {}, editor)).status).toBe(404)
    expect((await remove(id, editor)).status).toBe(404)
    expect((await reorder([id], editor)).status).toBe(400)
  })

  test('can see a shared smart view, but only admins can change or delete it', async () => {
    const { id } = await add({ is_shared: true })
    expect((await list(editor)).map((view) => view.id)).toEqual([id])
    expect((await update(id, { title: 'X' }, editor)).status).toBe(403)
    expect((await remove(id, editor)).status).toBe(403)

    const theirs = await add({ is_shared: true }, editor)
    expect((await update(theirs.id, { title: 'Better' })).status).toBe(200)
    expect((await list(editor)).at(-1)).toMatchObject({
      title: 'Better',
      created_by: editor.id,
      modified_by: owner.id,
    })
    expect((await remove(theirs.id)).status).toBe(200)
  })

  test('cannot reach a smart view of another bucket through their own', async () => {
    const { id } = await add({ is_shared: true })
    const query = { slug: stranger.bucket.slug, smart_view_id: id }
    expect((await server.send(deleteSmartView, { query }, stranger)).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})

describe('smart views refuse', () => {
  test('titles, icons, columns, sorts and properties beyond their limits', async () => {
    expect(await problems({ title: '' })).toEqual([['data.title', 'min']])
    expect(await problems({ title: 'x'.repeat(61) })).toEqual([['data.title', 'max']])
    expect((await problems({ icon: '' }))?.[0]?.[0]).toBe('data.icon')
    const columns = Array.from({ length: 101 }, (_, n) => `metadata.a${n}`)
    expect((await problems({ columns }))?.[0]?.[0]).toBe('data.columns')
    expect(await problems({ sort: 'a,b' })).toEqual([['data.sort', 'unknown_field']])
    expect((await problems({ colour: 1 }))?.[0]).toEqual(['data.colour', 'unknown_key'])
  })

  test('query strings without a valid query', async () => {
    const at = async (query_string: string) => (await problems({ query_string }))?.[0]
    expect(await at('')).toEqual(['data.query_string', 'required'])
    expect(await at('sort=title')).toEqual(['data.query_string', 'required'])
    expect(await at('query={')).toEqual(['data.query_string', 'json'])
    expect(await at('query=[]')).toEqual(['data.query_string', 'json'])
    expect(await at('query={"constructor":1}')).toEqual(['data.query_string', 'forbidden_key'])
    const deep = `query=${'{"$and":['.repeat(100)}${']}'.repeat(100)}`
    expect(await at(deep)).toEqual(['data.query_string', 'too_deep'])
    const long = queryString({ $or: Array.from({ length: 3000 }, () => ({ title: 'a' })) })
    expect(await at(long)).toEqual(['data.query_string', 'max'])
  })

  test('an outdated rev (412), unknown or repeated ids in an order, and more than 200 per user (409)', async () => {
    const { id, rev } = await add()
    expect((await update(id, { title: 'Two' }, owner, rev)).status).toBe(200)
    const answer = await update(id, { title: 'Three' }, owner, rev)
    expect([answer.status, answer.error().code]).toEqual([412, 'stale'])
    expect((await reorder([id, id])).status).toBe(400)
    expect((await reorder([newId()])).status).toBe(400)
    expect((await update(newId(), {})).status).toBe(404)
    for (let more = 1; more < 200; more++) await add()
    expect((await tryAdd({})).status).toBe(409)
    // Other users have their own limit.
    expect((await tryAdd({}, editor)).status).toBe(201)
  })
})

describe('a smart view', () => {
  test('keeps what was sent, and is private by default', async () => {
    await addType(server, owner, 'posts', [{ key: 'year', type: 'number' }])
    const data = {
      title: 'Old drafts',
      icon: '🗂',
      query_string: `?limit=10&${queryString({ type: 'posts', 'metadata.year': { $lt: 1900 } })}`,
      columns: ['title', 'metadata.year'],
      sort: '-metadata.year',
      group: 'status',
      type: 'posts',
    }
    const view = await add(data)
    expect(view).toMatchObject({
      ...data,
      is_shared: false,
      unsupported: [],
      created_by: owner.id,
      modified_by: owner.id,
      rev: 1,
    })
    expect(await list()).toEqual([view])
    const cleared = { icon: null, columns: null, sort: null, group: null, type: null }
    expect((await update(view.id, cleared)).ok()).toMatchObject({
      smart_view: { ...cleared, title: 'Old drafts', rev: 2 },
    })
  })

  test('is added at the end, and keeps its place in the order', async () => {
    const [a, b, c] = [
      await add({ title: 'a' }),
      await add({ title: 'b' }),
      await add({ title: 'c' }),
    ]
    const between = await add({ title: 'of the editor', is_shared: true }, editor)
    expect((await reorder([c.id, a.id])).status).toBe(200)
    expect(await titles()).toEqual(['c', 'b', 'a', 'of the editor'])
    expect((await reorder([between.id, b.id, a.id, c.id])).status).toBe(200)
    expect(await titles()).toEqual(['of the editor', 'b', 'a', 'c'])
    expect((await remove(b.id)).ok()).toEqual({ message: expect.stringContaining('“b”') })
    expect(await titles()).toEqual(['of the editor', 'a', 'c'])
  })

  test('sends an event for every change', async () => {
    const kinds: string[] = []
    const leave = server.app.events.subscribe(owner.bucket.id, ({ kind }) => kinds.push(kind))
    const { id } = await add()
    await update(id, { title: 'X' })
    await reorder([id])
    await remove(id)
    await waitFor(
      () => kinds.length,
      (count) => count >= 4,
    )
    expect(new Set(kinds)).toEqual(new Set(['version']))
    leave()
  })

  test('lists the unsupported parts of its query, and keeps them', async () => {
    await addType(server, owner, 'posts', [
      { key: 'seo', type: 'parent', children: [{ key: 'text', title: 'Text', type: 'text' }] },
    ] as never)
    await addType(server, owner, 'pages', [{ key: 'text', type: 'text' }])
    const query = {
      type: { $in: ['posts', 'gone'] },
      'metadata.seo': { $exists: true },
      $or: [{ 'metadata.seo.text': 'a' }, { 'metadata.text': 'a' }, { colour: 'red' }],
      title: { $like: 'a' },
    }
    const { id, query_string, unsupported } = await add({ query_string: queryString(query) })
    expect(query_string).toBe(queryString(query))
    expect(unsupported.map(({ path }) => path)).toEqual([
      'type',
      '$or[1].metadata.text',
      '$or[2].colour',
      'title',
    ])
    expect(unsupported[0]?.message).toBe('There is no object type “gone”.')
    expect(await counts()).toEqual([{ id, count: null }])

    const pages = await add({ query_string: queryString({ type: 'pages', 'metadata.text': 'a' }) })
    expect(pages.unsupported).toEqual([])
    await server.call(deleteObjectType, { query: { slug: slug(), type_slug: 'pages' } }, owner)
    const [, later] = await list()
    expect(later?.unsupported.map(({ path }) => path)).toEqual(['type', 'metadata.text'])
    expect(later?.query_string).toBe(pages.query_string)
  })

  test('is deleted with its author’s account if it is private, and remains if it is shared', async () => {
    await add({ title: 'own' }, editor)
    await add({ title: 'shared', is_shared: true }, editor)
    await closeAccount(server, editor)
    expect(await titles()).toEqual(['shared'])
    const { read } = server.app.db
    const rows = await read
      .selectFrom('smart_views')
      .select('title')
      .where('bucket_id', '=', owner.bucket.id)
      .execute()
    expect(rows.map(({ title }) => title)).toContain('shared')
  })
})

test('counts of all smart views come in one answer and match their lists, also for relative dates', async () => {
  await addType(server, owner, 'posts', [{ key: 'year', type: 'number' }])
  await addManyObjects(server, owner, 'posts', 12)
  await addOneObject(server, owner, { type: 'posts', title: 'Old', metadata: { year: 1800 } })
  const all = await add({ query_string: queryString({ type: 'posts' }) })
  const old = await add({ query_string: queryString({ 'metadata.year': { $lt: 1900 } }) })
  const period = (period: string) => ({ $gte: { $start: period }, $lte: { $end: period } })
  const today = await add({ query_string: queryString({ created_at: period('today') }) })
  const before = await add({ query_string: queryString({ created_at: period('yesterday') }) })
  const byId = new Map((await counts()).map(({ id, count }) => [id, count]))
  expect([all, old, today, before].map(({ id }) => byId.get(id))).toEqual([13, 1, 13, 0])
  await addOneObject(server, owner, { type: 'posts', title: 'Older', metadata: { year: 1700 } })
  expect((await counts()).find(({ id }) => id === old.id)?.count).toBe(2)
})
