import { expect, test } from 'vitest'

import { mentionBefore, mentionedIn, parseText } from './parse-text.ts'

const textOf = (text: string, names: string[] = []) =>
  parseText(text, names).map(({ kind, text: words, href }) => [
    kind,
    words,
    ...(href ? [href] : []),
  ])

test('parseText reads strong text, emphasis, code, links and mentions', () => {
  expect(
    textOf('**A** *b* `c` [d](https://d.example/x) https://e.example/y. @Ada L and @Ada', [
      'Ada',
      'Ada L',
    ]),
  ).toEqual([
    ['strong', 'A'],
    ['text', ' '],
    ['emphasis', 'b'],
    ['text', ' '],
    ['code', 'c'],
    ['text', ' '],
    ['link', 'd', 'https://d.example/x'],
    ['text', ' '],
    ['link', 'https://e.example/y', 'https://e.example/y'],
    ['text', '. '],
    ['mention', '@Ada L'],
    ['text', ' and '],
    ['mention', '@Ada'],
  ])
})

test.each([
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '2 * 3 * 4',
  'a_b_c ** d',
  '@Someone',
])('parseText leaves %j as plain text', (text) => {
  expect(textOf(text)).toEqual([['text', text]])
})

test('parseText keeps all words and line breaks', () => {
  const text = 'One\n\ntwo **three** @Ada'
  expect(
    parseText(text, ['Ada'])
      .map((piece) => piece.text)
      .join(''),
  ).toBe('One\n\ntwo three @Ada')
})

test.each([
  ['Hello @', { from: 6, words: '' }],
  ['Hello @In', { from: 6, words: 'In' }],
  ['@Ines Al', { from: 0, words: 'Ines Al' }],
  ['mail@example', undefined],
  ['Hello', undefined],
])('mentionBefore finds the name that is being typed, if any, in %j', (text, name) => {
  expect(mentionBefore(text, text.length)).toEqual(name)
})

test('mentionedIn returns the people whose names are in the text', () => {
  const people = [{ name: 'Ines Albrecht' }, { name: 'Tomas Eide' }]
  expect(mentionedIn('For @Ines Albrecht', people)).toEqual([people[0]])
})
