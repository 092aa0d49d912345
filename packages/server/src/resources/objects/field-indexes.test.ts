import { sql, trusted } from '@typecase/content-query/sql-text'
import { updateObjectType } from '@typecase/contract/object-types'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { objectsOf } from '../../content-api/testing/read-content.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { selectRows } from '../../database/run-sql.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import type { FieldIndexes } from './field-indexes.ts'
import { compileList, countObjects, pageStatement, readPage } from './list.ts'
import { readListRequest } from './list-request.ts'
import type { ListSource } from './tables.ts'

const LARGE = 20
const fields = [
  { key: 'year', type: 'number' as const },
  { key: 'medium', type: 'text' as const },
  { key: 'isOwned', type: 'switch' as const },
]
const titled = <Field extends { key: string }>(field: Field) => ({ title: field.key, ...field })
const clock = createTestClock()
let server: TestServer
let owner: Owner
let access: BucketAccess
let indexes: FieldIndexes

beforeAll(async () => {
  server = await startTestServer({}, { clock, large: { pages: 0, objects: LARGE } })
  owner = await addOwner(server)
  access = openBucketForJob(owner.bucket.id, owner.bucket.slug, owner.id)
  indexes = server.app.fieldIndexes
  await addType(server, owner, 'works', fields)
  await addType(server, owner, 'few', fields)
  for (let n = 0; n < 60; n += 1) {
    const metadata = {
      ...(n % 7 > 0 && { year: 1900 + (n % 10) }),
      medium: ['oil', 'Öl', ''][n % 3],
      isOwned: n % 2 === 0,
    }
    await addOneObject(server, owner, {
      type: 'works',
      title: `Work ${n}`,
      status: 'published',
      metadata,
    })
  }
  await addOneObject(server, owner, { type: 'few', title: 'Few' })
})
afterAll(() => server.remove())

const type = 'works'
const requests: { query: object; sort?: string }[] = [
  { query: { type, 'metadata.year': 1903 } },
  { query: { type, 'metadata.year': { $gte: 1905, $lt: 1908 } }, sort: 'title' },
  { query: { type, 'metadata.year': null } },
  { query: { type, 'metadata.year': { $ne: 1903 } } },
  { query: { type, 'metadata.year': { $in: [1901, 1902, 'x'] } } },
  { query: { type, 'metadata.year': { $exists: false } } },
  { query: { type, 'metadata.year': '1903' } },
  { query: { type, 'metadata.medium': 'oil', 'metadata.isOwned': true } },
  { query: { type, 'metadata.medium': { $regex: 'ÖL', $options: 'i' } } },
  { query: { type }, sort: 'metadata.year' },
  { query: { type }, sort: '-metadata.year' },
  { query: { type, status: 'published' }, sort: '-metadata.medium,metadata.year' },
  { query: { type, title: 'Work 3' }, sort: 'metadata.year' },
  { query: { type, status: 5 }, sort: 'metadata.year' },
]

const read = ({ query, sort }: (typeof requests)[number]) =>
  readListRequest({
    slug: owner.bucket.slug,
    query: JSON.stringify(query),
    limit: 1000,
    ...(sort && { sort }),
  })

async function answersWith(indexes: FieldIndexes) {
  const { db } = server.app
  return Promise.all(
    requests.map(async (request) => {
      const list = await compileList({ db, access, indexes }, 'objects', read(request))
      const readers = { page: db.scan, read: db.read }
      const rows = await readPage(readers, access, list, read(request))
      const ids = rows.map(({ object }) => Reflect.get(object, 'id') as string)
      return { request, total: await countObjects({ read: db.read, total: db.walk }, list), ids }
    }),
  )
}

async function planOf(
  request: (typeof requests)[number],
  source: ListSource = 'objects',
): Promise<string> {
  const { db } = server.app
  const list = await compileList({ db, access, indexes }, source, read(request))
  const { text, values } = pageStatement(list, 10, 0, trusted('objects.id'))
  const rows = await selectRows<{ detail: string }>(db.read, {
    text: `EXPLAIN QUERY PLAN ${text}`,
    values,
  })
  return rows.map(({ detail }) => detail).join('\n')
}

async function planOfCount(query: object): Promise<string> {
  const { db } = server.app
  const { counted, where } = await compileList({ db, access, indexes }, 'objects', read({ query }))
  const rows = await selectRows<{ detail: string }>(
    db.read,
    sql`EXPLAIN QUERY PLAN SELECT count(*) FROM ${counted} WHERE ${where}`,
  )
  return rows.map(({ detail }) => detail).join('\n')
}

const none: FieldIndexes = { of: async () => [], wish: async () => {}, clear: async () => {} }
const indexedKeys = async (wanted: ListSource = 'objects') =>
  (await indexes.of(access))
    .flatMap(({ source, key }) => (source === wanted ? [key] : []))
    .toSorted()

test('an index that is wished for answers every list as before', async () => {
  const before = await answersWith(none)
  expect(before.map(({ total }) => total)).toEqual([
    6, 15, 9, 54, 10, 9, 0, 10, 20, 60, 60, 60, 1, 0,
  ])
  void indexes.wish(access, 'objects', 'works', ['year', 'medium', 'isOwned', 'nothing'])
  void indexes.wish(access, 'objects', 'few', ['year'])
  await waitFor(indexedKeys, (keys) => keys.length === 3)
  expect(await answersWith(indexes)).toEqual(before)
  expect(await planOf({ query: { type, 'metadata.year': 1903 } })).toMatch(/USING INDEX field_/)
  expect(await planOf({ query: { type }, sort: '-metadata.year' })).toMatch(/USING INDEX field_/)
  expect(await planOf({ query: { type }, sort: 'metadata.year' })).not.toMatch(/TEMP B-TREE/)
  expect(await planOfCount({ type, 'metadata.year': { $gte: 1 } })).toMatch(/INDEX field_.*<expr>>/)
  expect(await planOfCount({ type, 'metadata.isOwned': true })).toMatch(/INDEX field_.*<expr>=/)
})

test('an index keeps up with writes', async () => {
  const metadata = { year: 2000 }
  const { id } = await addOneObject(server, owner, { type: 'works', title: 'New', metadata })
  const { db } = server.app
  const asked = read({ query: { type, 'metadata.year': 2000 } })
  const list = await compileList({ db, access, indexes }, 'objects', asked)
  expect(await countObjects({ read: db.read, total: db.read }, list)).toBe(1)
  const query = { slug: owner.bucket.slug, query: JSON.stringify({ type, 'metadata.year': 2000 }) }
  const answer = await server.call(listObjects, { query }, owner)
  expect(answer.ok().objects[0]?.object.id).toBe(id)
})

const publicIds = async (query: object, sort?: string) => {
  const input = { query: JSON.stringify(query), props: 'id', ...(sort && { sort }) }
  return (await objectsOf(server, owner, input)).map(({ id }) => id)
}

test('the content API has indexes of its own, which answer as before', async () => {
  const asked: [object, string?][] = [
    [{ type, 'metadata.year': 1903 }],
    [{ type, 'metadata.medium': 'oil' }, '-metadata.year'],
    [{ type }, 'metadata.isOwned,title'],
  ]
  const all = () => Promise.all(asked.map(([query, sort]) => publicIds(query, sort)))
  const before = await all()
  expect(before.map(({ length }) => length)).toEqual([6, 20, 60])
  await waitFor(
    () => indexedKeys('published_objects'),
    (keys) => keys.length === 3,
  )
  expect(await all()).toEqual(before)
  const year = { query: { type, 'metadata.year': 1903 } }
  expect(await planOf(year, 'published_objects')).toMatch(/USING INDEX field_/)
  const metadata = { year: 1903 }
  const given = { type, title: 'Newest', status: 'published', metadata }
  const { id } = await addOneObject(server, owner, given)
  expect(await publicIds({ type, 'metadata.year': 1903 })).toEqual([id, ...(before[0] ?? [])])
})

test('an index goes with its field', async () => {
  const before = await indexedKeys()
  const metafields = fields.filter(({ key }) => key !== 'year').map(titled)
  const body = { slug: owner.bucket.slug, type_slug: type, data: { metafields } }
  ;(await server.send(updateObjectType, { body }, owner)).ok()
  await indexes.clear()
  expect(before).toContain('year')
  expect(await indexedKeys()).toEqual(before.filter((key) => key !== 'year'))
})

test('of too many indexes the one that nobody uses gives way', async () => {
  const keys = Array.from({ length: 18 }, (_, n) => `field${n}`)
  const metafields = keys.map((key) => titled({ key, type: 'text' as const }))
  const body = { slug: owner.bucket.slug, type_slug: type, data: { metafields } }
  ;(await server.send(updateObjectType, { body }, owner)).ok()
  await indexes.clear()
  expect(await indexedKeys()).toEqual([])
  void indexes.wish(access, 'objects', type, keys.slice(0, 16))
  await waitFor(indexedKeys, (known) => known.length === 16)
  clock.advance(2 * 3600_000)
  void indexes.wish(access, 'objects', type, keys.slice(1, 16))
  void indexes.wish(access, 'objects', type, ['field16'])
  await waitFor(indexedKeys, (known) => known.includes('field16'))
  expect(await indexedKeys()).toEqual(keys.slice(1, 17).toSorted())
})
