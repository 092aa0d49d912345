import { expect, test } from 'vitest'

import { namesInValue } from './names-in-text.ts'

const name = '32a5a35c20051061c57802b0-a.png'

test.each([
  ['a value', name, [name]],
  ['a list, a group and rows', { a: [name], b: { c: [{ d: 'b.mp4' }] } }, [name, 'b.mp4']],
  ['HTML', `<img src="https://x.example/media/${name}?w=4" alt="/">`, [name]],
  ['Markdown', `![x](/media/${name}) and [y](/media/b.pdf#page=2).`, [name, 'b.pdf']],
  ['the end of a sentence', `See https://x.example/media/${name}.`, [name]],
  ['an escaped name', '/media/my%20photo%C3%A9.jpg', ['my photoé.jpg']],
  ['what cannot be unescaped', '/media/100%.jpg', ['100%.jpg']],
  ['a name with quotes in it', 'my "photo".jpg', ['my "photo".jpg']],
  [
    'a name without an ending',
    '/media/32a5a35c20051061c57802b0-file',
    ['32a5a35c20051061c57802b0-file'],
  ],
  ['nothing', [null, 1, true, '', 'plain text', '/about/us', 'x'.repeat(10_000)], []],
])('finds names in %s', (_where, value, names) => {
  expect([...namesInValue(value)]).toEqual(names)
})
