import { expect, test } from 'vitest'

import { mobiledocToHtml } from './mobiledoc.ts'

interface Parts {
  markups?: unknown
  atoms?: unknown
  cards?: unknown
}

function read(sections: unknown, parts: Parts = {}) {
  const unknown: string[] = []
  const document = { version: '0.3.1', markups: [], atoms: [], cards: [], ...parts, sections }
  return {
    html: mobiledocToHtml(JSON.stringify(document), (type) => unknown.push(type)),
    unknown,
  }
}
const words = (text: string) => [[0, [], 0, text]]

test.each([
  ['paragraph', [1, 'p', words('a < b\nc')], '<p>a &lt; b<br>c</p>'],
  ['heading', [1, 'H3', words('A')], '<h3>A</h3>'],
  ['quote', [1, 'blockquote', words('A')], '<blockquote><p>A</p></blockquote>'],
  ['other quote', [1, 'aside', words('A')], '<blockquote><p>A</p></blockquote>'],
  ['quote on its own', [1, 'pull-quote', words('A')], '<blockquote><p>A</p></blockquote>'],
  ['list', [3, 'ul', [words('A'), words('B')]], '<ul><li>A</li><li>B</li></ul>'],
  ['numbers', [3, 'ol', [words('A')]], '<ol><li>A</li></ol>'],
  ['image', [2, '/content/a.png'], '<figure><img src="/content/a.png" alt=""></figure>'],
])('a section becomes HTML: %s', (_, section, expected) => {
  expect(read([section])).toEqual({ html: expected, unknown: [] })
})

test.each(
  Object.entries({ b: 'strong', i: 'em', del: 's', u: 'u', code: 'code', sub: 'sub', sup: 'sup' }),
)('the markup %s becomes its HTML element', (written, tag) => {
  expect(read([[1, 'p', [[0, [0], 1, 'A']]]], { markups: [[written]] }).html).toBe(
    `<p><${tag}>A</${tag}></p>`,
  )
})

test('nested markups close in their order, and at the end of a section if they stay open', () => {
  const markups = [['a', ['rel', 'x', 'href', 'https://a.org/?b=1&c']], ['strong'], ['em']]
  const markers = [
    [0, [0], 0, 'A'],
    [0, [1], 2, 'B'],
    [0, [], 9, 'C'],
    [0, [2], 0, 'D'],
  ]
  expect(read([[1, 'p', markers]], { markups })).toEqual({
    html: '<p><a href="https://a.org/?b=1&amp;c">A<strong>B</strong></a>C<em>D</em></p>',
    unknown: [],
  })
})

test('soft returns become line breaks, and other atoms keep their text', () => {
  const atoms = [
    ['soft-return', '', {}],
    ['mention', '@ann', {}],
  ]
  const markers = [
    [0, [], 0, 'A'],
    [1, [], 0, 0],
    [1, [], 0, 1],
  ]
  expect(read([[1, 'p', markers]], { atoms })).toEqual({
    html: '<p>A<br>@ann</p>',
    unknown: ['mention'],
  })
})

test('cards become HTML, also under their older names', () => {
  const cards = [
    ['hr', {}],
    ['code', { code: 'a<b', language: 'ts' }],
    ['card-markdown', { cardName: 'card-markdown', markdown: '## A\n\n*b*' }],
    ['markdown', { markdown: 'c' }],
  ]
  const sections = cards.map((_, index) => [10, index])
  expect(read(sections, { cards })).toEqual({
    html: '<hr><pre><code class="language-ts">a&lt;b</code></pre><h2>A</h2>\n<p><em>b</em></p><p>c</p>',
    unknown: [],
  })
})

test('unknown parts are reported, and their text is kept', () => {
  const parts = { markups: [['blink'], ['a', ['href', 'javascript:x']]], cards: [['poll', {}]] }
  const sections = [
    [1, 'script', [[0, [0, 1], 2, 'A']]],
    [10, 0],
    [10, 7],
    [99],
    null,
    { a: 1 },
    [1, '__proto__', 'x'],
    [3, 7, [7, null]],
  ]
  const { html, unknown } = read(sections, parts)
  expect(html).toBe('<p>A</p><p></p><ul><li></li><li></li></ul>')
  expect(unknown).toEqual([
    'script',
    'blink',
    'poll',
    '',
    'section 99',
    'section undefined',
    'section undefined',
    '__proto__',
  ])
})

test.each([
  [[[1, 'p', [[0, ['x', null, -1, 99], Number.MAX_SAFE_INTEGER, 'A']]]], {}, '<p>A</p>'],
  [[[1, 'p', [[0, [0], 1, 'A']]]], { markups: { 0: ['b'] } }, '<p>A</p>'],
  [[[1, 'p', [[0, [0], 1, 'A']]]], { markups: [['a', ['href']]] }, '<p>A</p>'],
])('invalid indexes and types do not break the conversion: %j', (sections, parts, expected) => {
  expect(read(sections, parts).html).toBe(expected)
})

test('a card or link that is used thousands of times is cut at 8 MB', () => {
  const cards = [['html', { html: 'x'.repeat(2 ** 20) }]]
  const { html, unknown } = read(
    Array.from({ length: 5000 }, () => [10, 0]),
    { cards },
  )
  expect(html).toHaveLength(8 * 2 ** 20)
  expect(unknown).toEqual(['longer than 8 MB'])
  const markups = [['a', ['href', `/${'x'.repeat(2 ** 20)}`]]]
  const markers = Array.from({ length: 5000 }, () => [0, [0], 1, 'A'])
  expect(read([[1, 'p', markers]], { markups }).html?.length).toBeLessThan(9 * 2 ** 20)
})

test('empty paragraphs at the end are left out', () => {
  expect(
    read([
      [1, 'p', []],
      [1, 'p', words('A')],
      [1, 'p', []],
    ]).html,
  ).toBe('<p></p><p>A</p>')
})

test.each(['', '{"version":"0.3.1","sections":[[1,"p"', '7', 'null', '[]', '{"sections":{}}'])(
  'input that is no Mobiledoc gives no HTML: %s',
  (json) => {
    expect(mobiledocToHtml(json, () => {})).toBeUndefined()
  },
)
