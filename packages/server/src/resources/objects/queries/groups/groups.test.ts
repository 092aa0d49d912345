import { type ObjectGroup, objectGroups } from '@typecase/contract/object-groups'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../../../testing/content.ts'
import { addOwner, addPerson, type Owner } from '../../../../testing/people.ts'
import { createTestClock } from '../../../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let ada: string
let bob: string

beforeAll(async () => {
  const clock = createTestClock(Date.UTC(2026, 9, 31, 17))
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  await addType(server, owner, 'authors')
  await addType(server, owner, 'books', [
    { key: 'genre', type: 'select-dropdown', options: [{ key: 'n', value: 'Novel' }, 'Essay'] },
    { key: 'isNew', type: 'switch' },
    { key: 'day', type: 'date' },
    { key: 'author', type: 'object', object_type: 'authors' },
    { key: 'pages', type: 'number' },
  ])
  ada = (await addOneObject(server, owner, { type: 'authors', title: 'Ada' })).id
  bob = (await addOneObject(server, owner, { type: 'authors', title: 'Bob' })).id
  const books = [
    { title: 'A', metadata: { genre: 'n', isNew: true, day: '2026-03-31', author: bob, pages: 9 } },
    { title: 'B', metadata: { genre: 'Essay', isNew: false, day: '2026-04-01', author: ada } },
    { title: 'C', status: 'published', metadata: { genre: 'n', day: '2026-03-01', author: bob } },
    { title: 'D', locale: 'de', metadata: { pages: 10 } },
  ]
  for (const book of books) {
    await addOneObject(server, owner, { type: 'books', ...book })
    clock.advance(4 * 3_600_000)
  }
})
afterAll(() => server.remove())

const ask = (query: object, by: { token?: string } = owner) =>
  server.send(objectGroups, { query: { slug: owner.bucket.slug, ...query } }, by)

interface Answer {
  groups: ObjectGroup[]
  total: number
  count: number
}

const books = { query: '{"type":"books"}' }
const groups = async (query: object) => (await ask({ ...books, ...query })).ok() as Answer

/** Returns the values of groups with their sizes. */
const sizes = (answer: Answer) => answer.groups.map(({ value, count }) => [value, count])

describe('objects/groups', () => {
  test('answers 401 without a session', async () => {
    expect((await ask({ group: 'type' }, {})).status).toBe(401)
  })

  test('answers 404 outside the bucket', async () => {
    expect((await ask({ group: 'type' }, await addOwner(server))).status).toBe(404)
    expect((await ask({ group: 'type' }, await addPerson(server))).status).toBe(404)
  })

  test('answers 400 with the path of the invalid parameter', async () => {
    const cases: [object, string][] = [
      [{}, 'group'],
      [{ group: 'colour' }, 'sort'],
      [{ group: 'type,status' }, 'group'],
      [{ group: 'random' }, 'group'],
      [{ group: 'type', by: 'week' }, 'by'],
      [{ group: 'created_at', by: 'month', time_zone: 'Atlantis' }, 'time_zone'],
      [{ group: 'type', query: '{' }, 'query'],
    ]
    for (const [query, path] of cases) {
      const error = (await ask(query)).error()
      expect(error, JSON.stringify(query)).toMatchObject({ status: 400, code: 'invalid' })
      expect(error.details?.[0]?.path).toBe(path)
    }
  })

  test('counts objects by fields and metafields, with those without a value last', async () => {
    expect(sizes((await ask({ group: 'type' })).ok() as Answer)).toEqual([
      ['authors', 2],
      ['books', 4],
    ])
    expect(sizes(await groups({ group: 'status' }))).toEqual([
      ['draft', 3],
      ['published', 1],
    ])
    expect(sizes(await groups({ group: '-locale' }))).toEqual([
      ['de', 1],
      [null, 3],
    ])
    expect(sizes(await groups({ group: 'metadata.genre.value' }))).toEqual([
      ['Essay', 1],
      ['Novel', 2],
      [null, 1],
    ])
    expect(sizes(await groups({ group: 'metadata.isNew' }))).toEqual([
      [false, 1],
      [true, 1],
      [null, 2],
    ])
    expect(sizes(await groups({ group: '-metadata.pages' }))).toEqual([
      [10, 1],
      [9, 1],
      [null, 2],
    ])
  })

  test('includes the titles of related objects', async () => {
    const { groups: bookGroups } = await groups({ group: 'metadata.author' })
    const sizes = bookGroups.map(({ title, count }) => [title, count])
    expect(sizes.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['Ada', 1],
        ['Bob', 2],
      ]),
    )
    expect(sizes.slice(2)).toEqual([[null, 1]])
  })

  test('groups days and times by month, and times in the given time zone', async () => {
    expect(sizes(await groups({ group: '-metadata.day', by: 'month' }))).toEqual([
      ['2026-04', 1],
      ['2026-03', 2],
      [null, 1],
    ])
    // The objects are from 17:00 and 21:00 on the last day of October, and 1:00 and 5:00 on the next day.
    expect(sizes(await groups({ group: 'created_at', by: 'month' }))).toEqual([
      ['2026-10', 2],
      ['2026-11', 2],
    ])
    const zone = { time_zone: 'America/New_York' }
    expect(sizes(await groups({ group: '-created_at', by: 'month', ...zone }))).toEqual([
      ['2026-11', 1],
      ['2026-10', 3],
    ])
  })

  test('gives each group a query, and their results in turn have the order of the list', async () => {
    const cases = [
      { group: 'status' },
      { group: '-locale' },
      { group: 'metadata.genre.value' },
      { group: 'metadata.isNew' },
      { group: 'metadata.author' },
      { group: '-metadata.pages' },
      { group: '-metadata.day', by: 'month' },
      { group: 'created_at', by: 'month', time_zone: 'America/New_York' },
    ]
    for (const input of cases) {
      const inOrder = await ids({ type: 'books' }, input.group)
      const { groups: bookGroups } = await groups(input)
      const together: string[] = []
      for (const { query, count } of bookGroups) {
        const expectedIds = await ids({ $and: [{ type: 'books' }, query] }, input.group)
        expect(expectedIds, input.group).toHaveLength(count)
        together.push(...expectedIds)
      }
      expect(together, input.group).toEqual(inOrder)
    }
  })

  test('has no groups for an empty list', async () => {
    expect((await ask({ query: '{"title":"Nothing"}', group: 'type' })).ok()).toEqual({
      groups: [],
      total: 0,
      count: 0,
    })
  })

  async function ids(query: object, sort: string): Promise<string[]> {
    const listQuery = { slug: owner.bucket.slug, query: JSON.stringify(query), sort, limit: 100 }
    const { objects } = (await server.call(listObjects, { query: listQuery }, owner)).ok()
    return objects.map(({ object }) => object.id)
  }
})
