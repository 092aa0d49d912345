import { definePlugin } from '@typecase/plugin-sdk/plugin'
import type { Row, Source } from '@typecase/plugin-sdk/source'
import { expect, test, vi } from 'vitest'

import { createCommandCenter } from '../commands/commands.ts'
import { nowhere } from '../commands/here.fixture.ts'
import { createHost } from '../kernel/host.ts'
import { createSearch, splitQuery } from './search.ts'

const row = (id: string, rest: Partial<Row> = {}): Row => ({
  id,
  title: id,
  run: { command: 'x.run' },
  ...rest,
})

async function start(sources: Source[]) {
  const host = createHost()
  await host.register(
    definePlugin({ id: 'x', version: '1.0.0', api: 1, title: 'X', commands: [], sources }),
  )
  const center = createCommandCenter({
    host,
    storage: { get: () => undefined, set: () => undefined, subscribe: () => () => {} },
    interaction: {} as never,
    keys: { of: () => [], bindings: () => [], subscribe: () => () => {} },
    here: nowhere(),
    go: async () => {},
  })
  const search = createSearch({ host, center })
  const rows = () => search.results.get().sections.flatMap((section) => section.rows)
  const settled = () => vi.waitFor(() => expect(search.results.get().isPending).toBe(false))
  return { search, rows, settled, titles: () => rows().map(({ title }) => title) }
}

const source = (id: `${string}.${string}`, rows: readonly Row[], rest: Partial<Source> = {}) => ({
  id,
  title: id,
  load: async () => ({ search: () => rows }),
  ...rest,
})

async function startUnfolding(unfold: Row['unfold']) {
  const ask = source('x.ask', [row('ask', { ...(unfold && { unfold }) })], { prefix: '?' })
  const world = await start([ask])
  world.search.look('?what', false)
  await world.settled()
  const [asking] = world.rows()
  if (!asking) throw new Error('The row is missing')
  return { ...world, asking }
}

test('a row that unfolds to several is replaced by them', async () => {
  const { search, asking, titles } = await startUnfolding(async () => [row('a'), row('b')])
  expect(await search.unfold(asking)).toBeUndefined()
  expect(titles()).toEqual(['a', 'b'])
})

test('a row that unfolds to a single one chooses it, unless that one is disabled', async () => {
  const proposal = { labels: { at: 'tomorrow' } }
  const single = await startUnfolding(async () => [row('a', { proposal })])
  expect(await single.search.unfold(single.asking)).toMatchObject({ source: { proposal } })
  expect(single.titles()).toEqual(['ask'])
  const off = await startUnfolding(async () => [row('a', { reason: 'Not here.' })])
  expect(await off.search.unfold(off.asking)).toBeUndefined()
  expect(off.rows()).toMatchObject([{ title: 'a', reason: 'Not here.', subtitle: 'Not here.' }])
})

test('a row that fails to unfold gives the reason and stays, until the query changes', async () => {
  const { search, asking, titles } = await startUnfolding(() =>
    Promise.reject(new Error('The model is asleep.')),
  )
  expect(await search.unfold(asking)).toBeUndefined()
  expect(search.results.get().failure).toBe('The model is asleep.')
  expect(titles()).toEqual(['ask'])
  search.look('?wha', false)
  expect(search.results.get().failure).toBeUndefined()
})

test.each([
  ['it is folded', (search: ReturnType<typeof createSearch>) => search.fold()],
  [
    'something else is typed',
    (search: ReturnType<typeof createSearch>) => search.look('?x', false),
  ],
  ['the palette closes', (search: ReturnType<typeof createSearch>) => search.stop()],
])('unfolding is aborted when %s', async (_what, end) => {
  const answer = Promise.withResolvers<readonly Row[]>()
  let signal: AbortSignal | undefined
  const { search, asking, titles } = await startUnfolding((context) => {
    ;({ signal } = context)
    return answer.promise
  })
  const unfolded = search.unfold(asking)
  end(search)
  expect(signal?.aborted).toBe(true)
  answer.resolve([row('late')])
  expect(await unfolded).toBeUndefined()
  expect(titles()).not.toContain('late')
})

test('sources of last resort keep their order, and are asked alone after their prefix', async () => {
  const slow = Promise.withResolvers<readonly Row[]>()
  const { search, titles, settled } = await start([
    source('x.first', []),
    {
      ...source('x.slow', [], { isLastResort: true, prefix: '?', order: 1 }),
      load: async () => ({ search: () => slow.promise }),
    },
    source('x.quick', [row('quick')], { isLastResort: true, order: 2 }),
  ])
  search.look('nothing fits this', false)
  slow.resolve([row('slow')])
  await settled()
  expect(titles()).toEqual(['slow', 'quick'])
  search.look('?nothing fits this', false)
  await settled()
  expect(titles()).toEqual(['slow'])
  expect(search.prefixes().map(({ prefix }) => prefix)).toEqual(['>'])
})

test('Tab prepends the prefix of the source that takes the text', async () => {
  const takesTab = (text: string) => text.includes(' ')
  const { search } = await start([source('x.ask', [], { prefix: '?', takesTab })])
  expect(search.queryAfterTab('two words')).toBe('?two words')
  expect(search.queryAfterTab('one')).toBeUndefined()
})

test.each([
  ['?what', '?', 'what'],
  ['/fog', '/', 'fog'],
  ['what?', undefined, 'what?'],
])('“%s” has the prefix %s', (query, prefix, text) => {
  expect(splitQuery(query)).toEqual({ prefix, text })
})

test('a row that asks about the text does not count as the best match', async () => {
  const ask = row('Ask: “winter fog”', { unfold: async () => [] })
  const { search, settled } = await start([
    source('x.ask', [ask], { isLastResort: true, title: 'Ask' }),
  ])
  search.look('winter fog', false)
  await settled()
  const shown = search.results.get().sections.filter(({ rows }) => rows.length > 0)
  expect(shown.map(({ heading }) => heading)).toEqual(['Ask'])
})
