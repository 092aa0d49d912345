import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { markdownParts, withMarkdownTexts } from './markdown-texts.ts'

const textsOf = (source: string) =>
  markdownParts(source).flatMap(({ text, isText }) => (isText && text.trim() ? [text] : []))

const markupOf = (source: string) =>
  markdownParts(source)
    .filter(({ isText }) => !isText)
    .map(({ text }) => text)

const pieces = [
  '# Head\n',
  'A *plain* **word**\n',
  '- one\n- [ ] two\n',
  '1. first\n',
  '> quote\n',
  '[link](https://a.example/x_y)\n',
  '![alt](a.png)\n',
  '`code` and more\n',
  '```js\nconst a = "text"\n```\n',
  '| a | b |\n| --- | :-: |\n| c | d |\n',
  '{{object id="x"}}\n',
  '<br> <b>bold</b>\n',
  'https://b.example/path\n',
  'snake_case and _emphasis_\n',
  '---\n',
  '[ref]: https://c.example "Title"\n',
]

test.each([
  ['# The *old* door', ['The ', 'old', ' door']],
  ['- [x] done\n2. next', ['done', 'next']],
  ['See [the map](https://a.example/map) now', ['See ', 'the map', ' now']],
  ['```\nnot this\n```\nthis', ['this']],
  ['~~~ a\nnor this', []],
  ['Run `npm start` twice', ['Run ', ' twice']],
  ['{{object id="a" title="x"}} then', [' then']],
  ['| a | b |\n|---|---|\n| c | d |', [' a ', ' b ', ' c ', ' d ']],
  ['---\ntitle: Not this\n---\nThis', ['This']],
  ['{% include "not" %} this <!-- nor\n\nthis -->', [' this ']],
  ['Run ``a ` b`` and `two\nlines` now', ['Run ', ' and ', ' now']],
  ['a `` b ` c\n\nd ` e', ['a ', ' b ', ' c', 'd ', ' e']],
  ['> ```\n> not\n> ```\n> but', ['but']],
  ['> ```\n> not\n\nbut', ['but']],
  ['- one\n- ```\n  not\n  ```\n- two', ['one', 'two']],
  ['one\n\n    not this\n\n    nor - this\n\ntwo', ['one', 'two']],
  ['\tnot this\nthis', ['this']],
  ['one\n    two', ['one', '    two']],
  ['- one\n\n    two\n\n        not this\n\nthree', ['one', '    two', 'three']],
  ['1. one\n   - two\n\n     three\n\n         not', ['one', 'two', '     three']],
  ['```\n\n    not\n```\n    this', ['    this']],
  ['Press <kbd>Ctrl</kbd> <b>twice</b>', ['Press ', 'twice']],
  ['<pre class="x">not\n\n<b>nor</b></pre> this', [' this']],
  ['<b translate="no">No <b>nor</b> no</b> yes <i class="a notranslate">no</i>', [' yes ']],
  ['<code>a <kbd> b', ['a ', ' b']],
  ['a snake_case word and _one_', ['a snake_case word and ', 'one']],
])('finds the texts in %j', (source, texts) => {
  expect(textsOf(source)).toEqual(texts)
})

test('text that would be markup is escaped', () => {
  const put = (input: string) => withMarkdownTexts(markdownParts('word'), () => input)
  expect(put('# no *head*')).toBe('\\# no \\*head\\*')
  expect(put('1. no list')).toBe('1\\. no list')
  expect(put('two\nlines [x](y)')).toBe('two lines \\[x\\](y)')
})

const sign = fc.constantFrom(...Array.from('aü *_#-1.[]`|<>\n&{'))

test('the markup stays the same for any new texts', () => {
  const source = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''))
  fc.assert(
    fc.property(source, fc.string({ unit: sign }), (text, input) => {
      const parts = markdownParts(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      // This simulates a translation, in which the spaces around the words stay.
      const written = withMarkdownTexts(parts, (one) =>
        one.replace(/\p{L}.*\p{L}|\p{L}/u, `x${input}x`),
      )
      // Additional characters may only keep a text from becoming markup.
      const isEscape = (markup: string) => markup.startsWith('\\')
      expect(markupOf(written).filter((markup) => !isEscape(markup))).toEqual(
        markupOf(text).filter((markup) => !isEscape(markup)),
      )
    }),
  )
})

test.each([
  '{{',
  '](',
  '[',
  '<',
  '`',
  '~',
  '*_',
  '&#a',
  ' \n',
  'a `` b ` ',
  '    a\n\n',
  '- ',
  '> ```\n',
  '<code>',
  '<b></i>',
  '<b class="',
])('a long text of %s is read in one pass', (sign) => {
  const source = sign.repeat(250_000)
  const parts = markdownParts(source)
  expect(parts.map(({ text }) => text).join('')).toBe(source)
})
