import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'

import { markdownToHtml } from './markdown-to-html.ts'
import { plainText } from './text-forms.ts'

test.each([
  ['two\n\nparagraphs', '<p>two</p>\n<p>paragraphs</p>'],
  ['# One\n## Two', '<h1>One</h1>\n<h2>Two</h2>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['> a\n> b', '<blockquote>a<br>b</blockquote>'],
  ['---', '<hr>'],
  ['```js\na < b\n\nc\n```', '<pre><code>a &lt; b\n\nc\n</code></pre>'],
  [
    '**a** *b* _c_ `d<` snake_case_word',
    '<p><strong>a</strong> <em>b</em> <em>c</em> <code>d&lt;</code> snake_case_word</p>',
  ],
  [
    '[**a**](https://x.test/?a=1&b="2")',
    '<p><a href="https://x.test/?a=1&amp;b=&quot;2&quot;"><strong>a</strong></a></p>',
  ],
  ['![a "b"](c.jpg)', '<p><img src="c.jpg" alt="a &quot;b&quot;"></p>'],
  ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
  ['[a](JavaScript:x)', '<p>[a](JavaScript:x)</p>'],
  ['[a](\u0001javascript:x)', '<p>[a](\u0001javascript:x)</p>'],
  [
    '[a](mailto:a@b.test) [b](/c?d=e:f)',
    '<p><a href="mailto:a@b.test">a</a> <a href="/c?d=e:f">b</a></p>',
  ],
  ['2 * 3 < 7 & more', '<p>2 * 3 &lt; 7 &amp; more</p>'],
])('%j becomes HTML', (source, html) => {
  expect(markdownToHtml(source)).toBe(html)
})

const elements: ReadonlySet<string> = new Set(
  '#text p h1 h2 h3 h4 h5 h6 hr ul ol li blockquote br pre code a img strong em'.split(' '),
)

interface Node {
  nodeName: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
}

const nodesIn = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.childNodes ?? [])])

const pieces = fc.constantFrom(
  '<script>',
  '</p>',
  '"',
  '**',
  '*',
  '_',
  '`',
  '[',
  '](',
  ')',
  '!',
  '\n',
  '\n\n',
  '# ',
  '- ',
  '> ',
  '&',
  'javascript:',
  'onerror=',
  'a',
  ' ',
  '```',
)

test('any source gives only the known elements and attributes, and no scripts', () => {
  fc.assert(
    fc.property(
      fc.array(pieces).map((some) => some.join('')),
      (source) => {
        for (const { nodeName, attrs = [] } of nodesIn(
          parseFragment(markdownToHtml(source)).childNodes,
        )) {
          expect(elements).toContain(nodeName)
          for (const { name, value } of attrs) {
            expect(['href', 'src', 'alt']).toContain(name)
            if (name !== 'alt') expect(value.trim().toLowerCase()).not.toMatch(/^javascript:/)
          }
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('words without marks are all kept', () => {
  const words = fc.array(fc.stringMatching(/^[a-z<&>"]{1,8}$/), { minLength: 1 })
  fc.assert(
    fc.property(words, fc.constantFrom(' ', '\n\n'), (some, gap) => {
      // A word that begins with `>` would start a quotation.
      fc.pre(!some.some((word) => word.startsWith('>')))
      const text = plainText(markdownToHtml(some.join(gap)))
      expect(text.split(/\s+/)).toEqual(some)
    }),
  )
})
