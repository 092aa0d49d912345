import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { selectRows } from '../../database/run-sql.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import { createFieldIndexes, type FieldIndexes } from './field-indexes.ts'
import { compileList, countObjects, pageStatement, readPage } from './list.ts'
import { readListRequest } from './list-request.ts'

const LARGE = 20
let server: TestServer
let owner: Owner
let access: BucketAccess
let indexes: FieldIndexes

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  access = openBucketForJob(owner.bucket.id, owner.bucket.slug, owner.id)
  indexes = createFieldIndexes(server.app, LARGE)
  const fields = [
    { key: 'year', type: 'number' as const },
    { key: 'medium', type: 'text' as const },
    { key: 'isOwned', type: 'switch' as const },
  ]
  await addType(server, owner, 'works', fields)
  await addType(server, owner, 'few', fields)
  for (let n = 0; n < 60; n += 1) {
    const metadata = {
      ...(n % 7 > 0 && { year: 1900 + (n % 10) }),
      medium: ['oil', 'Öl', ''][n % 3],
      isOwned: n % 2 === 0,
    }
    await addOneObject(server, owner, { type: 'works', title: `Work ${n}`, metadata })
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
  { query: { type, status: 'draft' }, sort: '-metadata.medium,metadata.year' },
  { query: { type, title: 'Work 3' }, sort: 'metadata.year' },
]

const read = ({ query, sort }: (typeof requests)[number]) =>
  readListRequest({
    slug: owner.bucket.slug,
    query: JSON.stringify(query),
    limit: 1000,
    ...(sort && { sort }),
  })

async function answersWith(indexes: FieldIndexes) {
  const { read: db } = server.app.db
  return Promise.all(
    requests.map(async (request) => {
      const list = await compileList(db, access, indexes, read(request))
      const rows = await readPage(db, access, list, read(request))
      const ids = rows.map(({ object }) => Reflect.get(object, 'id') as string)
      return { request, total: await countObjects(db, list), ids }
    }),
  )
}

async function planOf(request: (typeof requests)[number]): Promise<string> {
  const { read: db } = server.app.db
  const list = await compileList(db, access, indexes, read(request))
  const { text, values } = pageStatement(list, 10, 0)
  const rows = await selectRows<{ detail: string }>(db, {
    text: `EXPLAIN QUERY PLAN ${text}`,
    values,
  })
  return rows.map(({ detail }) => detail).join('\n')
}

const none: FieldIndexes = { of: async () => [], wish: () => {} }
const indexedKeys = async () => (await indexes.of(access)).map(({ key }) => key).toSorted()

test('an index that is wished for answers every list as before', async () => {
  const before = await answersWith(none)
  expect(before.map(({ total }) => total)).toEqual([6, 15, 9, 54, 10, 9, 0, 10, 20, 60, 60, 60, 1])
  indexes.wish(access, 'works', ['year', 'medium', 'isOwned', 'nothing'])
  indexes.wish(access, 'few', ['year'])
  await waitFor(indexedKeys, (keys) => keys.length === 3)
  expect(await answersWith(indexes)).toEqual(before)
  expect(await planOf({ query: { type, 'metadata.year': 1903 } })).toMatch(/USING INDEX field_/)
  expect(await planOf({ query: { type }, sort: '-metadata.year' })).toMatch(/USING INDEX field_/)
  expect(await planOf({ query: { type }, sort: 'metadata.year' })).not.toMatch(/TEMP B-TREE/)
})

test('an index keeps up with writes', async () => {
  const metadata = { year: 2000 }
  const { id } = await addOneObject(server, owner, { type: 'works', title: 'New', metadata })
  const list = await compileList(
    server.app.db.read,
    access,
    indexes,
    read({ query: { type, 'metadata.year': 2000 } }),
  )
  expect(await countObjects(server.app.db.read, list)).toBe(1)
  const query = { slug: owner.bucket.slug, query: JSON.stringify({ type, 'metadata.year': 2000 }) }
  const answer = await server.call(listObjects, { query }, owner)
  expect(answer.ok().objects[0]?.object.id).toBe(id)
})
