// @vitest-environment jsdom
import type { NavItem } from '@typecase/plugin-sdk/nav'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { route } from '@typecase/plugin-sdk/route'
import { has } from '@typecase/plugin-sdk/when'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createHost } from '../kernel/host.ts'
import { createBrowserStorage } from './browser-storage.ts'
import { arrange, createSidebarRows, orderAfterMove, PINNED_ROWS } from './sidebar-rows.ts'

const row = (id: string, group?: NavItem['group']): NavItem => ({
  id: `x.${id}`,
  label: id,
  icon: 'box',
  to: { id: 'x.page' },
  ...(group && { group }),
})
const noChoice = { pins: {}, order: [] }
const items = [
  row('site-1'),
  row('content-1', 'content'),
  row('planning-1', 'planning'),
  row('content-2', 'content'),
]
const names = (rows: readonly NavItem[]) => rows.map(({ label }) => label)

describe('arrange', () => {
  test('sorts rows by group, and by their order within it', () => {
    const { pinned, more } = arrange(items, noChoice)
    expect(names(pinned)).toEqual(['content-1', 'content-2', 'planning-1', 'site-1'])
    expect(more).toEqual([])
  })

  test('pins the first eight by their order, across groups', () => {
    const many = Array.from({ length: PINNED_ROWS }, (_, index) => row(`site-${index}`))
    const { pinned, more } = arrange([...many, row('late', 'content')], noChoice)
    expect(names(pinned)).toEqual(names(many))
    expect(names(more)).toEqual(['late'])
  })

  test('does not fill the place of a row that was unpinned', () => {
    const many = Array.from({ length: PINNED_ROWS + 1 }, (_, index) => row(`site-${index}`))
    const { pinned, more } = arrange(many, { pins: { 'x.site-0': false }, order: [] })
    expect(pinned).toHaveLength(PINNED_ROWS - 1)
    expect(names(more)).toEqual(['site-0', 'site-8'])
  })

  test('follows the chosen order within groups, with new rows last', () => {
    const { pinned } = arrange(items, { pins: {}, order: ['x.site-1', 'x.content-2'] })
    expect(names(pinned)).toEqual(['content-2', 'content-1', 'planning-1', 'site-1'])
  })
})

describe('orderAfterMove', () => {
  const layout = arrange(items, noChoice)

  test('moves a row past its neighbour, and keeps rows of other pages in the order', () => {
    const choice = { pins: {}, order: ['x.elsewhere'] }
    const order = orderAfterMove(layout, choice, 'x.content-2', -1)
    expect(order).toEqual(['x.content-2', 'x.content-1', 'x.planning-1', 'x.site-1', 'x.elsewhere'])
  })

  test.each([
    ['x.content-1', -1],
    ['x.content-2', 1],
    ['x.site-1', 1],
    ['x.unknown', 1],
  ] as const)('is undefined for %s by %i, where there is no neighbour to pass', (id, by) => {
    expect(orderAfterMove(layout, noChoice, id, by)).toBeUndefined()
  })
})

describe('the rows of the sidebar', () => {
  beforeEach(() => localStorage.clear())

  async function rowsOf(nav: readonly NavItem[]) {
    const host = createHost()
    const page = (id: `x.${string}`, mount: 'root' | 'bucket') =>
      route({ id, mount, path: id, title: id, load: () => Promise.reject(new Error('never')) })
    const plugin = { id: 'x', version: '1.0.0', api: 1, title: 'X', nav } as const
    const routes = [page('x.page', 'root'), page('x.in-bucket', 'bucket')]
    await host.register(definePlugin({ ...plugin, routes }))
    const storage = createBrowserStorage(window)
    const { registry, facts } = host
    return { rows: createSidebarRows({ registry, facts, storage }), facts, storage }
  }

  test('include only rows whose condition holds and whose page can be reached', async () => {
    const { rows, facts } = await rowsOf([
      row('here'),
      { ...row('hidden'), when: has('zen') },
      { ...row('bucket'), to: { id: 'x.in-bucket' } },
      { ...row('nowhere'), to: { id: 'x.missing' } },
    ])
    expect(names(rows.get().pinned)).toEqual(['here'])
    expect(rows.get()).toBe(rows.get())
    facts.set({ 'route.bucketSlug': 'blog' })
    expect(names(rows.get().pinned)).toEqual(['here', 'bucket'])
  })

  test('keep the user’s choice after a log-out, but not for another account', async () => {
    const { rows, storage } = await rowsOf([row('a'), row('b')])
    const listener = vi.fn<() => void>()
    rows.subscribe(listener)
    rows.choose({ pins: { 'x.a': false }, order: [] })
    expect(names(rows.get().more)).toEqual(['a'])
    expect(listener).toHaveBeenCalledTimes(1)
    storage.belongTo('ada')
    storage.clear()
    expect(names(rows.get().more)).toEqual(['a'])
    storage.belongTo('mary')
    expect(names(rows.get().pinned)).toEqual(['a', 'b'])
  })

  test.each(['7', '"x"', '{"pins":7,"order":{}}', '{"pins":{"x.a":"no"},"order":[7]}'])(
    'are as declared if the browser has stored %s',
    async (stored) => {
      localStorage.setItem('core.sidebar', stored)
      const { rows } = await rowsOf([row('a'), row('b')])
      expect(names(rows.get().pinned)).toEqual(['a', 'b'])
    },
  )
})
