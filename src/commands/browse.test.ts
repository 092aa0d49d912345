import type { CommandState } from '@typecase/plugin-sdk/services'
import { expect, test } from 'vitest'

import { browse } from './browse.ts'
import { createRecents } from './recents.ts'
import { memoryStorage } from './storage.fixture.ts'

const state = (id: string, rest: Partial<CommandState> = {}): CommandState => ({
  id,
  owner: 'x',
  title: id,
  group: 'X',
  keywords: [],
  aliases: [],
  order: 50,
  isEnabled: true,
  isHarmless: true,
  isInternal: false,
  hasCall: false,
  keys: [],
  isRunning: false,
  ...rest,
})

test('every command that can run is listed once, and disabled and internal ones are not', () => {
  const recents = createRecents(memoryStorage())
  recents.record({ command: 'x.recent' }, 'Recent')
  recents.record({ command: 'x.off' }, 'Off')
  recents.record({ command: 'x.new', args: { type: 'posts' } }, 'New post')
  recents.toggleFavourite({ command: 'x.loved' }, 'Loved')
  const commands = [
    state('x.here'),
    state('x.away', { group: 'Go to' }),
    state('x.loved'),
    state('x.new'),
    state('x.off', { isEnabled: false }),
    state('x.other'),
    state('x.recent'),
    state('x.undo', { isInternal: true }),
  ]
  const sections = browse(commands, recents, (id) => (id === 'x.here' || id === 'x.away' ? 1 : 0))
  expect(sections.favourites.map(({ label }) => label)).toEqual(['Loved'])
  expect(sections.recent.map(({ label }) => label).sort()).toEqual(['New post', 'Recent'])
  expect(sections.here.map(({ id }) => id)).toEqual(['x.here'])
  expect(sections.all.map(({ id }) => id)).toEqual(['x.away', 'x.new', 'x.other'])
})

test('commands for the page are sorted by their order, then by title', () => {
  const commands = [
    state('x.a'),
    state('x.last', { order: 90 }),
    state('x.b'),
    state('x.first', { order: 10 }),
  ]
  const { here } = browse(commands, createRecents(memoryStorage()), () => 1)
  expect(here.map(({ id }) => id)).toEqual(['x.first', 'x.a', 'x.b', 'x.last'])
})

test('commands for the selection come before those for the page', () => {
  const commands = [state('x.sort', { order: 1 }), state('x.publish', { order: 9 })]
  const { here } = browse(commands, createRecents(memoryStorage()), (id) =>
    id === 'x.publish' ? 2 : 1,
  )
  expect(here.map(({ id }) => id)).toEqual(['x.publish', 'x.sort'])
})

test('a newcomer sees the commands to begin with, until the first one was run', () => {
  const recents = createRecents(memoryStorage())
  const commands = [
    state('x.keys', { first: 2 }),
    state('x.new', { first: 1 }),
    state('x.other'),
    state('x.off', { first: 3, isEnabled: false }),
  ]
  const before = browse(commands, recents, () => 0)
  expect(before.first.map(({ id }) => id)).toEqual(['x.new', 'x.keys'])
  expect(before.all.map(({ id }) => id)).toEqual(['x.other'])
  recents.record({ command: 'x.other' }, 'Other')
  expect(browse(commands, recents, () => 0).first).toEqual([])
})
