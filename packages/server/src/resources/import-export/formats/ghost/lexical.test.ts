import { expect, test } from 'vitest'

import { lexicalToHtml } from './lexical.ts'

const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format })
const node = (type: string, children: unknown, more: object = {}) => ({ type, children, ...more })
const item = (...children: unknown[]) => node('listitem', children)
const document = (...children: unknown[]) => JSON.stringify({ root: node('root', children) })

function read(...children: unknown[]) {
  const unknown: string[] = []
  return { html: lexicalToHtml(document(...children), (type) => unknown.push(type)), unknown }
}

test.each([
  ['paragraph', node('paragraph', [text('a < b\nc')]), '<p>a &lt; b<br>c</p>'],
  [
    'formats',
    node(
      'paragraph',
      [1, 2, 4, 8, 16, 32, 64, 128].map((format) => text('x', format)),
    ),
    '<p><strong>x</strong><em>x</em><s>x</s><u>x</u><code>x</code><sub>x</sub><sup>x</sup><mark>x</mark></p>',
  ],
  ['formats at once', node('paragraph', [text('x', 3)]), '<p><em><strong>x</strong></em></p>'],
  [
    'line break, tab and mark of a draft',
    node('paragraph', [
      { type: 'text', text: 'a' },
      { type: 'linebreak' },
      { type: 'tab', text: '\t' },
      { type: 'tk', text: 'TK' },
      { type: 'zwnj' },
    ]),
    '<p>a<br>\tTK</p>',
  ],
  ['heading', node('heading', [text('A')], { tag: 'h3' }), '<h3>A</h3>'],
  ['newer heading', node('extended-heading', [text('A')], { tag: 'h1' }), '<h1>A</h1>'],
  ['heading of no level', node('heading', [text('A')], { tag: 'script' }), '<h2>A</h2>'],
  ['quote', node('quote', [text('A')]), '<blockquote><p>A</p></blockquote>'],
  ['newer quote', node('extended-quote', [text('A')]), '<blockquote><p>A</p></blockquote>'],
  ['aside', node('aside', [text('A')]), '<blockquote><p>A</p></blockquote>'],
  [
    'list with a list within',
    node(
      'list',
      [item(text('A')), item(node('list', [item(text('B'))], { tag: 'ul' })), item(text('C'))],
      { listType: 'number', tag: 'ol', start: 3 },
    ),
    '<ol start="3"><li>A<ul><li>B</li></ul></li><li>C</li></ol>',
  ],
  [
    'link',
    node('paragraph', [node('link', [text('A', 1)], { url: '__GHOST_URL__/b/?c="&d' })]),
    '<p><a href="__GHOST_URL__/b/?c=&quot;&amp;d"><strong>A</strong></a></p>',
  ],
  [
    'link to code',
    node('paragraph', [node('link', [text('A')], { url: 'javascript:x' })]),
    '<p>A</p>',
  ],
  [
    'link in the making',
    node('paragraph', [
      text('A'),
      node('at-link', [{ type: 'zwnj' }, { type: 'at-link-search', text: 'q' }]),
    ]),
    '<p>A</p>',
  ],
  [
    'autolink',
    node('autolink', [text('a.org')], { url: 'https://a.org' }),
    '<a href="https://a.org">a.org</a>',
  ],
  ['card', { type: 'horizontalrule' }, '<hr>'],
])('a node becomes HTML: %s', (_, block, expected) => {
  expect(read(block)).toEqual({ html: expected, unknown: [] })
})

test('empty paragraphs at the end are left out', () => {
  const empty = node('paragraph', [])
  expect(read(empty, node('paragraph', [text('A')]), empty, empty).html).toBe('<p></p><p>A</p>')
  expect(read().html).toBe('')
})

test('unknown nodes are reported, and their children are converted', () => {
  expect(
    read(node('columns', [node('paragraph', [text('A')])]), null, 7, { type: '__proto__' }),
  ).toEqual({ html: '<p>A</p>', unknown: ['columns', '', '', '__proto__'] })
})

test.each([
  ['text', { type: 'text', text: 7, format: 'bold' }, ''],
  ['children', node('heading', { length: 3 }, { tag: 3 }), '<h2></h2>'],
  ['items', node('list', [7, null], { start: 'x' }), '<ul><li></li><li></li></ul>'],
  ['address', node('link', [text('A')], { url: ['a'] }), 'A'],
])('a value of a wrong type does not break the conversion: %s', (_, block, expected) => {
  expect(read(block).html).toBe(expected)
})

test('a text that is nested too deeply is cut at 100 levels, and this is reported', () => {
  const open = '{"type":"aside","children":['
  const json = `{"root":{"children":[${open.repeat(50_000)}${']}'.repeat(50_000)}]}}`
  const unknown: string[] = []
  const html = lexicalToHtml(json, (type) => unknown.push(type))
  expect(unknown).toEqual(['nested too deep'])
  expect(html?.match(/<blockquote>/g)).toHaveLength(100)
})

test.each(['', '{"root":{"children":[{"ty', '7', 'null', '[]', '{"root":{}}', '{"root":[]}'])(
  'input that is no Lexical document gives no HTML: %s',
  (json) => {
    expect(lexicalToHtml(json, () => {})).toBeUndefined()
  },
)
