import { everything } from '@typecase/content-query/ast'
import { parseQuery } from '@typecase/content-query/parse'
import { parseSort } from '@typecase/content-query/sort'
import { expect, test } from 'vitest'

import { findRows, readPage } from './find-rows.ts'
import { LiveIndex } from './live-index.ts'
import { MemoryFeed } from './memory-feed.fixture.ts'
import { turnsDuring } from './turns.fixture.ts'

const idOf = (index: number) => (index + 1).toString(16).padStart(24, '0')
const titled = (index: number, title: string) => ({ id: idOf(index), title })
const byTitle = parseSort('title', 'objects')

function setUp() {
  const feed = new MemoryFeed()
  feed.write(['a', 'b', 'c', 'd'].map((title, index) => titled(index, title)))
  const live = new LiveIndex(feed)
  const find = () => findRows(live, { sort: byTitle, limit: 2 })
  /** Reads rows as a table would: each with the version of its last write. */
  const read = (ids: readonly string[]) =>
    feed
      .writtenRows({ version: -1, id: '' }, 100)
      .then(({ rows }) =>
        rows.flatMap(({ id, version, record }) =>
          record && ids.includes(id) ? [{ id, version, title: record['title'] }] : [],
        ),
      )
  return { feed, live, find, read }
}

test.each([
  ['changed', (feed: MemoryFeed) => feed.write([titled(0, 'z')]), ['b', 'c'], 4],
  ['removed', (feed: MemoryFeed) => feed.remove(idOf(1)), ['a', 'c'], 3],
  ['added elsewhere', (feed: MemoryFeed) => feed.write([titled(4, 'e')]), ['a', 'b'], 4],
])(
  'a page is of a single version when its rows are %s after they were found',
  async (_what, write, titles, total) => {
    const { feed, find, read } = setUp()
    let reads = 0
    const page = await readPage(find, (ids) => {
      if (reads++ === 0) write(feed)
      return read(ids)
    })
    expect(page.rows.map(({ title }) => title)).toEqual(titles)
    // A page at an older version was found before a write that changed none of its rows.
    expect(page.total).toBe(page.version === feed.current ? total : 4)
    expect(reads).toBeLessThanOrEqual(2)
  },
)

test('a page whose rows change on every read is refused after 50 reads', async () => {
  const { feed, find, read } = setUp()
  let reads = 0
  const page = readPage(find, (ids) => {
    feed.write([titled(0, `a${reads++}`)])
    return read(ids)
  })
  await expect(page).rejects.toMatchObject({ code: 'limited' })
  expect(reads).toBe(50)
})

test('a page may begin after a given row, in any order', async () => {
  const { live } = setUp()
  const after = async (index: number, sort = byTitle) =>
    findRows(live, { sort, after: idOf(index), limit: 2 })
  expect(await after(1)).toMatchObject({ ids: [idOf(2), idOf(3)], skip: 2, total: 4 })
  expect(await after(3)).toMatchObject({ ids: [], skip: 4 })
  await expect(after(9)).rejects.toThrow('after must be the id of a row that is there')
  const random = parseSort('random', 'objects')
  const { ids, skip } = await after(1, random)
  expect(ids).not.toContain(idOf(1))
  expect(ids).toHaveLength(Math.min(2, 4 - skip))
})

test('pages repeat no row while others are added or the last one stops matching', async () => {
  const { feed, live } = setUp()
  const { query } = parseQuery({ title: { $ne: 'bb' } }, { resource: 'objects' })
  const rest = async () =>
    (await findRows(live, { query, sort: byTitle, after: idOf(1), limit: 2 })).ids
  feed.write([titled(20, 'A'), titled(21, 'AA')])
  expect(await rest()).toEqual([idOf(2), idOf(3)])
  feed.write([titled(1, 'bb')])
  expect(await rest()).toEqual([idOf(2), idOf(3)])
})

test('collecting the ids of many rows leaves time for other work', async () => {
  const { feed, live } = setUp()
  feed.write(Array.from({ length: 16_000 }, (_, index) => titled(index, `t${index % 7}`)))
  const find = () => findRows(live, { sort: byTitle })
  const { ids } = await find()
  let second: readonly string[] = []
  const turns = await turnsDuring(async () => ({ ids: second } = await find()))
  expect(turns).toBeGreaterThanOrEqual(5)
  expect(second).toEqual(ids)
  expect(new Set(ids).size).toBe(16_000)
})

test('ids are those of the moment at which their rows were found', async () => {
  const { feed, live } = setUp()
  feed.write(Array.from({ length: 5000 }, (_, index) => titled(index, 't')))
  const { version } = await findRows(live, { sort: byTitle })
  let page: Awaited<ReturnType<typeof findRows>> | undefined
  await turnsDuring(async () => {
    const finding = findRows(live, { sort: byTitle })
    await new Promise(setImmediate)
    // The new object reuses the row of the deleted one as soon as the index catches up.
    feed.remove(idOf(4999))
    feed.write([titled(6000, 't')])
    await live.match(everything)
    page = await finding
  })
  expect(page?.version).toBe(version)
  expect(page?.ids).toEqual(Array.from({ length: 5000 }, (_, index) => idOf(index)))
})
