import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import { expect, test } from 'vitest'

import { deedsOf, groupKeys, groupKeysInForce } from './key-rows.ts'

const entry = (title: string, keys: string, rest: Partial<KeymapEntry> = {}): KeymapEntry => ({
  id: `${title} ${keys}`,
  command: 'x.y',
  owner: 'x',
  from: 'plugin',
  group: 'Objects',
  title,
  keys,
  isActive: true,
  ...rest,
})

const entries = [
  entry('Publish', '$mod+Enter', { command: 'x.list' }),
  entry('Publish', '$mod+Enter', { command: 'x.editor' }),
  entry('Next row', 'j'),
  entry('Next row', 'ArrowDown'),
  entry('Edit', 'e', { isActive: false }),
]

test('each command is listed once, with all its keys', () => {
  const [group] = groupKeys(entries, '')
  expect(group && deedsOf(group).map(({ title, keys }) => [title, keys])).toEqual([
    ['Next row', ['j', 'ArrowDown']],
    ['Publish', ['$mod+Enter']],
  ])
})

test('a key that is switched off is listed only in the keymap editor', () => {
  expect(groupKeys(entries, 'edit')).toEqual([])
  const [group] = groupKeys(entries, 'edit', { isWhole: true })
  expect(group?.entries.map(({ title }) => title)).toEqual(['Edit'])
})

test('the keys in force are grouped by widget, page and everywhere, and filtered by words', () => {
  const keys = {
    widgets: [
      {
        id: 'x.sheet',
        title: 'Sheet',
        within: 'div',
        keys: [{ keys: 'F2', title: 'Edit the cell' }],
      },
    ],
    local: [entry('Publish', '$mod+Enter')],
    general: [entry('Search', '$mod+k')],
  }
  const titles = (query: string) =>
    groupKeysInForce(keys, 'Authors', query).map(({ title, deeds }) => [title, deeds.length])
  expect(titles('')).toEqual([
    ['Sheet', 1],
    ['Authors', 1],
    ['Everywhere', 1],
  ])
  expect(titles('f2')).toEqual([['Sheet', 1]])
})
