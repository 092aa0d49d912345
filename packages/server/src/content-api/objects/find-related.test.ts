import { findObjects } from '@typecase/contract/content'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import {
  deleteObjects,
  listObjects,
  publishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readContent, type ContentAnswer } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
let ids: Record<string, string>

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

beforeEach(async () => {
  owner = await addOwner(server)
  ids = {}
  await addType(server, owner, 'cities', [{ key: 'name', type: 'text' }])
  await addType(server, owner, 'people', [
    { key: 'country', type: 'text' },
    { key: 'city', type: 'object', object_type: 'cities' },
  ])
  await addType(server, owner, 'posts', [
    { key: 'author', type: 'object', object_type: 'people' },
    { key: 'readers', type: 'objects', object_type: 'people' },
    { key: 'seo', type: 'parent', children: [{ key: 'word', title: 'Word', type: 'text' }] },
  ])
  await add('cities', 'Paris', { name: 'Paris' })
  await add('people', 'Ada', { country: 'fr', city: ids['Paris'] })
  await add('people', 'Bob', { country: 'de' })
  await add('people', 'Draft', { country: 'it' }, 'draft')
  await add('posts', 'By Ada', { author: ids['Ada'], readers: [ids['Bob'], ids['Ada']] })
  await add('posts', 'By Bob', { author: ids['Bob'], seo: { word: 'Bob’s' } })
  await add('posts', 'By a draft', { author: ids['Draft'] })
  await add('posts', 'By no one')
})

async function add(type: string, title: string, metadata: object = {}, status = 'published') {
  const { id } = await addOneObject(server, owner, { type, title, status, metadata })
  ids[title] = id
}

/** The titles of the posts that match a query in the content API. */
async function posts(query: object, more: object = {}): Promise<readonly string[]> {
  const { preview_key: read_key } = owner.bucket.api_access
  const json = JSON.stringify({ type: 'posts', ...query })
  const answer = await readContent(server, owner, findObjects, {
    query: json,
    sort: 'title',
    read_key,
    ...more,
  })
  return answer.status === 404
    ? []
    : (answer.ok() as { objects: ContentAnswer[] }).objects.map(({ title }) => title)
}

/** The titles of the posts that match a query in the dashboard's list. */
async function listed(query: object): Promise<readonly string[]> {
  const { slug } = owner.bucket
  const request = { slug, query: JSON.stringify({ type: 'posts', ...query }), sort: 'title' }
  const { objects } = (await server.call(listObjects, { query: request }, owner)).ok()
  return objects.map(({ object }) => object.title)
}

const change = async (title: string, data: object) => {
  const body = { slug: owner.bucket.slug, object_id: ids[title] ?? '', data }
  ;(await server.call(updateObject, { body }, owner)).ok()
}

const COUNTRY = 'metadata.author.metadata.country'
const CITY = 'metadata.author.metadata.city.metadata.name'

test('a path through three relations is refused with the number that is allowed', async () => {
  const path = 'metadata.author.metadata.city.metadata.land.metadata.name'
  const query = JSON.stringify({ [path]: 'x' })
  const answers = [
    await readContent(server, owner, findObjects, { query }),
    await server.send(listObjects, { query: { slug: owner.bucket.slug, query } }, owner),
  ]
  for (const answer of answers) {
    const failure = answer.error()
    expect(failure).toMatchObject({ status: 400, code: 'invalid' })
    expect(failure.message).toContain('must lead through at most 2 relations')
    expect(failure.message).toContain(path)
  }
})

describe('objects are found through relations', () => {
  test.each<[string, object, readonly string[]]>([
    ['a metafield', { [COUNTRY]: 'fr' }, ['By Ada']],
    ['a title', { 'metadata.author.title': { $regex: '^b', $options: 'i' } }, ['By Bob']],
    ['a slug', { 'metadata.author.slug': { $in: ['ada', 'bob'] } }, ['By Ada', 'By Bob']],
    ['any of several', { 'metadata.readers.metadata.country': 'de' }, ['By Ada']],
    ['two relations away', { [CITY]: 'Paris' }, ['By Ada']],
    ['next to other conditions', { [COUNTRY]: { $gte: 'a' }, title: 'By Bob' }, ['By Bob']],
    [
      'neither',
      { $nor: [{ [COUNTRY]: 'fr' }, { 'metadata.author.slug': 'bob' }] },
      ['By a draft', 'By no one'],
    ],
    ['nothing there', { [COUNTRY]: { $exists: false } }, ['By a draft', 'By no one']],
  ])('%s', async (_, query, expected) => {
    expect(await posts(query)).toEqual(expected)
  })

  test('published objects lead to published versions, and newest versions to newest ones', async () => {
    expect(await posts({ [COUNTRY]: 'it' })).toEqual([])
    expect(await posts({ [COUNTRY]: 'it' }, { status: 'any' })).toEqual(['By a draft'])
    expect(await listed({ [COUNTRY]: 'it' })).toEqual(['By a draft'])
    const status = { 'metadata.author.status': 'draft' }
    expect(await listed(status)).toEqual(['By a draft'])
    expect(await posts(status)).toEqual([])
    await change('Ada', { status: 'draft', metadata: { country: 'es' } })
    expect(await posts({ [COUNTRY]: 'fr' })).toEqual(['By Ada'])
    expect(await listed({ [COUNTRY]: 'fr' })).toEqual([])
    expect(await listed({ [COUNTRY]: 'es' })).toEqual(['By Ada'])
  })
})

test('a change of a related object takes effect at once', async () => {
  const slug = owner.bucket.slug
  const object_ids = [ids['Ada'] ?? '']
  const german = () => posts({ [COUNTRY]: 'de' })
  expect(await german()).toEqual(['By Bob'])
  await change('Ada', { status: 'published', metadata: { country: 'de' } })
  expect(await german()).toEqual(['By Ada', 'By Bob'])
  ;(await server.call(deleteObjects, { body: { slug, object_ids } }, owner)).ok()
  expect(await german()).toEqual(['By Bob'])
  expect(await posts({ [COUNTRY]: { $exists: false } })).toContain('By Ada')
  ;(await server.call(restoreTrash, { body: { slug, object_ids } }, owner)).ok()
  expect(await listed({ [COUNTRY]: 'de' })).toEqual(['By Ada', 'By Bob'])
  ;(await server.call(publishObjects, { body: { slug, object_ids } }, owner)).ok()
  expect(await german()).toEqual(['By Ada', 'By Bob'])
  expect(await posts({ [CITY]: 'Paris' })).toEqual(['By Ada'])
  await change('Paris', { status: 'published', metadata: { name: 'Lutetia' } })
  expect(await posts({ [CITY]: 'Paris' })).toEqual([])
})

test('a bulk change applies to objects that are found through a relation', async () => {
  const body = {
    slug: owner.bucket.slug,
    query: { type: 'posts', 'metadata.author.title': 'Ada' },
    data: { metadata: { 'seo.word': { op: 'set', value: 'x' } } },
  }
  const plan = await server.send(bulkEditObjects, { body: { ...body, dry_run: true } }, owner)
  expect(plan.ok()).toMatchObject({ matched: 1 })
  expect((await server.send(bulkEditObjects, { body }, owner)).ok()).toMatchObject({ modified: 1 })
  expect(await listed({ 'metadata.seo.word': 'x' })).toEqual(['By Ada'])
})
