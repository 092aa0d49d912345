import { findObject, findObjects } from '@typecase/contract/content'
import {
  deleteObject as deleteByKey,
  insertObject,
  updateObject as updateByKey,
} from '@typecase/contract/content-writes'
import type { Endpoint } from '@typecase/contract/endpoint'
import {
  addObject,
  getObject,
  listObjects,
  publishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readContent } from '../content-api/testing/read-content.ts'
import { writeContent } from '../content-api/testing/write-content.ts'
import { engineOf } from '../database/session.ts'
import { addOneObject, addType } from '../testing/content.ts'
import { countStatements, type StatementCounter } from '../testing/count-statements.ts'
import { addMedia, storedMedia } from '../testing/media.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import {
  type Answer,
  type RawInput,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'

let server: TestServer
let owner: Owner
let counter: StatementCounter
const posts: string[] = []
const drafts: string[] = []

const addPost = async (data: object) =>
  (await addOneObject(server, owner, { type: 'posts', title: 'Post', ...data })).id

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'people', [{ key: 'name', type: 'text' }])
  await addType(server, owner, 'posts', [
    { key: 'price', type: 'number' },
    { key: 'author', type: 'object', object_type: 'people' },
    { key: 'picture', type: 'file' },
  ])
  const person = { type: 'people', title: 'Ada', status: 'published' }
  const author = (await addOneObject(server, owner, person)).id
  await addMedia(server, owner, [{}])
  const picture = (await storedMedia(server, owner))[0]?.name
  for (let price = 0; price < 20; price++) {
    const metadata = { price, ...(price > 9 && { author }), ...(price > 14 && { picture }) }
    posts.push(await addPost({ title: `Public ${price}`, status: 'published', metadata }))
    drafts.push(await addPost({}))
  }
  ;(await findOne(posts[0] ?? '')).ok()
  ;(await change()).ok()
  // A timer stores the first use of each key; its commit would make the next call read the bucket again.
  await server.app.keyUses.close()
  counter = countStatements(server)
})
afterAll(async () => {
  counter[Symbol.dispose]()
  await server.remove()
})

let count = 0
/** Returns a number that no earlier call has used. */
const next = () => (count += 1)
/** Returns the id of an object that no earlier call has used. */
const fresh = (ids: string[]) => ids.shift() ?? ''

const where = (query: object) => JSON.stringify({ type: 'posts', ...query })
const find = (query: object, others: object = {}) =>
  readContent(server, owner, findObjects, { query: where(query), ...others })
const findOne = (id: string) => readContent(server, owner, findObject, {}, { id })
const findPriced = (least: number, most: number, depth = 0) =>
  find({ 'metadata.price': { $gte: least, $lte: most } }, { depth, limit: 20 + next() })

const send = (endpoint: Endpoint, input: RawInput) => server.send(endpoint, input, owner)
const inBucket = (data: object) => ({ slug: owner.bucket.slug, ...data })
const change = () =>
  writeContent(server, owner, updateByKey, {
    params: { id: posts.at(-1) ?? '' },
    body: { title: `Title ${next()}` },
  })

interface Counted {
  name: string
  /** The maximum number of statements, on SQLite and on PostgreSQL. */
  most: readonly [number, number]
  call(): Promise<Answer<unknown>>
  /** Setup right before the call. */
  before?(): Promise<unknown>
}

const calls: Counted[] = [
  {
    name: 'content: list, cached',
    most: [0, 1],
    before: () => find({ 'metadata.price': 5 }),
    call: () => find({ 'metadata.price': 5 }),
  },
  {
    name: 'content: list with a filter',
    most: [1, 2],
    call: () => find({ 'metadata.price': { $lt: 5 + next() } }, { props: 'title,metadata.price' }),
  },
  {
    name: 'content: list with a filter, after a write',
    most: [3, 3],
    before: change,
    call: () => find({ 'metadata.price': { $lt: 5 } }),
  },
  { name: 'content: by id', most: [1, 2], call: () => findOne(fresh(posts)) },
  {
    name: 'content: by id, after a write',
    most: [2, 2],
    before: change,
    call: () => findOne(fresh(posts)),
  },
  { name: 'content: by slug', most: [1, 2], call: () => find({ slug: `public-${next() % 5}` }) },
  { name: 'content: list with relations, depth 0', most: [1, 2], call: () => findPriced(10, 14) },
  {
    name: 'content: list with relations, depth 1',
    most: [2, 3],
    call: () => findPriced(10, 14, 1),
  },
  { name: 'content: list with relations and media', most: [2, 3], call: () => findPriced(15, 19) },
  {
    name: 'content: insert',
    most: [11, 12],
    call: () =>
      writeContent(server, owner, insertObject, { body: { type: 'posts', title: 'New' } }),
  },
  { name: 'content: update', most: [14, 15], call: change },
  {
    name: 'content: delete',
    most: [9, 10],
    call: () => writeContent(server, owner, deleteByKey, { params: { id: fresh(posts) } }),
  },
  {
    name: 'dashboard: list objects',
    most: [3, 3],
    call: () => send(listObjects, { query: inBucket({ limit: 5 + next() }) }),
  },
  {
    name: 'dashboard: read object',
    most: [3, 3],
    call: () => send(getObject, { query: inBucket({ object_id: drafts[0] }) }),
  },
  {
    name: 'dashboard: update object',
    most: [8, 8],
    call: () =>
      send(updateObject, {
        body: inBucket({ object_id: drafts[0], data: { title: `Title ${next()}` } }),
      }),
  },
  {
    name: 'dashboard: autosave object',
    most: [9, 9],
    call: () =>
      send(updateObject, {
        body: inBucket({
          object_id: drafts.at(-1),
          data: { content: `Content ${next()}`, status: 'draft' },
          autosave: true,
        }),
      }),
  },
  {
    name: 'dashboard: create object',
    most: [11, 11],
    call: () => send(addObject, { body: inBucket({ data: { type: 'posts', title: 'New' } }) }),
  },
  {
    name: 'dashboard: publish object',
    most: [13, 13],
    call: () => send(publishObjects, { body: inBucket({ object_ids: [fresh(drafts)] }) }),
  },
]

test('no endpoint needs more database statements than its recorded maximum', async () => {
  const engine = engineOf(server.app.db.read) === 'sqlite' ? 0 : 1
  const grown: object[] = []
  for (const { name, most, call, before } of calls) {
    // The first call loads indexes and types and records the key's use.
    ;(await call()).ok()
    await before?.()
    const statements = await counter.of(async () => void (await call()).ok())
    if (statements.length > most[engine]) grown.push({ name, count: statements.length, statements })
  }
  expect(grown).toEqual([])
})
