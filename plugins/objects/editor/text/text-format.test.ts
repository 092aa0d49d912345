// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, test } from 'vitest'

import { htmlFormat, markdownFormat, roundTrip } from './text-format.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

function visit(format: typeof htmlFormat, text: string): string {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: format.extensions,
    content: format.read(text),
    injectCSS: false,
  })
  return format.write(editor)
}

describe('markdown', () => {
  test.each([
    '# Title\n\nText with **bold**, *italic*, `code` and [a link](https://example.org/a?b=1).',
    '- one\n- two\n  - deeper\n\n1. first\n2. second',
    '> A quote\n\n---\n\n```js\nconst a = 1\n```',
    '![Rigi](/media/rigi.jpg "Blue")',
    '{{hero /}}',
    'Before\n\n{{object type="posts" id="0123456789abcdef01234567" slug="a_b*c" /}}\n\nAfter',
    '{{card}}\n\n# Not a heading of ours\n\n* verbatim *\n\n{{/card}}\n\nAfter',
    'Dear {{first_name}}, hello {{ name | upper }}.',
    '| Station | Height |\n| --- | ---: |\n| **Eddystone** | 49 m |\n| a \\| b | [link](/a) |',
  ])('comes back as it was: %j', (text) => {
    expect(visit(markdownFormat, text)).toBe(text)
    expect(markdownFormat.isFaithful(text)).toBe(true)
  })

  test('other ways of writing the same count as faithful', () => {
    expect(markdownFormat.isFaithful('Title\n=====\n\n* a\n* b\n\n__bold__')).toBe(true)
  })

  test.each(['Text <div class="wide">kept?</div>'])(
    'what the editor would drop is noticed: %j',
    (text) => {
      expect(roundTrip(text)).not.toBe(text)
      expect(markdownFormat.isFaithful(text)).toBe(false)
    },
  )

  test('an empty text stays empty', () => {
    expect(visit(markdownFormat, '')).toBe('')
  })
})

describe('html', () => {
  test.each([
    '<p>Text with <strong>bold</strong> and <a href="https://example.org">a link</a></p>',
    '<h2>Title</h2><ul><li><p>one</p></li></ul><blockquote><p>q</p></blockquote>',
    '<p><img src="/media/rigi.jpg" alt="Rigi"></p>',
  ])('comes back as it was: %s', (html) => {
    expect(visit(htmlFormat, html)).toBe(html)
    expect(htmlFormat.isFaithful(html)).toBe(true)
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
  ])('%s is faithful: %s', (html, isFaithful) => {
    expect(htmlFormat.isFaithful(html)).toBe(isFaithful)
  })

  test('a script address does not become a link', () => {
    expect(visit(htmlFormat, '<p><a href="javascript:alert(1)">x</a></p>')).not.toContain(
      'javascript:',
    )
  })
})
