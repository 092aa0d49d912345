import type { AskContext } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import type { Source, SourceModule } from '@typecase/plugin-sdk/source'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createCommandCenter } from '../commands/commands.ts'
import { nowhere } from '../commands/here.fixture.ts'
import { createHost, type Host } from '../kernel/host.ts'
import { MAX_ROWS } from './row.ts'
import { createSearch, type Search } from './search.ts'

let host: Host
let search: Search
let stored: Map<string, unknown>
let center: ReturnType<typeof createCommandCenter>

const command = (id: `${string}.${string}`, title: string, rest = {}) =>
  defineCommand({
    id,
    title,
    effect: 'none',
    load: () => Promise.resolve({ run: async () => {} }),
    ...rest,
  })

const source = (id: `${string}.${string}`, find: SourceModule['search'], rest = {}): Source => ({
  id,
  title: id,
  load: () => Promise.resolve({ search: find }),
  ...rest,
})

async function start(...sources: Source[]) {
  host = createHost()
  stored = new Map()
  await host.register(
    definePlugin({
      id: 'x',
      version: '1.0.0',
      api: 1,
      title: 'Things',
      sources,
      commands: [
        command('x.publish', 'Publish', { when: has('route.objectID'), why: () => 'Open one.' }),
        command('x.move', 'Move media…', { keywords: ['folder'] }),
        command('x.secret', 'Move no one', { isInternal: true }),
        ...Array.from({ length: 80 }, (_, index) => command(`x.n${index}`, `Number ${index}`)),
      ],
    }),
  )
  center = createCommandCenter({
    host,
    storage: {
      get: (key) => stored.get(key) as never,
      set: (key, value) => stored.set(key, value),
      subscribe: () => () => {},
    },
    interaction: {} as never,
    keys: { of: () => [], bindings: () => [], subscribe: () => () => {} },
    here: nowhere(),
    go: async () => {},
  })
  search = createSearch({ host, center })
}

const sections = () => search.results.get().sections
const titles = () => sections().flatMap(({ rows }) => rows.map(({ title }) => title))
const settled = () => vi.waitFor(() => expect(search.results.get().isPending).toBe(false), 10_000)

describe('commands in the search', () => {
  beforeEach(() => start())

  test('are found by title and keyword with the matching ranges, and internal ones are not', () => {
    search.look('mov', false)
    expect(sections()).toMatchObject([
      { id: 'commands', heading: 'Commands', rows: [{ title: 'Move media…', ranges: [[0, 3]] }] },
    ])
    search.look('folder', false)
    expect(titles()).toEqual(['Move media…'])
  })

  test('are listed with a reason if they are disabled', () => {
    search.look('publish', false)
    expect(sections()[0]?.rows[0]).toMatchObject({ title: 'Publish', reason: 'Open one.' })
  })

  test('are limited to the number of rows of the list', () => {
    search.look('', false)
    expect(titles()).toHaveLength(MAX_ROWS)
    search.look('>number', false)
    expect(titles()).toHaveLength(MAX_ROWS)
    search.look('number', false)
    expect(titles()).toHaveLength(12)
  })

  test('start with favourites and recently used ones for an empty query', () => {
    center.recents.record({ command: 'x.n3' }, 'Number 3')
    center.recents.toggleFavourite({ command: 'x.n5' }, 'Number 5')
    search.look('', false)
    expect(sections().map(({ heading }) => heading)).toEqual([
      'Favourites',
      'Recently used',
      'Things',
    ])
    expect(titles().slice(0, 2)).toEqual(['Number 5', 'Number 3'])
  })

  test('are limited to those for the open object on request', () => {
    host.facts.set({ 'route.objectID': 'o1' })
    search.look('', true)
    expect(titles()).toEqual(['Publish'])
    search.look('number', true)
    expect(titles()).toEqual([])
  })
})

describe('commands with their first argument', () => {
  const theme = command('y.theme', 'Set theme…', {
    icon: 'sun',
    args: () => type({ theme: "'light' | 'dark'" }),
    ask: { theme: { kind: 'choice', title: 'Theme' } },
  })
  const article = {
    id: 'a',
    value: 'articles',
    label: 'Articles',
    subtitle: '24 objects',
  }
  const types = vi.fn(async (query: string, { args }: AskContext) =>
    'article'.startsWith(query) && args['where'] !== 'elsewhere' ? [article] : [],
  )
  const create = command('y.new', 'New object…', {
    aliases: ['Create object'],
    when: has('route.bucketSlug'),
    args: () => type({ type: 'string', 'title?': 'string' }),
    defaults: () => ({ type: 'pages' }),
    ask: { type: { kind: 'picker', title: 'Object type', search: types } },
  })
  const schedule = command('y.schedule', 'Schedule…', {
    args: () => type({ scope: 'object', at: 'string' }),
    ask: { scope: { kind: 'scope', title: 'What' }, at: { kind: 'date', title: 'Publish at' } },
  })
  const columns = command('y.columns', 'Set columns…', {
    args: () => type({ columns: 'string[]' }),
    ask: { columns: { kind: 'picker', title: 'Columns', isMany: true, search: types } },
  })
  const rename = command('y.rename', 'Rename…', {
    args: () => type({ title: 'string' }),
    ask: { title: { kind: 'text', title: 'Title' } },
  })
  const move = command('y.move', 'Bring…', {
    args: () => type({ what: 'string', into: 'string' }),
    ask: {
      what: { kind: 'text', title: 'What' },
      into: { kind: 'picker', title: 'Into', search: types },
    },
  })
  const locked = command('y.locked', 'Open type…', {
    args: () => type({ type: 'string' }),
    ask: {
      type: {
        kind: 'picker',
        title: 'Type',
        search: async () => [
          { ...article, reason: 'Your role does not write it.' },
          { ...article, id: 'b', value: 'b', label: 'Article types' },
        ],
      },
    },
  })
  const broken = command('y.broken', 'New folder…', {
    args: () => type({ folder: 'string' }),
    ask: { folder: { kind: 'picker', title: 'Folder', search: () => Promise.reject(new Error()) } },
  })

  beforeEach(async () => {
    types.mockClear()
    await start()
    const commands = [theme, create, schedule, columns, rename, move, locked, broken]
    await host.register(
      definePlugin({ id: 'y', version: '1.0.0', api: 1, title: 'More', commands }),
    )
    host.facts.set({ 'route.bucketSlug': 'archive' })
  })

  const filledIn = async (query: string) => {
    search.look(query, false)
    await settled()
    return sections().find(({ id }) => id === 'core.commands-with-arguments')?.rows ?? []
  }

  test('are found by the words of both, for a choice', async () => {
    expect(await filledIn('theme dark')).toMatchObject([
      {
        title: 'Set theme: Dark',
        subtitle: 'Theme',
        icon: 'sun',
        ref: { command: 'y.theme', args: { theme: 'dark' } },
      },
    ])
  })

  test('are found by the results of a picker, with the result in place of the default argument', async () => {
    for (const query of ['new article', 'create art']) {
      expect(await filledIn(query)).toMatchObject([
        {
          title: 'New object: Articles',
          subtitle: 'Object type · 24 objects',
          ref: { command: 'y.new', args: { type: 'articles' } },
        },
      ])
    }
  })

  test('are found by a misspelled argument if no name matches', async () => {
    types.mockImplementationOnce(async () => [])
    types.mockImplementation(async (query: string) => (query === '' ? [article] : []))
    const rows = await filledIn('new artcle')
    expect(rows.map(({ title }) => title)).toContain('New object: Articles')
  })

  test('accept a moment of several words, and leave the scope to be asked for', async () => {
    expect(await filledIn('schedule 1 may 2032 9:00')).toMatchObject([
      { ref: { command: 'y.schedule', args: { at: new Date(2032, 4, 1, 9).toISOString() } } },
    ])
  })

  test('leave out results that cannot be chosen', async () => {
    expect(await filledIn('open type article')).toMatchObject([
      { title: 'Open type: Article types' },
    ])
  })

  test.each([
    'set theme',
    'set columns article',
    'rename article',
    'bring article',
    'new novel',
    'x',
  ])('are not found by “%s”', async (query) => {
    expect(await filledIn(query)).toEqual([])
  })

  test('replace their command if that is found as well', async () => {
    const density = command('z.density', 'Set density…', {
      keywords: ['compact', 'high rows'],
      args: () => type({ density: "'compact' | 'comfortable'" }),
      ask: { density: { kind: 'choice', title: 'Density' } },
    })
    const others = [density, command('z.rows', 'Higher rows', { keywords: ['density', 'compact'] })]
    await host.register(
      definePlugin({ id: 'z', version: '1.0.0', api: 1, title: 'Even more', commands: others }),
    )
    search.look('density compact', false)
    expect(titles().sort()).toEqual(['Higher rows', 'Set density…'])
    await settled()
    expect(titles().sort()).toEqual(['Higher rows', 'Set density: Compact'])
    expect(sections()).toHaveLength(1)
    center.recents.learn('density compact', 'z.density')
    search.look('density compact', false)
    await settled()
    expect(titles()).toEqual(['Set density: Compact', 'Higher rows'])
  })

  test('ask no picker if the query does not name the command', async () => {
    for (const query of ['a new tower', 'nw article', 'o article']) await filledIn(query)
    expect(types).not.toHaveBeenCalled()
  })

  test('are not listed if their command is disabled', async () => {
    host.facts.set({ 'route.bucketSlug': undefined })
    expect(await filledIn('new article')).toEqual([])
  })
})

test('a disabled command is left out if an enabled one has the same title', async () => {
  await start()
  const home = (id: string, rest = {}) => command(`y.${id}`, 'Go to Home', rest)
  const commands = [home('here'), home('there', { when: has('route.objectID') })]
  await host.register(definePlugin({ id: 'y', version: '1.0.0', api: 1, title: 'More', commands }))
  search.look('home', false)
  expect(sections()[0]?.rows.map(({ ref }) => ref.command)).toEqual(['y.here'])
})

describe('sources of the search', () => {
  test('add a limited number of rows after the commands', async () => {
    const find = vi.fn<SourceModule['search']>(async () =>
      Array.from({ length: 9 }, (_, index) => ({
        id: `${index}`,
        title: `Movie ${index}`,
        run: { command: 'x.move' },
      })),
    )
    await start(source('x.objects', find))
    search.look('mov', false)
    expect(titles()).toEqual(['Move media…'])
    expect(search.results.get().isPending).toBe(true)
    await settled()
    expect(titles()).toEqual(['Move media…', ...[0, 1, 2, 3, 4].map((index) => `Movie ${index}`)])
  })

  const row = (title: string) => ({ id: title, title, run: { command: 'x.n1' } })

  test('put rows with the title of the query first, names before content, but after a command', async () => {
    await start(
      source('x.titles', async () => [row('Move'), row('Tower')], { prefix: '/' }),
      source('x.buckets', async () => [row('Tower'), row('Move media'), row('Old tower')]),
    )
    search.look('tower', false)
    expect(search.results.get().isTentative).toBe(true)
    await settled()
    expect(sections()[0]).toMatchObject({
      heading: 'Best match',
      rows: [
        { value: 'row x.buckets Tower' },
        { title: 'Old tower' },
        { value: 'row x.titles Tower' },
      ],
    })
    expect(titles().filter((title) => title === 'Old tower')).toHaveLength(1)
    search.look('move', false)
    await settled()
    expect(titles()[0]).toBe('Move media…')
    search.look('move media', false)
    expect(search.results.get().isTentative).toBe(false)
    await settled()
    expect(titles()[0]).toBe('Move media…')
  })

  test('keep their rows while commands change, and only a new source is asked', async () => {
    const rows = (title: string) => async () => [{ id: title, title, run: { command: 'x.move' } }]
    const find = vi.fn<SourceModule['search']>(rows('Publisher'))
    await start(source('x.objects', find))
    search.look('publish', false)
    await settled()
    host.facts.set({ 'route.objectID': 'o1' })
    const sources = [source('y.media', rows('Publishing house'))]
    await host.register(definePlugin({ id: 'y', version: '1.0.0', api: 1, title: 'More', sources }))
    search.refresh()
    expect(titles()).toEqual(['Publish', 'Publisher'])
    expect(sections()[0]?.rows[0]?.reason).toBeUndefined()
    await settled()
    expect(titles()).toEqual(['Publish', 'Publisher', 'Publishing house'])
    expect(find).toHaveBeenCalledOnce()
  })

  test('of last resort are asked only if no other source has found anything', async () => {
    const rowsByQuery: Record<
      string,
      readonly { id: string; title: string; run: { command: string } }[]
    > = {
      known: [{ id: '1', title: 'Known', run: { command: 'x.move' } }],
    }
    const last = vi.fn((text: string) => [
      { id: '1', title: `Create ${text}`, run: { command: 'x.move' } },
    ])
    await start(
      source('x.first', (text) => rowsByQuery[text] ?? []),
      source('x.late', async () => []),
      source('x.broken', () => Promise.reject(new Error('broken'))),
      source('x.last', last, { isLastResort: true }),
    )
    search.look('known', false)
    await settled()
    expect(titles()).toEqual(['Known'])
    expect(last).not.toHaveBeenCalled()
    search.look('unknown', false)
    await settled()
    expect(titles()).toEqual(['Create unknown'])
  })

  test('are asked from two characters on, and alone after their prefix', async () => {
    const objects = vi.fn<SourceModule['search']>(async () => [])
    const people = vi.fn<SourceModule['search']>(async () => [])
    await start(
      source('x.objects', objects, { prefix: '/' }),
      source('x.people', people, { prefix: '@' }),
    )
    search.look('m', false)
    await settled()
    expect(objects).not.toHaveBeenCalled()
    search.look('@a', false)
    await settled()
    expect(people).toHaveBeenCalledWith('a', expect.objectContaining({ limit: 50 }))
    expect(objects).not.toHaveBeenCalled()
    expect(titles()).toEqual([])
    expect(search.prefixes().map(({ prefix }) => prefix)).toEqual(['>', '/', '@'])
  })

  test('are aborted and ignored if they answer an older query', async () => {
    let answer = (_title: string): void => {}
    const signals: AbortSignal[] = []
    await start(
      source('x.objects', (query, { signal }) => {
        signals.push(signal)
        if (query === 'new') return [{ id: 'n', title: 'New', run: { command: 'x.move' } }]
        return new Promise((resolve) => {
          answer = (title) => resolve([{ id: 'o', title, run: { command: 'x.move' } }])
        })
      }),
    )
    search.look('old', false)
    await vi.waitFor(() => expect(signals).toHaveLength(1), 10_000)
    search.look('new', false)
    await settled()
    expect(signals[0]?.aborted).toBe(true)
    answer('Old')
    await Promise.resolve()
    expect(titles()).toContain('New')
    expect(titles()).not.toContain('Old')
  })

  test('that fail do not affect the others', async () => {
    await start(
      source('x.broken', () => {
        throw new Error('no')
      }),
      source('x.works', () => [{ id: 'a', title: 'Zebra', run: { command: 'x.move' } }]),
    )
    search.look('zebra', false)
    await settled()
    expect(titles()).toEqual(['Zebra'])
  })

  test('load their index in advance', async () => {
    const warm = vi.fn<NonNullable<SourceModule['warm']>>(async () => {})
    await start({
      id: 'x.objects',
      title: 'Objects',
      load: () => Promise.resolve({ search: () => [], warm }),
    })
    await search.warm()
    expect(warm).toHaveBeenCalledTimes(1)
  })
})
