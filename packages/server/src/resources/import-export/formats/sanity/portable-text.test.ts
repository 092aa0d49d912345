import { describe, expect, test } from 'vitest'

import { block, document, exportOf, idOf, image, read, reference, span } from './export.fixture.ts'

const other = `object:${idOf('other')}`
const link = (more: object) => block([span('A', 'm')], { markDefs: [{ _key: 'm', ...more }] })
const item = (text: string, listItem: string, level = 1) => block([span(text)], { listItem, level })

const parts: [string, unknown[], string][] = [
  ['a paragraph', [block([span('a < b & "c"\nd')])], '<p>a &lt; b &amp; "c"<br>d</p>'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map(
    (style): [string, unknown[], string] => [
      style,
      [block([span('A')], { style })],
      `<${style}>A</${style}>`,
    ],
  ),
  ['an unknown style', [block([span('A')], { style: 'fancy' })], '<p>A</p>'],
  ...Object.entries({
    strong: 'strong',
    em: 'em',
    code: 'code',
    underline: 'u',
    'strike-through': 's',
    sup: 'sup',
    sub: 'sub',
    highlight: 'mark',
  }).map(([mark, element]): [string, unknown[], string] => [
    mark,
    [block([span('A', mark)])],
    `<p><${element}>A</${element}></p>`,
  ]),
  [
    'marks across spans',
    [block([span('A', 'em'), span('B', 'em', 'strong')])],
    '<p><em>A<strong>B</strong></em></p>',
  ],
  ['an unknown mark', [block([span('A', 'constructor', 'glow')])], '<p>A</p>'],
  [
    'lists within lists',
    [item('A', 'bullet'), item('B', 'number', 2), item('C', 'bullet'), block([span('D')])],
    '<ul><li>A<ol><li>B</li></ol></li><li>C</li></ul><p>D</p>',
  ],
  ['an unknown list at a level that is none', [item('A', 'checkbox', 1e9)], '<ul><li>A</li></ul>'],
  [
    'a link',
    [link({ _type: 'link', href: 'https://example.com/?a=1&b' })],
    '<p><a href="https://example.com/?a=1&amp;b">A</a></p>',
  ],
  ['a link that runs code', [link({ _type: 'link', href: 'javascript:alert(1)' })], '<p>A</p>'],
  [
    'a link to a document',
    [link({ _type: 'internalLink', reference: reference('other') })],
    `<p><a href="${other}">A</a></p>`,
  ],
  [
    'a reference as a mark',
    [link({ _type: 'reference', _ref: 'other' })],
    `<p><a href="${other}">A</a></p>`,
  ],
  [
    'a link to a missing document',
    [link({ _type: 'internalLink', reference: reference('x') })],
    '<p>A</p>',
  ],
  ['a mark of another kind', [link({ _type: 'comment', text: 'x' })], '<p>A</p>'],
  [
    'a reference',
    [block([span('A')]), reference('other')],
    `<p>A</p><p><a href="${other}">Other &amp; more</a></p>`,
  ],
  [
    'a reference in a line',
    [block([span('See '), reference('other')])],
    `<p>See <a href="${other}">Other &amp; more</a></p>`,
  ],
  [
    'an image',
    [block([span('A')]), image('abc-40x30.jpg', { alt: 'Alt' })],
    '<p>A</p><p><img src="PATH" alt="Alt"></p>',
  ],
  [
    'an image with a caption',
    [block([span('A')]), image('abc-40x30.jpg', { caption: 'C & D' })],
    '<p>A</p><figure><img src="PATH" alt="Alt of it"><figcaption>C &amp; D</figcaption></figure>',
  ],
  ['a missing image', [block([span('A')]), image('gone-1x1.jpg')], '<p>A</p>'],
  [
    'code',
    [block([span('A')]), { _type: 'code', code: 'a < b', language: 'ts"x' }],
    '<p>A</p><pre><code class="language-tsx">a &lt; b</code></pre>',
  ],
  [
    'a table',
    [block([span('A')]), { _type: 'table', rows: [{ cells: ['1', '2 & 3'] }] }],
    '<p>A</p><table><tr><td>1</td><td>2 &amp; 3</td></tr></table>',
  ],
  ['a rule', [block([span('A')]), { _type: 'divider' }], '<p>A</p><hr>'],
  [
    'an address',
    [block([span('A')]), { _type: 'youtube', url: 'https://youtu.be/x' }],
    '<p>A</p><p><a href="https://youtu.be/x">https://youtu.be/x</a></p>',
  ],
  [
    'a part of another kind, by its words',
    [
      block([span('A')]),
      {
        _type: 'callout',
        title: 'T < U',
        body: [block([span('B')])],
        items: ['x', { label: 'y' }],
        n: 7,
      },
    ],
    '<p>A</p><p>T &lt; U</p><p>B</p><p>x</p><p>y</p>',
  ],
  [
    'another part of a line, by its words',
    [block([span('A '), { _type: 'emoji', name: 'wave' }])],
    '<p>A wave</p>',
  ],
  [
    'blocks of any shape',
    [
      block([span('A')]),
      null,
      7,
      { _type: 7 },
      block('x'),
      block([null, { text: 'B' }], { markDefs: 'x', level: 'y' }),
      { _type: '@list', children: 1 },
    ],
    '<p>A</p><p>B</p>',
  ],
]

describe('portable text', () => {
  test.each(parts)('becomes HTML: %s', async (_name, body, html) => {
    const { objects } = await read(
      await exportOf(
        [
          document('1', 'page', { body }),
          document('other', 'page', {
            title: 'Other & more',
            photo: image('abc-40x30.jpg', { alt: 'Alt of it' }),
          }),
        ],
        [['images/abc-40x30.jpg', 'bytes']],
      ),
    )
    const path = 'production-export-2024-05-01t10-00-00-000z/images/abc-40x30.jpg'
    expect(objects[0]?.metadata['body']).toBe(html.replace('PATH', path))
  })
})
