// @vitest-environment jsdom
import type { Metafield } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { combine } from './combine.ts'

const both = (type: Metafield['type'], base: unknown, mine: unknown, theirs: unknown) =>
  combine({ path: 'metadata.x', base, mine, theirs }, [{ key: 'x', title: 'X', type }])

test('edits at different places of a text are combined', () => {
  expect(both('text', 'A wave and a man', 'A big wave and a man', 'A wave and a keeper')).toBe(
    'A big wave and a keeper',
  )
  expect(both('text', 'oil', 'oil paint', 'oil on canvas')).toBe('oil on canvas paint')
  const sentence = 'A helicopter, a wave.'
  const [big, keeper] = ['A helicopter, a big wave.', 'A helicopter, a wave, a keeper.']
  expect(both('text', sentence, big, keeper)).toBe('A helicopter, a big wave, a keeper.')
  expect(both('text', sentence, keeper, big)).toBe('A helicopter, a big wave, a keeper.')
  expect(both('markdown', 'One\n\nTwo\n', 'Uno\n\nTwo\n', 'One\n\nTwo\n\nThree\n')).toBe(
    'Uno\n\nTwo\n\nThree\n',
  )
})

test('edits at the same place put theirs before mine, and text that both wrote appears once', () => {
  expect(both('text', 'oil', 'ink', 'chalk')).toBe('chalk ink')
  expect(both('text', undefined, 'ink', 'chalk')).toBe('chalk ink')
  expect(both('textarea', 'One', 'Uno', 'Un')).toBe('Un\nUno')
  expect(both('text', 'a b', 'x b c', 'x b d')).toBe('x b d c')
})

test('HTML is combined by whole blocks', () => {
  const html = (...blocks: string[]): string => blocks.map((text) => `<p>${text}</p>`).join('')
  expect(both('html-textarea', html('One', 'Two'), html('Uno', 'Two'), html('One', 'Two!'))).toBe(
    html('Uno', 'Two!'),
  )
  const [mine, theirs] = ['<ul><li>a</li><li>mine</li></ul>', '<ul><li>theirs</li></ul>']
  expect(both('html-textarea', '<ul><li>a</li></ul>', mine, theirs)).toBe(theirs + mine)
  expect(combine({ path: 'content', base: '', mine: '<p>m</p>', theirs: '<p>t</p>' }, [])).toBe(
    '<p>t</p><p>m</p>',
  )
})

test('a combined list drops what either side removed and has what either side added', () => {
  expect(both('objects', ['a', 'b'], ['b', 'c'], ['a', 'b', 'd'])).toEqual(['b', 'd', 'c'])
})

test('numbers, choices, rows, invalid values and slugs cannot be combined', () => {
  expect(both('number', 1, 2, 3)).toBeUndefined()
  expect(both('select-dropdown', 'a', 'b', 'c')).toBeUndefined()
  expect(both('repeater', [], [{ a: 1 }], [{ a: 2 }])).toBeUndefined()
  expect(both('text', 'a', { '~typed': 'b' }, 'c')).toBeUndefined()
  expect(combine({ path: 'slug', base: 'a', mine: 'b', theirs: 'c' }, [])).toBeUndefined()
})
