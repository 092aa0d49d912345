import { findMetafield, findMetafields, findObject, findObjects } from '@typecase/contract/content'
import { updateObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf, readContent } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
let ids: { ada: string; hidden: string; book: string }
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'authors')
  await addType(server, owner, 'books', [
    { key: 'year', type: 'number', helptext: 'Of the first edition' },
    { key: 'author', type: 'object', object_type: 'authors' },
    { key: 'editor', type: 'object', object_type: 'authors' },
    { key: 'seo', type: 'parent', children: [{ key: 'words', title: 'Words', type: 'text' }] },
  ])
  const add = async (type: string, title: string, more: object = {}) =>
    (await addOneObject(server, owner, { type, title, status: 'published', ...more })).id
  const ada = await add('authors', 'Ada')
  const hidden = await add('authors', 'Hidden', { status: 'draft' })
  const metadata = { year: 1990, author: ada, editor: hidden, seo: { words: 'sea' } }
  ids = { ada, hidden, book: await add('books', 'Harbours', { metadata }) }
})

const fields = () => [
  { key: 'year', type: 'number', title: 'year', helptext: 'Of the first edition', value: 1990 },
  { key: 'author', type: 'object', value: ids.ada },
  { key: 'editor', type: 'object', value: null },
  { key: 'seo', type: 'parent', children: [{ key: 'words', value: 'sea' }] },
]

test('objects have no metafields by default', async () => {
  expect((await objectsOf(server, owner, { query: { type: 'books' } }))[0]).not.toHaveProperty(
    'metafields',
  )
})

test('show_metafields adds the definitions with the values that metadata shows', async () => {
  const input = { query: { type: 'books' }, show_metafields: 'true' }
  const [book] = await objectsOf(server, owner, input)
  expect(book).toMatchObject({ title: 'Harbours', metafields: fields() })
  const one = await readContent(
    server,
    owner,
    findObject,
    { show_metafields: 'true' },
    { id: ids.book },
  )
  expect(one.ok()).toMatchObject({ object: { metafields: fields() } })
  const [deep] = await objectsOf(server, owner, { ...input, depth: 1 })
  expect(deep).toMatchObject({ metafields: [{}, { value: { title: 'Ada' } }, { value: null }, {}] })
})

test('props select the other fields, and the id of a draft is not shown', async () => {
  const input = { query: { type: 'books' }, show_metafields: 'true', props: 'title' }
  const [book] = await objectsOf(server, owner, input)
  expect(Object.keys(book ?? {})).toEqual(['title', 'metafields'])
  expect(JSON.stringify(book)).toContain(ids.ada)
  expect(JSON.stringify(book)).not.toContain(ids.hidden)
})

test('all metafields of an object can be read, or one by its key', async () => {
  const { book: id } = ids
  const all = await readContent(server, owner, findMetafields, {}, { id })
  expect(all.ok()).toMatchObject({ metafields: fields() })
  const one = await readContent(server, owner, findMetafield, {}, { id, key: 'author' })
  expect(one.ok()).toMatchObject({ metafield: { key: 'author', value: ids.ada } })
})

test('an unknown key and an object that is not public answer 404', async () => {
  const none = await readContent(server, owner, findMetafield, {}, { id: ids.book, key: 'none' })
  expect(none.error()).toMatchObject({
    status: 404,
    message: "Metafield with key 'none' not found",
  })
  const hidden = await readContent(server, owner, findMetafields, {}, { id: ids.hidden })
  expect(hidden.error()).toMatchObject({
    status: 404,
    message: `Object with id '${ids.hidden}' not found`,
  })
  const read_key = owner.bucket.api_access.preview_key
  const answer = await readContent(
    server,
    owner,
    findMetafields,
    { read_key, status: 'any' },
    { id: ids.hidden },
  )
  expect(answer.ok()).toEqual({ metafields: [] })
})

test('metafields that would make the answer too large are refused', async () => {
  const metafields = Array.from({ length: 200 }, (_, n) => ({
    key: `f${n}`,
    title: `F${n}`,
    type: 'text' as const,
    helptext: 'x'.repeat(1000),
  }))
  const body = { slug: owner.bucket.slug, type_slug: 'authors', data: { metafields } }
  ;(await server.call(updateObjectType, { body }, owner)).ok()
  await addManyObjects(server, owner, 'authors', 100)
  const read = (limit: number) =>
    readContent(server, owner, findObjects, {
      read_key: owner.bucket.api_access.preview_key,
      status: 'any',
      query: '{"type":"authors"}',
      show_metafields: 'true',
      limit,
    })
  expect((await read(100)).error()).toMatchObject({
    status: 400,
    details: [{ path: 'show_metafields', rule: 'bytes' }],
  })
  expect((await read(10)).status).toBe(200)
})
