import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import { expect, test } from 'vitest'

import { deedsOf, groupKeys } from './key-rows.ts'

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

test('what is switched off stays in the editor, where it can be switched on', () => {
  expect(groupKeys(entries, 'edit')).toEqual([])
  const [group] = groupKeys(entries, 'edit', { isWhole: true })
  expect(group?.entries.map(({ title }) => title)).toEqual(['Edit'])
})
