import { fold } from '@typecase/plugin-sdk/text-match'
import { array, assert, constantFrom, double, property, record, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createRanker, type Habits, type Rankable, tiers } from './ranking.ts'

const noHabits: Habits = { frecency: () => 0, learned: new Set(), relevance: () => 0 }

function item(title: string, rest: Partial<Rankable> = {}): Rankable {
  const id = rest.id ?? fold(title).replaceAll(' ', '-')
  return { id, title, keywords: [], aliases: [], isEnabled: true, isHarmless: true, ...rest }
}

const commands = [
  item('Publish', { keywords: ['release', 'go live'], aliases: ['Make public'] }),
  item('Unpublish'),
  item('Publish and next'),
  item('Schedule publishing'),
  item('Go to objects'),
  item('Go to object types'),
  item('Go to projects'),
  item('New object'),
  item('New object type'),
  item('Switch to Zürich office'),
  item('Restore this revision'),
  item('Search and replace'),
  item('Toggle theme'),
  item('Toggle sidebar'),
]

function search(query: string, habits: Partial<Habits> = {}, items: Rankable[] = commands) {
  return createRanker(items).search(query, { ...noHabits, ...habits })
}

const titles = (query: string, habits?: Partial<Habits>) =>
  search(query, habits).map((row) => row.item.title)

describe('golden queries', () => {
  test.each([
    ['publish', 'Publish'],
    ['make public', 'Publish'],
    ['go live', 'Publish'],
    ['unp', 'Unpublish'],
    ['pub next', 'Publish and next'],
    ['obj new', 'New object'],
    ['sch', 'Schedule publishing'],
    ['zurich', 'Switch to Zürich office'],
    ['gto', 'Go to objects'],
    ['rev', 'Restore this revision'],
    ['toggle th', 'Toggle theme'],
    ['pblish', 'Publish'],
    ['PUBLISH', 'Publish'],
  ])('%s finds %s first', (query, title) => {
    expect(titles(query)[0]).toBe(title)
  })
})

test('an empty, blank or unmatched query finds nothing', () => {
  expect(titles('')).toEqual([])
  expect(titles('   ')).toEqual([])
  expect(titles('qqqqxz')).toEqual([])
})

test('a choice made before for the query ranks above better matches, but below an exact title', () => {
  const learned = new Set(['toggle-sidebar'])
  expect(titles('to', { learned })[0]).toBe('Toggle sidebar')
  expect(titles('publish', { learned: new Set(['unpublish']) }).slice(0, 2)).toEqual([
    'Publish',
    'Unpublish',
  ])
})

test('a title that ends in an ellipsis is an exact match without it', () => {
  const asking = [item('New object type…', { id: 'type' }), item('New object…', { id: 'object' })]
  for (const query of ['new object', 'New object…', 'new object...']) {
    const [first] = search(query, { learned: new Set(['type']) }, asking)
    expect(first?.item.id).toBe('object')
    expect(first?.tier).toBe(tiers.exact)
  }
})

test('habits and context order rows within a tier', () => {
  const often = (id: string) => (id === 'go-to-projects' ? 0.9 : 0)
  expect(titles('go to', { frecency: often })[0]).toBe('Go to projects')
  const relevance = (id: string) => (id === 'new-object-type' ? 1 : 0)
  expect(titles('new', { relevance })[0]).toBe('New object type')
})

test('a disabled command is found by the beginning of its title, but not by a keyword or fuzzily', () => {
  const items = [item('Publish', { isEnabled: false, keywords: ['release'] }), item('Republish')]
  expect(search('pub', {}, items).map((row) => row.item.title)).toEqual(['Publish', 'Republish'])
  expect(search('release', {}, items)).toEqual([])
  expect(search('plsh', {}, items).map((row) => row.item.title)).not.toContain('Publish')
})

test('each word of the query begins or abbreviates a word of the item, in any order', () => {
  const items = [item('Save as smart view…', { keywords: ['new'] }), item('Save draft')]
  const titlesFor = (query: string) => search(query, {}, items).map((row) => row.item.title)
  expect(titlesFor('new art')).toEqual([])
  expect(titlesFor('new smart')).toEqual(['Save as smart view…'])
  expect(titlesFor('drft sv')).toEqual(['Save draft'])
  expect(titlesFor('smart')).toEqual(['Save as smart view…'])
})

test('the middle of a word matches in a title, but not in a keyword', () => {
  const items = [item('Change plan…', { keywords: ['upgrade'] }), item('Republish')]
  const titlesFor = (query: string) => search(query, {}, items).map((row) => row.item.title)
  expect(titlesFor('grade')).toEqual([])
  expect(titlesFor('upgrade')).toEqual(['Change plan…'])
  expect(titlesFor('chpl')).toEqual(['Change plan…'])
  expect(titlesFor('publish')).toEqual(['Republish'])
})

test('ranges mark the parts of the title that matched', () => {
  const [row] = search('pub next')
  expect(row?.ranges.map(([start, end]) => row.item.title.slice(start, end))).toEqual([
    'Pub',
    'next',
  ])
})

test('a long pasted text does not hang the search', () => {
  expect(titles('publish '.repeat(5000))).toBeInstanceOf(Array)
})

describe('for any titles and habits', () => {
  const words = ['publish', 'object', 'type', 'media', 'go', 'to', 'new', 'delete', 'zürich', 'a']
  const title = array(constantFrom(...words), { minLength: 1, maxLength: 4 }).map((parts) =>
    parts.join(' '),
  )
  const items = uniqueArray(
    record({
      title,
      isEnabled: constantFrom(true, true, false),
      frecency: double({ min: 0, max: 1, noNaN: true }),
    }),
    { selector: (one) => one.title, minLength: 1, maxLength: 30 },
  )

  test('an exact title ranks first', () => {
    assert(
      property(items, (all) => {
        const list = all.map((one) => item(one.title, { isEnabled: one.isEnabled }))
        const frecency = (id: string) => all.find((one) => item(one.title).id === id)?.frecency ?? 0
        for (const { title } of all) {
          const [first] = search(title, { frecency, learned: new Set([list[0]?.id ?? '']) }, list)
          expect(fold(first?.item.title ?? '')).toBe(fold(title))
        }
      }),
    )
  })

  test('habits never lift a row above a better tier', () => {
    assert(
      property(items, title, (all, query) => {
        const list = all.map((one) => item(one.title, { isEnabled: one.isEnabled }))
        const frecency = (id: string) => all.find((one) => item(one.title).id === id)?.frecency ?? 0
        const rows = search(
          query,
          { frecency, relevance: (id) => (id.length % 2 === 0 ? 1 : 0) },
          list,
        )
        const order = rows.map((row) => row.tier)
        expect(order).toEqual([...order].sort((a, b) => a - b))
        expect(rows.every((row) => row.item.isEnabled || row.tier <= tiers.wordPrefix)).toBe(true)
      }),
    )
  })

  test('the order does not depend on the order of the items', () => {
    assert(
      property(items, title, (all, query) => {
        const list = all.map((one) => item(one.title, { isEnabled: one.isEnabled }))
        const ids = (of: Rankable[]) => search(query, {}, of).map((row) => row.item.id)
        expect(ids(list.toReversed())).toEqual(ids(list))
      }),
    )
  })
})

test('a reused index finds what a new one finds, and returns the current items', () => {
  const first = createRanker(commands)
  first.warm()
  const disabled = commands.map((one) => ({ ...one, isEnabled: one.title !== 'Publish' }))
  const renamed = commands.map((one) => ({ ...one, title: one.title.replace('theme', 'colours') }))
  for (const items of [disabled, renamed, commands.slice(1), [...commands, item('Publish now')]]) {
    for (const query of ['publish', 'toggle', 'go live', 'colours', 'now', 'toggle sidebar']) {
      const rows = createRanker(items, first).search(query, noHabits)
      expect(rows).toEqual(createRanker(items).search(query, noHabits))
      expect(rows.every((row) => items.includes(row.item))).toBe(true)
    }
  }
})
