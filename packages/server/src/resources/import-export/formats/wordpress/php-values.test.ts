import { expect, test } from 'vitest'

import { readSerialized } from './php-values.ts'

test.each([
  ['i:5;', 5],
  ['d:1.5;', 1.5],
  ['b:1;', true],
  ['N;', null],
  ['s:5:"hello";', 'hello'],
  ['s:4:"ü”";', 'ü”'],
  ['a:2:{i:0;s:1:"a";i:1;s:1:"b";}', ['a', 'b']],
  ['a:2:{s:5:"color";s:3:"red";s:4:"size";i:3;}', { color: 'red', size: 3 }],
  ['a:2:{i:0;s:1:"a";i:5;s:1:"b";}', { 0: 'a', 5: 'b' }],
  ['a:1:{s:1:"a";a:1:{s:1:"b";b:0;}}', { a: { b: false } }],
  // The text was edited, so its written length is wrong.
  ['a:1:{s:3:"url";s:10:"https://new.example";}', { url: 'https://new.example' }],
  ['O:8:"stdClass":1:{s:1:"a";i:1;}', { a: 1 }],
  [
    'O:4:"Evil":2:{s:7:"\0*\0file";s:11:"/etc/passwd";s:10:"\0Evil\0code";i:1;}',
    { file: '/etc/passwd', code: 1 },
  ],
  ['a:2:{i:0;i:1;i:1;R:1;}', [1, null]],
  ['E:11:"Suit:Hearts";', undefined],
  ['a:1:{s:9:"__proto__";a:1:{s:5:"admin";b:1;}}', {}],
])('the serialised value %j is read', (text, value) => {
  expect(readSerialized(text)?.value).toEqual(value)
})

test.each([
  'hello',
  '',
  'a:2:{i:0;s:1:"a";',
  'a:99999999:{}',
  's:5:"hello"',
  'a:1:{a:0:{}i:1;}',
  'C:5:"Thing":3:{abc}',
  'i:5;i:6;',
  'a:1:{i:0;'.repeat(500) + '}'.repeat(500),
])('%.40j is not a serialised value', (text) => {
  expect(readSerialized(text)).toBeUndefined()
})

test('a key named `__proto__` in an export does not become a prototype', () => {
  const value = readSerialized('a:2:{s:9:"__proto__";a:1:{s:5:"admin";b:1;}s:1:"a";i:1;}')?.value
  expect(value).toEqual({ a: 1 })
  expect((value as { admin?: boolean }).admin).toBeUndefined()
})
