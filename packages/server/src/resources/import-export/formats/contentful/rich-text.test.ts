import { describe, expect, test } from 'vitest'

import {
  SPACE,
  asset,
  document,
  en,
  entry,
  file,
  idOf,
  link,
  node,
  paragraph,
  read,
  text,
} from './export.fixture.ts'

describe('rich text of Contentful', () => {
  const other = `object:${idOf('other')}`
  const photo = `https://images.ctfassets.net/${SPACE}/a/token/photo.jpg`
  const target = (linkType: string, id: string) => ({ target: link(linkType, id) })
  const asTable = (cell: string) =>
    node('table', [node('table-row', [node(cell, [paragraph(text('A'))])])])

  const nodes: [string, unknown, string][] = [
    ['paragraph', paragraph(text('a < b & "c"\nd')), '<p>a &lt; b &amp; "c"<br>d</p>'],
    ...[1, 2, 3, 4, 5, 6].map((level): [string, unknown, string] => [
      `heading-${level}`,
      node(`heading-${level}`, [text('A')]),
      `<h${level}>A</h${level}>`,
    ]),
    [
      'bold and italic',
      paragraph(text('A', 'bold', 'italic')),
      '<p><em><strong>A</strong></em></p>',
    ],
    ['underline', paragraph(text('A', 'underline')), '<p><u>A</u></p>'],
    ['code', paragraph(text('<a>', 'code')), '<p><code>&lt;a&gt;</code></p>'],
    ['superscript', paragraph(text('2', 'superscript')), '<p><sup>2</sup></p>'],
    ['subscript', paragraph(text('2', 'subscript')), '<p><sub>2</sub></p>'],
    ['strikethrough', paragraph(text('A', 'strikethrough')), '<p><s>A</s></p>'],
    ['an unknown mark', paragraph(text('A', 'sparkle')), '<p>A</p>'],
    [
      'lists',
      node('ordered-list', [
        node('list-item', [
          paragraph(text('A')),
          node('unordered-list', [node('list-item', [paragraph(text('B'))])]),
        ]),
      ]),
      '<ol><li><p>A</p><ul><li><p>B</p></li></ul></li></ol>',
    ],
    ['blockquote', node('blockquote', [paragraph(text('A'))]), '<blockquote><p>A</p></blockquote>'],
    ['hr', node('hr'), '<hr>'],
    ['table', asTable('table-cell'), '<table><tr><td><p>A</p></td></tr></table>'],
    ['table header', asTable('table-header-cell'), '<table><tr><th><p>A</p></th></tr></table>'],
    [
      'hyperlink',
      paragraph(node('hyperlink', [text('A')], { uri: 'https://example.com/?a=1&b="' })),
      '<p><a href="https://example.com/?a=1&amp;b=&quot;">A</a></p>',
    ],
    [
      'a link that runs code',
      paragraph(node('hyperlink', [text('A')], { uri: ' javascript:alert(1)' })),
      '<p>A</p>',
    ],
    [
      'entry-hyperlink',
      paragraph(node('entry-hyperlink', [text('A')], target('Entry', 'other'))),
      `<p><a href="${other}">A</a></p>`,
    ],
    [
      'asset-hyperlink',
      paragraph(node('asset-hyperlink', [text('A')], target('Asset', 'a'))),
      `<p><a href="${photo}">A</a></p>`,
    ],
    [
      'embedded-entry-inline',
      paragraph(text('See '), node('embedded-entry-inline', [], target('Entry', 'other'))),
      `<p>See <a href="${other}">Other &amp; more</a></p>`,
    ],
    [
      'embedded-entry-block',
      node('embedded-entry-block', [], target('Entry', 'other')),
      `<p><a href="${other}">Other &amp; more</a></p>`,
    ],
    [
      'embedded-asset-block: an image',
      node('embedded-asset-block', [], target('Asset', 'a')),
      `<p><img src="${photo}" alt="Alt of a"></p>`,
    ],
    [
      'embedded-asset-block: a video',
      node('embedded-asset-block', [], target('Asset', 'v')),
      `<video src="https://images.ctfassets.net/${SPACE}/v/token/v.mp4" controls></video>`,
    ],
    [
      'embedded-asset-block: a file',
      node('embedded-asset-block', [], target('Asset', 'f')),
      `<p><a href="https://images.ctfassets.net/${SPACE}/f/token/f.pdf">Title of f</a></p>`,
    ],
    [
      'a missing entry',
      paragraph(node('entry-hyperlink', [text('A')], target('Entry', 'x'))),
      '<p>A</p>',
    ],
    ['a missing asset', node('embedded-asset-block', [], target('Asset', 'x')), ''],
    ['an unknown node', node('carousel', [paragraph(text('A'))]), '<p>A</p>'],
    ['an empty end', document(paragraph(text('A')), paragraph(text(''))), '<p>A</p>'],
    [
      'what is no node',
      document(null, 7, 'text', { content: 'x' }, paragraph(text('A'))),
      '<p>A</p>',
    ],
  ]

  test.each(nodes)('becomes HTML: %s', async (_name, content, html) => {
    const { objects } = await read({
      entries: [
        entry('1', 'page', en({ title: 'A', body: document(content) })),
        entry('other', 'page', en({ title: 'Other & more' })),
      ],
      assets: [
        asset('a', { en: file('a', 'photo.jpg') }),
        asset('v', { en: file('v', 'v.mp4', 'video/mp4') }),
        asset('f', { en: file('f', 'f.pdf', 'application/pdf') }),
      ],
    })
    expect(objects[0]?.metadata['body'] ?? '').toBe(html)
  })
})
