// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, test } from 'vitest'

import { cleanPasted } from './pasted-html.ts'
import { htmlFormat, markdownFormat, type TextFormat } from './text-format.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

function open(format: TextFormat, text: string): Editor {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: format.extensions,
    content: format.read(text),
    injectCSS: false,
  })
  return editor
}

/** Returns the text after the editor opens it without a change. */
const visit = (format: TextFormat, text: string): string =>
  format.write(open(format, text).state.doc)

/** Returns the labels of the blocks that are edited as source. */
const sourcesOf = (format: TextFormat, text: string): unknown[] =>
  [...open(format, text).view.dom.querySelectorAll<HTMLElement>('[data-source]')].map(
    ({ dataset }) => dataset['source']?.split(',')[0],
  )

describe('markdown', () => {
  test.each([
    '# Title\n\nText with **bold**, *italic*, `code` and [a link](https://example.org/a?b=1).',
    '- one\n- two\n  - deeper\n\n1. first\n2. second',
    '> A quote\n\n---\n\n```js\nconst a = 1\n```',
    '![Rigi](/media/rigi.jpg "Blue")',
    'To [the storm](object:0123456789abcdef01234567) and [on](object:0123456789abcdef01234567#end)',
    'Before\n\n<figure data-size="small" data-position="left"><img src="/media/a.jpg" alt="A"><figcaption>B &amp; c</figcaption></figure>\n\nAfter',
    '<figure><img src="/media/a.jpg" alt=""><figcaption>Alone</figcaption></figure>',
    '{{hero /}}',
    'Before\n\n{{object type="posts" id="0123456789abcdef01234567" slug="a_b*c" /}}\n\nAfter',
    '{{card}}\n\n# Not a heading of ours\n\n* verbatim *\n\n{{/card}}\n\nAfter',
    'Dear {{first_name}}, hello {{ name | upper }}.',
    'An <u>underlined **word**</u> and **bold <u>within</u>**',
    'A <mark>marked **word**</mark>, <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>',
    '<mark>Marked</mark> first\n\n<ruby>字<rt>ji</rt></ruby>',
    '| Station | Height |\n| --- | ---: |\n| **Eddystone** | 49 m |\n| a \\| b | [link](/a) |',
  ])('is written as it was read: %j', (text) => {
    expect(visit(markdownFormat, text)).toBe(text)
    expect(sourcesOf(markdownFormat, text)).toEqual([])
  })

  test('reads other spellings of the same syntax without source blocks', () => {
    const text = 'Title\n=====\n\n* a\n* b\n\n__bold__\n\n1) one\n\n~~~\ncode\n~~~\n\na [b][c]'
    expect(sourcesOf(markdownFormat, text)).toEqual([])
    expect(visit(markdownFormat, text)).toBe(text)
  })

  test.each([
    ['Text <div class="wide">kept?</div>', 'Text'],
    ['---\ntitle: x\n---', 'Front matter'],
    ['<!--more-->', 'Comment'],
    ['[^1]: A footnote', 'Footnote'],
    ['[site]: https://example.org', 'Link address'],
    ['$$\na_b\n$$', 'Formula'],
    ['{% include x %}', 'Template'],
    [':::note', 'Directive'],
    ['import a from "a"', 'Code'],
    ['<Chart />', 'Component'],
    ['<div>x</div>', 'HTML'],
    ['<figure><img src="a"><figcaption>By <em>me</em></figcaption></figure>', 'Figure'],
    ['<figure><img src="a"></figure>', 'Figure'],
    ['<figure data-size="huge"><img src="a"></figure>', 'Figure'],
    ['<figure><pre>x</pre></figure>', 'Figure'],
    ['<table>\n<tr><td>a</td></tr>\n</table>', 'Table'],
  ])('shows what the editor has no form for as a source block: %j', (source, label) => {
    const text = `${source}\n\nText`
    expect(sourcesOf(markdownFormat, text)).toEqual([label])
    expect(visit(markdownFormat, text)).toBe(text)
    expect(markdownFormat.isSource(text)).toBe(false)
    expect(markdownFormat.isSource(source)).toBe(true)
  })

  test('escapes typed paragraphs that look like syntax', () => {
    const author = open(markdownFormat, 'Text')
    const lines = [
      '# a',
      '- b',
      '1. c',
      '+ d',
      '> e',
      '---',
      '===',
      '#',
      '| - |',
      'a\n- b',
      'x *y*',
    ]
    const paragraphs = lines.map((text) => ({
      type: 'paragraph',
      content: [{ type: 'text', text }],
    }))
    author.commands.insertContentAt(author.state.doc.content.size, paragraphs)
    const text = markdownFormat.write(author.state.doc)
    const content = markdownFormat.read(text).content ?? []
    expect(content.map(({ type }) => type)).toEqual(['Text', ...lines].map(() => 'paragraph'))
    expect(visit(markdownFormat, text)).toBe(text)
  })

  test('writes a block as it was after its edit is undone', () => {
    const text = '* one\n* two\n\n\n__bold__\n'
    const author = open(markdownFormat, text)
    author.commands.insertContentAt(4, 'x')
    expect(markdownFormat.write(author.state.doc)).toBe('* oxne\n* two\n\n\n__bold__\n')
    author.commands.undo()
    expect(markdownFormat.write(author.state.doc)).toBe(text)
  })

  test('separates a new block by the line breaks that the text uses', () => {
    const author = open(markdownFormat, '# One\r\n\r\nTwo\r\n')
    author.commands.insertContentAt(5, {
      type: 'paragraph',
      content: [{ type: 'text', text: 'New' }],
    })
    expect(markdownFormat.write(author.state.doc)).toBe('# One\r\n\r\nNew\r\n\r\nTwo\r\n')
  })

  test('an empty text stays empty', () => {
    expect(visit(markdownFormat, '')).toBe('')
  })
})

describe('html', () => {
  test.each([
    '<p>Text with <strong>bold</strong> and <a href="https://example.org">a link</a></p>',
    '<h2>Title</h2><ul><li><p>one</p></li></ul><blockquote><p>q</p></blockquote>',
    '<p><img src="/media/rigi.jpg" alt="Rigi"></p>',
    '<p><a href="object:0123456789abcdef01234567">the storm</a></p>',
    '<figure data-size="medium" data-position="right"><img src="/a.jpg" alt="A" title="B" width="3" height="2"><figcaption>C</figcaption></figure>',
    '<figure><img src="/a.jpg"></figure>',
    '<p>A <mark>marked <strong>word</strong></mark></p>',
    '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <ruby>字<rt>ji</rt></ruby></p>',
    '<details open=""><summary>More <em>of it</em></summary><p>Hidden</p><ul><li><p>a</p></li></ul></details>',
    '<details><p>Without a summary</p></details>',
  ])('is written as it was read: %s', (html) => {
    expect(visit(htmlFormat, html)).toBe(html)
    expect(sourcesOf(htmlFormat, html)).toEqual([])
  })

  test.each([
    ['<ul><li>bare item</li></ul><b>old bold</b>', true],
    ['<p class="lead">styled</p>', false],
    ['<iframe src="https://example.org/video"></iframe>', false],
    ['<table><tbody><tr><th>a</th></tr><tr><td colspan="2">cell</td></tr></tbody></table>', true],
    ['<table><tbody><tr><td width="20">cell</td></tr></tbody></table>', false],
    ['<table><thead><tr><th>a</th></tr></thead></table>', false],
    ['<p style="color:red">red</p>', false],
    ['<p><a href="/a" target="_blank">new tab</a></p>', true],
    ['', true],
    ['<p>a</p><!--more--><p>b</p>', false],
    ['<p>a <!-- b --></p>', false],
    ['<my-box>a</my-box>', false],
    ['<figure>\n  <img src="a">\n  <figcaption> By me </figcaption>\n</figure>', true],
    ['<figure class="wide"><img src="a"></figure>', false],
    ['<figure><a href="/b"><img src="a"></a></figure>', false],
    ['<figure data-position="top"><img src="a"></figure>', false],
    ['<figure><blockquote>a</blockquote></figure>', false],
    ['<p><a href="object:no">x</a></p>', false],
  ])('%s has a form in the editor: %s', (html, hasForm) => {
    expect(sourcesOf(htmlFormat, html).length === 0).toBe(hasForm)
    expect(visit(htmlFormat, html)).toBe(html)
  })

  test('Enter moves from a summary into its details, and out of them after an empty line', () => {
    const author = open(htmlFormat, '<details><summary>More</summary><p>Hidden</p></details>')
    const press = (...keys: string[]) =>
      keys.forEach((key) => author.commands.keyboardShortcut(key))
    author.commands.setTextSelection(6)
    press('Enter')
    author.commands.insertContent('first')
    author.commands.setTextSelection(author.state.doc.content.size - 2)
    press('Enter', 'Enter')
    author.commands.insertContent('after')
    expect(htmlFormat.write(author.state.doc)).toBe(
      '<details><summary>More</summary><p>first</p><p>Hidden</p></details><p>after</p>',
    )
  })

  test('a script address does not become a link', () => {
    const { dom } = open(htmlFormat, '<p><a href="javascript:alert(1)">x</a></p>').view
    expect(dom.querySelector('a')).toBeNull()
  })
})

function paste(format: TextFormat, html: string): string {
  const { view } = open(format, '')
  // jsdom has no class for paste events, and only the type matters here.
  view.pasteHTML(cleanPasted(html).html, new Event('paste') as ClipboardEvent)
  return format.write(view.state.doc)
}

test.each([
  [
    '<details open><summary>More <b>of</b> it</summary>Hidden <i>text</i><ul><li>a</li></ul></details><p>b</p>',
    '<details open>\n<summary>More <strong>of</strong> it</summary>\n\nHidden *text*\n\n- a\n\n</details>\n\nb',
    '<details open=""><summary>More <strong>of</strong> it</summary><p>Hidden <em>text</em></p><ul><li><p>a</p></li></ul></details><p>b</p>',
  ],
  [
    '<table><tr><th><details><summary>a</summary>b</details></th></tr></table>',
    '<table>\n<tr><th><details><summary>a</summary><p>b</p></details></th></tr>\n</table>',
    '<table><tbody><tr><th><details><summary>a</summary><p>b</p></details></th></tr></tbody></table>',
  ],
])('a paste keeps details and their summary: %s', (pasted, markdown, html) => {
  expect(paste(markdownFormat, pasted)).toBe(markdown)
  expect(visit(markdownFormat, markdown)).toBe(markdown)
  expect(paste(htmlFormat, pasted)).toBe(html)
})
