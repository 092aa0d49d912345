import { everything } from '@typecase/content-query/ast'
import { matches } from '@typecase/content-query/match'
import { escapePattern } from '@typecase/content-query/pattern'
import { parseQuery } from '@typecase/content-query/parse'
import { compareRecords, parseSort } from '@typecase/content-query/sort'
import { beforeEach, expect, test, vi } from 'vitest'

import type { OrderedSort } from './row-orders.ts'
import { createColumnIndexes } from './column-indexes.ts'
import { IndexTooLarge, LiveIndex } from './live-index.ts'
import { MemoryFeed, type Row } from './memory-feed.fixture.ts'
import { PatternBudget } from './pattern-budget.ts'

let feed: MemoryFeed
let live: LiveIndex
beforeEach(() => {
  feed = new MemoryFeed()
  live = new LiveIndex(feed)
})

const idOf = (index: number) => (index + 1).toString(16).padStart(24, '0')
const rowOf = (index: number, more: object = {}): Row => ({
  id: idOf(index),
  type: 'posts',
  status: 'published',
  title: `Post ${index % 97}`,
  created_at: new Date(1.7e12 + index * 1000).toISOString(),
  metadata: { year: 1900 + (index % 100) },
  ...more,
})
const rows = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => rowOf(index, more))

const parse = (json: object) => parseQuery(json, { resource: 'objects' }).query
const sortBy = (text: string) => parseSort(text, 'objects') as OrderedSort

/** Returns the ids that the query matches, and the expected ids. */
async function matchingRows(
  json: object,
  sort?: string,
): Promise<{ ids: string[]; expected: string[] }> {
  const query = parse(json)
  const order = sort === undefined ? undefined : sortBy(sort)
  const { index, rows: matched } = await live.match(query, { sort: order })
  const page = order ? index.page(matched, order, 0, 1_000_000) : [...matched.toRows()]
  const byId = new Map(feed.rows.map((row) => [row.id, row]))
  const expected = feed.rows.filter((row) => matches(query, row, (id) => byId.get(id)))
  if (order) expected.sort((a, b) => compareRecords(order, a, b))
  const ids = page.map((row) => index.idOf(row))
  return order
    ? { ids, expected: expected.map(({ id }) => id) }
    : { ids: ids.sort(), expected: expected.map(({ id }) => id).sort() }
}

async function expectMatches(json: object, sort?: string): Promise<void> {
  const { ids, expected } = await matchingRows(json, sort)
  expect(ids).toEqual(expected)
}

test('a column is loaded by the first query that asks for it, once', async () => {
  feed.write(rows(50))
  await live.match(parse({ 'metadata.year': 1950 }))
  await Promise.all([
    live.match(parse({ 'metadata.year': { $gt: 1950 } })),
    live.match(parse({ title: 'Post 1' })),
    live.match(parse({ title: 'Post 2' })),
  ])
  expect(feed.loaded).toEqual(['metadata.year', 'title'])
})

test('rows written while a column loads appear in their current state', async () => {
  feed.write(rows(5000))
  await live.match(everything)
  let changed = 0
  feed.meanwhile = () => {
    if (changed === 3) return
    feed.write([rowOf(changed++ * 2100, { metadata: { year: 1 } }), rowOf(9000 + changed)])
  }
  const json = { 'metadata.year': { $lt: 1910 } }
  await live.match(parse(json), { sort: sortBy('-metadata.year') })
  expect(changed).toBe(3)
  await expectMatches(json, '-metadata.year')
})

test('rows written while all rows are sorted get their place in the order', async () => {
  feed.write(rows(20_000))
  await live.match(everything)
  const sorting = live.match(everything, { sort: sortBy('-metadata.year,title') })
  for (let turn = 0; turn < 5; turn++) {
    await new Promise(setImmediate)
    feed.write([rowOf(turn * 3000, { title: 'A' }), rowOf(30_000 + turn)])
    await live.match(everything)
  }
  await sorting
  await expectMatches({}, '-metadata.year,title')
})

test('numbers that change during sorting are found by their current value', async () => {
  feed.write(rows(20_000))
  await live.match(everything, { values: [['metadata', 'year']] })
  const matching = live.match(parse({ 'metadata.year': { $gt: 1950 } }))
  for (let turn = 0; turn < 5; turn++) {
    feed.write([rowOf(turn * 3000, { metadata: { year: 2000 + turn } }), rowOf(30_000 + turn)])
    await live.match(everything)
  }
  await matching
  await expectMatches({ 'metadata.year': { $gt: 1990, $lte: 2002 } })
  await expectMatches({ 'metadata.year': { $gte: 2003 }, title: { $regex: '3' } })
  feed.write(rows(9000, { metadata: { year: 7 } }))
  await expectMatches({ 'metadata.year': { $lt: 1901 } })
})

test('a range of times is found in a sort order that follows changes', async () => {
  const timeOf = (index: number) => rowOf(index)['created_at']
  feed.write(rows(20_000))
  const range = { created_at: { $gt: timeOf(500), $lte: timeOf(700) } }
  await expectMatches(range)
  feed.write([rowOf(600, { created_at: timeOf(9) }), rowOf(9, { created_at: timeOf(650) })])
  feed.write([rowOf(601, { created_at: null }), rowOf(20_000, { created_at: timeOf(700) })])
  await expectMatches(range)
  await expectMatches({ created_at: { $lt: timeOf(3) } })
  await expectMatches({ created_at: { $gte: '2023-11-14T23' } })
  feed.write(rows(9000, { created_at: timeOf(650) }))
  await expectMatches(range)
})

test('an index starts over when it may have missed a deletion', async () => {
  feed.write(rows(10))
  await expectMatches({ type: 'posts' })
  feed.remove(idOf(3))
  feed.purge(idOf(3))
  await expectMatches({ type: 'posts' })
})

test('a failed read fails its query only', async () => {
  feed.write(rows(10))
  feed.meanwhile = () => {
    feed.meanwhile = () => {}
    throw new Error('The database went away.')
  }
  await expect(live.match(parse({ title: 'Post 1' }))).rejects.toThrow('went away')
  await expectMatches({ title: 'Post 1' })
})

test('an aborted query ends before its next step', async () => {
  feed.write(rows(10))
  const controller = new AbortController()
  feed.meanwhile = () => controller.abort(new Error('closed'))
  await expect(live.match(everything, { signal: controller.signal })).rejects.toThrow('closed')
})

test('a column of long texts keeps only their words, and reads rows where these are not enough', async () => {
  const text = 'Lorem ipsum dolor sit amet. '.repeat(400)
  feed.write(
    Array.from({ length: 400 }, (_, index) => rowOf(index, { content: `${text}${index}.` })),
  )
  await expectMatches({ content: { $regex: '399' } })
  // The texts have 4.5 million characters; the word lists begin with a page of one megabyte.
  expect(live.bytes).toBeLessThan(2_500_000)
  let changed = 0
  feed.meanwhile = () => {
    if (changed++ < 2) feed.write([rowOf(changed, { content: 'Short, and in 1977.' })])
  }
  await expectMatches({ content: { $regex: '77' }, 'metadata.year': { $gte: 1900 } })
  await expectMatches({ $nor: [{ content: { $regex: '1' } }] })
  await expectMatches({ content: { $exists: true } }, 'content')
})

test('a word in long texts is found in their current state without reading a row', async () => {
  const text = 'Lorem ipsum dolor sit amet. '.repeat(400)
  feed.write(
    Array.from({ length: 400 }, (_, index) => rowOf(index, { content: `${text} Nº ${index}x` })),
  )
  const word = { content: { $regex: '39X', $options: 'i' } }
  await expectMatches(word)
  const read = vi.spyOn(feed, 'records')
  await expectMatches(word)
  feed.write([rowOf(39, { content: 'Nothing' }), rowOf(7, { content: '139x' })])
  feed.remove(idOf(139))
  await expectMatches(word)
  expect((await matchingRows(word)).ids).toEqual([239, 339, 7].map(idOf).toSorted())
  expect(read).not.toHaveBeenCalled()
  // The records decide word order and spelling: the index only knows which rows contain both words.
  await expectMatches({ content: { $regex: 'amet\\. +Nº 12x$' } })
  read.mockClear()
  await expectMatches({ content: { $regex: 'Nº 12x' } })
  expect(read.mock.calls.flatMap(([ids]) => ids)).toEqual([idOf(12)])
})

test('phrases in long texts are found without reading a row, and the texts are loaded once', async () => {
  const text = 'Lorem ipsum, dolor sit amet. '.repeat(400)
  feed.write(
    Array.from({ length: 400 }, (_, index) =>
      rowOf(index, { content: `${text} Part ${index % 7}: item ${index}` }),
    ),
  )
  const read = vi.spyOn(feed, 'records')
  for (const $regex of ['t. part 3: it', ' item 39', ', dolor sit', 'm 7', ': ', 'dolor  sit']) {
    await expectMatches({ content: { $regex: escapePattern($regex), $options: 'i' } })
  }
  expect(read).not.toHaveBeenCalled()
  expect(feed.loaded.filter((path) => path === 'content')).toEqual(['content'])
})

test('catching up ends even if writes are faster than its pages', async () => {
  feed.write(rows(3000))
  await expectMatches({ type: 'posts' })
  feed.write(rows(3000))
  let writes = 0
  // Each page adds more rows to read than it contained.
  feed.meanwhile = () => {
    if (writes++ < 5000) feed.write(rows(3000))
  }
  await live.match(everything)
  expect(writes).toBeLessThan(5000)
})

test('a query gives up if texts change as fast as they are tested', async () => {
  const text = 'Lorem ipsum dolor sit amet. '.repeat(200)
  const all = Array.from({ length: 1500 }, (_, index) => rowOf(index, { content: text + index }))
  feed.write(all)
  await expectMatches({ content: { $exists: true } })
  feed.meanwhile = () => feed.write(all)
  await expect(live.match(parse({ content: { $exists: true } }))).rejects.toMatchObject({
    code: 'too_expensive',
  })
})

test('rows are read where the words of long texts need more memory than there is', async () => {
  const words = (index: number) =>
    Array.from({ length: 1000 }, (_, at) => `w${index * 1000 + at}`).join(' ')
  feed.write(Array.from({ length: 1000 }, (_, index) => rowOf(index, { content: words(index) })))
  live = new LiveIndex(feed, 8_000_000)
  await expectMatches({ content: { $regex: 'w12345' } })
  await expectMatches({
    content: { $regex: 'W12345', $options: 'i' },
    'metadata.year': { $gte: 0 },
  })
  expect(live.bytes).toBeLessThan(8_000_000)
})

test('a row that takes the place of a deleted one is related to only by its own id', async () => {
  feed.write([rowOf(0), rowOf(1, { metadata: { one: idOf(0) } })])
  const titled = { 'metadata.one.title': { $exists: true } }
  await expectMatches(titled)
  feed.remove(idOf(0))
  await expectMatches(titled)
  feed.write([rowOf(2)])
  await expectMatches(titled)
  feed.write([rowOf(0)])
  await expectMatches(titled)
  expect((await matchingRows(titled)).ids).toEqual([idOf(1)])
})

test('long texts of related rows are read from those rows, in their current state', async () => {
  const text = 'Lorem ipsum dolor sit amet. '.repeat(400)
  const long = (index: number, end: string) => rowOf(index, { content: text + end })
  feed.write([
    ...Array.from({ length: 400 }, (_, index) => long(index, `${index}.`)),
    ...[7, 8, 9].map((one) => rowOf(400 + one, { metadata: { one: idOf(one), year: 1 } })),
    rowOf(410, { metadata: { one: idOf(408) } }),
  ])
  await expectMatches({ 'metadata.one.content': { $regex: '[78]\\.$' }, 'metadata.year': 1 })
  await expectMatches({ $nor: [{ 'metadata.one.content': { $regex: '8' } }] })
  await expectMatches({ 'metadata.one.metadata.one.content': { $regex: '8' } })
  expect(live.bytes).toBeLessThan(2_500_000)
  let changed = 0
  feed.meanwhile = () => {
    if (changed++ < 2) feed.write([rowOf(7 + changed, { content: 'Short, and the end: 7.' })])
  }
  const ends = { 'metadata.one.content': { $regex: '7\\.$' } }
  await live.match(parse(ends))
  await expectMatches(ends)
  expect((await matchingRows(ends)).ids).toHaveLength(3)
  // Patterns compare times as texts, so the records are tested.
  await expectMatches({ 'metadata.one.created_at': { $regex: ':0[79]' } })
  await expectMatches({ 'metadata.one.id': { $regex: 'a$' } })
})

test('a time in another format is sorted and found as a text', async () => {
  feed.write(rows(5))
  await expectMatches({ created_at: { $gte: '2023-11' } }, '-created_at')
  feed.write([rowOf(2, { created_at: '2023-11-14' })])
  await expectMatches({ created_at: { $gte: '2023-11' } }, '-created_at')
  await expectMatches({ created_at: '2023-11-14' })
})

test('columns with more former than current values are loaded again', async () => {
  feed.write(rows(20))
  await expectMatches({ title: 'Post 1' })
  for (let round = 0; round < 100; round++) {
    feed.write(
      rows(20, { title: `Round ${round} ${'x'.repeat(round)}`, slug: `${round}` }).map((row) => ({
        ...row,
        slug: `${row.id}-${round}`,
      })),
    )
    await expectMatches({ slug: `${idOf(3)}-${round}` })
  }
  expect(feed.loaded.filter((path) => path === 'slug').length).toBeGreaterThan(0)
})

test('an index makes room for the columns of a query, and fails when they need too much memory', async () => {
  feed.write(rows(2000))
  await live.match(parse({ title: 'Post 1' }), { sort: sortBy('-created_at') })
  const { bytes } = live
  live = new LiveIndex(feed, bytes * 1.3)
  await expectMatches({ title: 'Post 1' }, '-created_at')
  await expectMatches({ slug: 'a', 'metadata.year': 1950 }, 'status')
  expect(live.bytes).toBeLessThanOrEqual(bytes * 1.3)
  live = new LiveIndex(feed, 10_000)
  await expect(live.match(parse({ title: 'Post 1' }))).rejects.toThrow(IndexTooLarge)
})

test('keys that no row has take little memory, and a row that gains one is found', async () => {
  feed.write(rows(2000))
  await live.match(parse({ 'metadata.year': 1950 }))
  const { bytes } = live
  for (let key = 0; key < 300; key++) await expectMatches({ [`metadata.key${key}`]: 1 })
  // 32 empty columns remain, and the set of known keys; 300 columns would take 2.4 MB.
  expect(live.bytes).toBeLessThan(bytes + 64 * 4 * 2048)
  // These overlapping concurrent queries need more columns than the cache holds.
  const some = (first: number, count: number) => ({
    $or: Array.from({ length: count }, (_, key) => ({ [`metadata.key${first + key}`]: 1 })),
  })
  await expectMatches(some(0, 50))
  await Promise.all([expectMatches(some(0, 99)), expectMatches(some(80, 99), '-metadata.none')])
  feed.write([rowOf(3, { metadata: { key0: 1, key299: 1 } })])
  await expectMatches({ 'metadata.key0': 1 })
  await expectMatches({ 'metadata.key299': 1 })
  await expectMatches({ 'metadata.year': 1950 })
})

test('the least recently used columns make room, but not those of running queries', async () => {
  const keys = Array.from({ length: 200 }, (_, key) => `key${key}`)
  const metadata = Object.fromEntries(keys.map((key, index) => [key, index]))
  feed.write(rows(2000, { metadata }))
  await live.match(parse({ 'metadata.key0': 0 }))
  const { bytes } = live
  const ask = (from: number, to: number) => ({
    $or: keys.slice(from, to).map((key) => ({ [`metadata.${key}`]: 7 })),
  })
  for (const key of keys) await expectMatches({ [`metadata.${key}`]: 7, 'metadata.key0': 0 })
  const perColumn = (live.bytes - bytes) / 63
  expect(live.bytes).toBeLessThan(bytes + 64 * perColumn)
  feed.loaded.length = 0
  await expectMatches({ 'metadata.key0': 0, 'metadata.key199': 199 })
  expect(feed.loaded).toEqual([])
  await Promise.all([expectMatches(ask(0, 99)), expectMatches(ask(99, 198), 'metadata.key0')])
  await expectMatches({ 'metadata.key1': 1 })
  await new Promise(setImmediate)
  await expectMatches({ 'metadata.key150': 150, 'metadata.key2': 2 })
  await new Promise(setImmediate)
  await expectMatches({ 'metadata.key199': 7 })
  expect(live.bytes).toBeLessThan(bytes + 66 * perColumn)
})

test('rows are read once for an unknown key, and once for the keys of all rows', async () => {
  feed.write(rows(2000))
  await live.match(parse({ 'metadata.year': 1950 }))
  feed.loaded.length = 0
  for (let key = 0; key < 10; key++) await expectMatches({ [`metadata.key${key}`]: 1 })
  await expectMatches({ title: 'Post 1' }, '-metadata.key99')
  expect(feed.loaded).toEqual(['metadata.key0', '$keys', 'title'])
  // The empty column of `late` exists before the row is read, and takes its value. `later` is a known key by then, so
  // its column is loaded.
  feed.write([rowOf(3, { metadata: { late: 1, later: 2 } })])
  await expectMatches({ 'metadata.late': 1 })
  expect(feed.loaded).toHaveLength(3)
  await expectMatches({ 'metadata.later': { $exists: true } }, 'metadata.late')
  expect(feed.loaded.slice(3)).toEqual(['metadata.later'])
})

test('the indexes of a server stay within their memory, and the least recently used goes first', async () => {
  feed.write(rows(2000))
  const warnings: unknown[] = []
  const one = createColumnIndexes(Infinity)
  await one.of('a', 'objects', () => feed).match(parse({ title: 'Post 1' }))
  const indexes = createColumnIndexes(one.bytes * 2.5, {
    warn: (words: unknown) => warnings.push(words),
  })
  for (const name of ['a', 'b', 'a', 'c', 'c']) {
    await indexes.of(name, 'objects', () => feed).match(parse({ title: 'Post 1' }))
  }
  expect([indexes.count, indexes.dropped]).toEqual([2, 1])
  expect(warnings).toEqual([])
  feed.loaded.length = 0
  await indexes.of('a', 'objects', () => feed).match(parse({ title: 'Post 1' }))
  expect(feed.loaded).toEqual([])
  await indexes.of('b', 'objects', () => feed).match(parse({ title: 'Post 1' }))
  expect(feed.loaded).toEqual(['title'])
  expect(warnings).toHaveLength(1)
})

test('a growing bucket evicts only its own columns, not less recently used ones of others', async () => {
  feed.write(rows(2000))
  const one = createColumnIndexes(Infinity)
  await one.of('small', 'objects', () => feed).match(parse({ title: 'Post 1' }))
  const indexes = createColumnIndexes(one.bytes * 8)
  await indexes.of('small', 'objects', () => feed).match(parse({ title: 'Post 1' }))
  const large = new MemoryFeed()
  for (const kind of ['newest', 'published', 'media'])
    await indexes.of('large', kind, () => large).match(parse({ title: 'Post 1' }))
  expect(indexes.dropped).toBe(0)
  // Written rows count towards the memory even without a new column.
  large.write(rows(6000))
  for (const kind of ['newest', 'published', 'media'])
    await indexes.of('large', kind, () => large).match(parse({ title: 'Post 1' }))
  expect(indexes.dropped).toBeGreaterThan(0)
  feed.loaded.length = 0
  await indexes.of('small', 'objects', () => feed).match(parse({ title: 'Post 1' }))
  expect(feed.loaded).toEqual([])
})

test('a pattern tests texts in slices, including new ones', async () => {
  const titled = (index: number) => rowOf(index, { title: `Title ${index} of many` })
  feed.write(Array.from({ length: 3000 }, (_, index) => titled(index)))
  await live.match(everything, { values: [['title']] })
  const json = { $or: [{ title: { $regex: '7.*many$' } }, { title: { $regex: '^New .*9' } }] }
  const pending = matchingRows(json)
  feed.write([rowOf(5, { title: 'New 9' }), titled(7000)])
  await pending
  await expectMatches(json)
  feed.write([rowOf(6, { title: 'New 19' })])
  await expectMatches(json)
})

test.each([
  ['kept', undefined],
  ['read from the rows', { eachRow: 10, inAll: 10 }],
])('patterns have a budget when texts are %s', async (_, longTexts) => {
  live = new LiveIndex(feed, Infinity, undefined, longTexts)
  feed.write(
    Array.from({ length: 200 }, (_none, index) =>
      rowOf(index, { title: `${index} `.padEnd(500, 'x') }),
    ),
  )
  const count = async (pattern: string, budget: PatternBudget) =>
    (await live.match(parse({ title: { $regex: pattern } }), { budget })).rows.count
  const budget = new PatternBudget(undefined, 500_000)
  expect(await count('^7', budget)).toBe(11)
  expect(await count('7 x*$', budget)).toBe(20)
  await expect(count('7 x*y', budget)).rejects.toMatchObject({
    code: 'too_expensive',
    path: 'title.$regex',
  })
  expect(await count('7 x*y', new PatternBudget())).toBe(0)
})

test('patterns on times and ids find the same rows as the matcher', async () => {
  feed.write(rows(300))
  await expectMatches({ created_at: { $regex: '22:1.:' } })
  await expectMatches({ id: { $regex: 'f$' }, title: { $ne: 'Post 3' } })
})
