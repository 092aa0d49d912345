import { expect, test } from 'vitest'

import { withParagraphs } from './paragraphs.ts'

test.each([
  ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
  [
    '<h2>Title</h2>\ntext\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nend',
    '<h2>Title</h2>\n<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>end</p>',
  ],
  ['x <em>y</em>\n<b>z</b>', '<p>x <em>y</em><br>\n<b>z</b></p>'],
  ['<pre>\na\n\nb</pre>\n\nq', '<pre>\na\n\nb</pre>\n<p>q</p>'],
  [
    '<blockquote>one\n\ntwo</blockquote>\nafter',
    '<blockquote>\n<p>one</p>\n<p>two</p>\n</blockquote>\n<p>after</p>',
  ],
  ['<div>a\n\nb</div>', '<div><p>a</p>\n<p>b</p></div>'],
  ['<p>a</p>\n\n<p>b</p>', '<p>a</p>\n<p>b</p>'],
  ['a<br />\nb<br/><br/>c', '<p>a<br />\nb</p>\n<p>c</p>'],
  ['<a\nhref="x">l</a>', '<p><a\nhref="x">l</a></p>'],
  ['', ''],
])('the text %j gets paragraphs', (text, html) => {
  expect(withParagraphs(text)).toBe(html)
})

test.each([
  `<${'\n'.repeat(500_000)}`,
  ' '.repeat(500_000),
  '<pre>'.repeat(50_000),
  '<td '.repeat(50_000),
  '<div>x\n\n'.repeat(20_000),
])('the large text %.10j gets paragraphs without growing much', (text) => {
  expect(withParagraphs(text).length).toBeLessThan(text.length * 3 + 100)
})
