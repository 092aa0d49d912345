import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill, type SlotName } from '@typecase/plugin-sdk/slot'
import { expect, test } from 'vitest'

import { authorProblems } from './author-problems.ts'
import { createRegistry } from './registry.ts'

const load = () => Promise.reject(new Error('never asked for'))
const panel = (id: string, slot: SlotName) => fill(slot, { id, load, icon: 'file-text' })

function problemsOf(...parts: Partial<Parameters<typeof definePlugin>[0]>[]) {
  const registry = createRegistry()
  registry.setPlugins(
    parts.map((part) =>
      definePlugin({ id: 'notes', version: '1', api: 1, title: 'Notes', ...part }),
    ),
  )
  const hasIcon = (name: string) => name === 'file-text'
  return authorProblems({ registry, slots: ['shell.tray'], conflicts: [], hasIcon })
}

test('a panel for a slot that the core or a plugin offers is not reported', () => {
  const slots = [panel('notes.a', 'list.column'), panel('notes.b', 'shell.tray')]
  expect(problemsOf({ offers: ['list.column'], slots })).toEqual([])
})

test('a panel for a slot that no one offers is reported with its plugin', () => {
  expect(problemsOf({ slots: [panel('notes.a', 'list.column')] })).toEqual([
    '“notes”: the panel “notes.a” is for the slot “list.column”, which does not exist.',
  ])
})

test('an unknown icon is reported', () => {
  expect(problemsOf({ icon: 'file-txt' })).toEqual([
    '“notes”: “notes” has an unknown icon, “file-txt”.',
  ])
})

test('keys that another plugin already has are reported, unless a user assigned them', () => {
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
