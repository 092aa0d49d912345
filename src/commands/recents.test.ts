import { expect, test } from 'vitest'

import { createRecents } from './recents.ts'
import { memoryStorage } from './storage.fixture.ts'

const day = 24 * 60 * 60 * 1000

function setUp() {
  let time = 1_000_000
  const storage = memoryStorage()
  const recents = createRecents(storage, () => time)
  return { recents, storage, pass: (ms: number) => void (time += ms), now: () => time }
}

test('frecency grows with use, never reaches 1, and halves its sum every week', () => {
  const { recents, pass } = setUp()
  const ref = { command: 'objects.publish' }
  expect(recents.frecency('objects.publish')).toBe(0)
  recents.record(ref, 'Publish')
  expect(recents.frecency('objects.publish')).toBeCloseTo(1 / 4)
  recents.record(ref, 'Publish')
  recents.record(ref, 'Publish')
  expect(recents.frecency('objects.publish')).toBeCloseTo(3 / 6)
  pass(7 * day)
  expect(recents.frecency('objects.publish')).toBeCloseTo(1.5 / 4.5)
})

test('a run with arguments counts for its command, and the list keeps the arguments', () => {
  const { recents, pass } = setUp()
  recents.record({ command: 'objects.new', args: { type: 'posts' } }, 'New post')
  pass(1)
  recents.record({ command: 'theme.toggle' }, 'Toggle theme')
  expect(recents.frecency('objects.new')).toBeGreaterThan(0)
  expect(recents.list().map(({ label }) => label)).toEqual(['Toggle theme', 'New post'])
  expect(recents.list()[1]?.ref.args).toEqual({ type: 'posts' })
})

test('a run from a named row keeps its name, even when it runs again from elsewhere', () => {
  const { recents } = setUp()
  const ref = { command: 'smart-views.open', args: { view_id: 'a' } }
  recents.name(ref, 'Old masters')
  recents.record(ref, 'Go to smart view…')
  recents.record(ref, 'Go to smart view…')
  expect(recents.list().map(({ label }) => label)).toEqual(['Old masters'])
})

test('a choice is learned for its query and the beginnings of it, and the last choice wins', () => {
  const { recents } = setUp()
  recents.learn('Pub', 'objects.publish')
  expect(recents.choicesFor('pu')).toEqual(new Set(['objects.publish']))
  expect(recents.choicesFor('publ')).toEqual(new Set())
  recents.learn('pub', 'objects.unpublish')
  expect(recents.choicesFor('pub')).toEqual(new Set(['objects.unpublish']))
  expect(recents.choicesFor('')).toEqual(new Set())
})

test('a run with a file is not kept, since the file is gone after a reload', () => {
  const { recents } = setUp()
  recents.record({ command: 'media.upload', args: { file: { fileId: '1', name: 'a.png' } } }, 'x')
  expect(recents.list()).toEqual([])
})

test('recents and favourites survive a reload, and a corrupt store starts empty', () => {
  const { recents, storage, now } = setUp()
  recents.record({ command: 'a.b' }, 'A')
  recents.toggleFavourite({ command: 'a.c' }, 'C')
  const second = createRecents(storage, now)
  expect(second.list()).toHaveLength(1)
  expect(second.favourites()).toEqual([{ ref: { command: 'a.c' }, label: 'C' }])
  second.toggleFavourite({ command: 'a.c' }, 'C')
  expect(second.favourites()).toEqual([])
  expect(createRecents(memoryStorage({ 'core.recents': 'rubbish' })).list()).toEqual([])
})
