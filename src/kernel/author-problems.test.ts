import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill, slot } from '@typecase/plugin-sdk/slot'
import { expect, test } from 'vitest'

import { authorProblems } from './author-problems.ts'
import { createRegistry } from './registry.ts'

const own = slot<object>('notes.list', 2)
const load = () => Promise.reject(new Error('never asked for'))
const panel = (id: string, point: typeof own) => fill(point, { id, load, icon: 'file-text' })

function problemsOf(...parts: Partial<Parameters<typeof definePlugin>[0]>[]) {
  const registry = createRegistry()
  registry.setPlugins(
    parts.map((part) =>
      definePlugin({ id: 'notes', version: '1', api: 1, title: 'Notes', ...part }),
    ),
  )
  const hasIcon = (name: string) => name === 'file-text'
  return authorProblems({ registry, slots: [slot('shell.tray', 1)], conflicts: [], hasIcon })
}

test('slots that are offered, of the core or of a plugin, are nothing to report', () => {
  const slots = [panel('notes.a', own), panel('notes.b', slot('shell.tray', 1))]
  expect(problemsOf({ offers: [own], slots })).toEqual([])
})

test('a slot that nobody offers, and a version that nobody offers, are reported with the plugin', () => {
  const slots = [panel('notes.a', slot('notes.lits', 2)), panel('notes.b', slot('notes.list', 1))]
  expect(problemsOf({ offers: [own], slots })).toEqual([
    '“notes”: the panel “notes.a” is for the slot “notes.lits” version 2, but there is no such slot.',
    '“notes”: the panel “notes.b” is for the slot “notes.list” version 1, but there is only version 2.',
  ])
})

test('an unknown icon is reported', () => {
  expect(problemsOf({ icon: 'file-txt' })).toEqual([
    '“notes”: “notes” has an unknown icon, “file-txt”.',
  ])
})

test('keys that another plugin has are reported, those that a user gave are not', () => {
  const entry = (owner: string, from: KeymapEntry['from']): KeymapEntry => ({
    id: owner,
    owner,
    from,
    command: `${owner}.open`,
    group: '',
    title: '',
    keys: 'g n',
    isActive: true,
  })
  const registry = createRegistry()
  const conflict = (from: KeymapEntry['from']) => ({
    a: entry('notes', 'plugin'),
    b: entry('news', from),
    kind: 'same' as const,
  })
  const conflicts = [conflict('plugin'), conflict('user')]
  expect(authorProblems({ registry, slots: [], conflicts, hasIcon: () => true })).toEqual([
    '“news”: the keys g n of “news.open” are those of “notes.open”.',
  ])
})
