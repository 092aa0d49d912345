// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { cleanPasted, describeLosses } from './pasted-html.ts'
import { htmlFormat, markdownFormat, markdownOf, type TextFormat } from './text-format.ts'

const RUNS = Number(process.env['TEXT_RUNS'] ?? 40)

test.each([
  [
    'nothing to clean',
    '<p>Plain <a href="/a?b=1&amp;c">link</a></p>',
    '<p>Plain <a href="/a?b=1&amp;c">link</a></p>',
  ],
  ['styles that say nothing', '<p style="color: red" class="x">Text</p>', '<p class="x">Text</p>'],
  [
    'bold and italic',
    '<span style="font-weight:700;font-style:italic">Word</span>',
    '<span><em><strong>Word</strong></em></span>',
  ],
  [
    'underlined and struck',
    "<span STYLE='text-decoration: underline line-through'>Word</span>",
    '<span><s><u>Word</u></s></span>',
  ],
  [
    'a link, which is underlined anyway',
    '<a href="/a"><span style="text-decoration:underline">Word</span></a>',
    '<a href="/a"><span>Word</span></a>',
  ],
  [
    'the wrapper of Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Text</p></b>',
    '<p>Text</p>',
  ],
  ['style sheets', '<style>p { color: red }</style><p>Text</p>', '<p>Text</p>'],
  [
    'a > within an attribute',
    '<p title="a > b" style="color:red">style="x"</p>',
    '<p title="a > b">style="x"</p>',
  ],
  [
    'a table',
    '<table style="width:9cm"><tbody><tr><td style="font-weight:bold">A</td></tr></tbody></table>',
    '<table><tbody><tr><td><strong>A</strong></td></tr></tbody></table>',
  ],
  [
    'a part of a text of ours',
    '<p data-pm-slice="1 1 []">A<sup>2</sup> <a href="#_a">b</a> <img src="c.png"></p>',
    '<p data-pm-slice="1 1 []">A<sup>2</sup> <a href="#_a">b</a> <img src="c.png"></p>',
  ],
  [
    'raised and lowered signs',
    'm<span style="vertical-align:super">2</span> H<sub>2</sub>O 19<sup>th</sup>',
    'm<span>²</span> H₂O 19<sup>th</sup>',
  ],
  [
    'a link by way of a search engine',
    '<a href="https://www.google.com/url?q=https://example.org/a?b%3D1&amp;sa=D">x</a>',
    '<a href="https://example.org/a?b=1">x</a>',
  ],
])('pasted HTML is cleaned: %s', (_what, pasted, clean) => {
  expect(cleanPasted(pasted).html.replaceAll('&gt;', '>')).toBe(clean)
})

let editor: Editor | undefined
afterEach(() => editor?.destroy())

/** Returns the text after a paste. */
function paste(html: string, format: TextFormat = markdownFormat): string {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: format.extensions,
    editorProps: { transformPastedHTML: (pasted) => cleanPasted(pasted).html },
    injectCSS: false,
  })
  // jsdom has no class for paste events, and only the type matters here.
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent)
  return format.write(editor.state.doc)
}

const word = (body: string): string => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-size:12.0pt;} @list l0:level1 {mso-level-text:"\\F0B7";} --></style>
</head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
${body}
<!--EndFragment--></body></html>`

const item = (level: number, sign: string, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}pt;text-indent:-18.0pt;mso-list:l0
level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-bidi-font-family:Symbol'><span
style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>${text}<o:p></o:p></p>`

describe('a paste from Word', () => {
  test('keeps headings, marks and links, and drops blank lines and margins', () => {
    const pasted = word(`<p class=MsoTitle>The Eddystone<o:p></o:p></p>
<h2>Four towers<o:p></o:p></h2>
<p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>first</b> light<span
style='mso-spacerun:yes'>  </span>of <i>1698</i>, see <a href="https://example.org/a">the
survey</a><a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1">[1]</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoQuote>A dread place.<o:p></o:p></p>`)
    expect(paste(pasted)).toBe(
      '# The Eddystone\n\n## Four towers\n\n' +
        'The **first** light of *1698*, see [the survey](https://example.org/a)\\[1\\].\n\n> A dread place.',
    )
  })

  test('keeps underlined words in HTML and Markdown, except within links', () => {
    const pasted =
      word(`<p class=MsoNormal>A <u>first</u> and <span style='text-decoration:underline'>second</span>
<b><u>word</u></b>, <a href="https://example.org/"><u>linked</u></a>.<o:p></o:p></p>`)
    const markdown =
      'A <u>first</u> and <u>second</u> **<u>word</u>**, [linked](https://example.org/).'
    expect(paste(pasted)).toBe(markdown)
    expect(JSON.stringify(markdownFormat.read(markdown))).not.toContain('sourceBlock')
    expect(markdownOf(cleanPasted(pasted).html)).toBe(markdown)
    expect(paste(pasted, htmlFormat)).toContain(
      '<p>A <u>first</u> and <u>second</u> <strong><u>word</u></strong>, <a href="https://example.org/">linked</a>.</p>',
    )
  })

  test('turns paragraphs with bullets or numbers into nested lists', () => {
    const pasted = word(
      `<p class=MsoNormal>Kinds:<o:p></o:p></p>` +
        item(1, '·', 'Towers') +
        item(2, 'o', 'of <b>stone</b>') +
        item(2, 'o', 'of wood') +
        item(1, '·', 'Ships') +
        `<p class=MsoNormal>Then:<o:p></o:p></p>` +
        item(1, '3.', 'third') +
        item(2, '1.', 'deeper') +
        item(1, '4.', 'fourth'),
    )
    expect(paste(pasted)).toBe(
      'Kinds:\n\n- Towers\n  - of **stone**\n  - of wood\n- Ships\n\nThen:\n\n' +
        '3. third\n   1. deeper\n4. fourth',
    )
  })

  test('keeps lists numbered by letters and Roman numerals', () => {
    const pasted = word(item(1, 'a)', 'one') + item(2, '(i)', 'two') + item(1, 'b)', 'three'))
    expect(paste(pasted, htmlFormat)).toBe(
      '<ol type="a"><li><p>one</p><ol type="i"><li><p>two</p></li></ol></li><li><p>three</p></li></ol>',
    )
  })

  test('begins a new list when the kind changes, and keeps the number of a heading', () => {
    const heading = `<h2 style='mso-list:l1 level2 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>1.2<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Lamps<o:p></o:p></h2>`
    expect(paste(word(heading + item(1, '·', 'oil') + item(1, '1.', 'gas')))).toBe(
      '## 1.2 Lamps\n\n- oil\n\n1. gas',
    )
  })

  test('keeps the cells of a table and makes a bold first row its header', () => {
    const cell = (text: string): string =>
      `<td width=301 valign=top style='border:solid windowtext 1.0pt;mso-border-alt:solid'><p class=MsoNormal>${text}<o:p></o:p></p></td>`
    const pasted =
      word(`<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'>
<tr style='mso-yfti-irow:0'>${cell('<b>Tower</b>')}${cell('<b>Year</b>')}</tr>
<tr style='mso-yfti-irow:1'>${cell('Smeaton')}${cell('1759')}</tr></table>`)
    expect(paste(pasted)).toBe('| Tower | Year |\n| --- | --- |\n| Smeaton | 1759 |')
  })

  test('drops comments, extracts embedded pictures as files and counts local pictures as lost', () => {
    const pasted = word(`<p class=MsoNormal>Kept<span class=MsoCommentReference><a
href="#_msocom_1">[A1]</a></span> <img width=10 src="file:///C:/Users/a/clip_image001.png"><img
src="data:image/png;base64,iVBORw=="><o:p></o:p></p>
<div style='mso-element:comment-list'><p class=MsoCommentText>Not kept</p></div>`)
    const { lost, files } = cleanPasted(pasted)
    expect(lost).toBe(1)
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['picture-1.png', 'image/png', 4],
    ])
    expect(paste(pasted).trim()).toBe('Kept')
  })

  test('reports the hosts of images that stay there, and the number of images that were lost', () => {
    const docs = '<b style="font-weight:normal"><p><img src="https://lh7.example.com/a"></p></b>'
    const { foreign, html } = cleanPasted(`${docs}<p><img src="/media/ours.png"></p>`)
    expect(html).toContain('https://lh7.example.com/a')
    expect(foreign).toEqual(['lh7.example.com'])
    expect(describeLosses({ lost: 0, foreign, embeds: 0 })).toBe(
      'One image stays at lh7.example.com, which may remove it. Upload it to keep it.',
    )
    expect(describeLosses({ lost: 2, foreign: [], embeds: 0 })).toBe(
      '2 images could not be pasted. Insert them from a file.',
    )
    expect(describeLosses({ lost: 0, foreign: [], embeds: 0 })).toBeUndefined()
  })

  test('drops videos and embeds and reports how many', () => {
    const { embeds, html } = cleanPasted(
      '<p>a</p><iframe src="https://example.org/v"></iframe><video src="/v.mp4">no video</video>',
    )
    expect([embeds, html]).toEqual([2, '<p>a</p>'])
    expect(describeLosses({ lost: 0, foreign: [], embeds })).toBe(
      '2 videos or embeds were left out. Add a link instead.',
    )
  })

  test('joins the one-item lists of Word for the web', () => {
    const one = (level: number, kind: 'ul' | 'ol', text: string): string =>
      `<div class="ListContainerWrapper SCXW1 BCX0"><${kind} class="BulletListStyle1"><li data-aria-level="${level}" role="listitem"><p class="Paragraph SCXW1"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></${kind}></div>`
    const pasted = `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="2">Kinds</p></div>${one(1, 'ul', 'Towers')}${one(2, 'ul', 'of stone')}${one(1, 'ul', 'Ships')}`
    expect(paste(pasted).replaceAll('\u{a0}', '')).toBe(
      '## Kinds\n\n- Towers\n  - of stone\n- Ships',
    )
  })
})

describe('a paste from Google Docs', () => {
  const docs = (body: string): string =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-2f7b0c1e-7fff">${body}</b><br class="Apple-interchange-newline">`
  const run = (text: string, style = ''): string =>
    `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`
  const line = (text: string): string => `<p dir="ltr" style="line-height:1.38;">${text}</p>`
  const point = (level: number, text: string, style = 'list-style-type:disc'): string =>
    `<li dir="ltr" style="${style}" aria-level="${level}"><p dir="ltr" role="presentation">${run(text)}</p></li>`

  test('keeps marks and headings, and drops blank lines', () => {
    const bold = `<span style="font-weight:700;white-space:pre-wrap;">bold</span>`
    const pasted = docs(
      `<h2 dir="ltr">${run('Four towers', 'font-size:16pt')}</h2>${line(run('A ') + bold + run(' word'))}<br />${line(run('Next'))}`,
    )
    expect(paste(pasted)).toBe('## Four towers\n\nA **bold** word\n\nNext')
  })

  test('moves a nested list into the item before it', () => {
    const pasted = docs(
      `<ul>${point(1, 'Towers')}<ul>${point(2, 'of stone')}${point(2, 'of wood')}</ul>${point(1, 'Ships')}</ul>`,
    )
    expect(paste(pasted)).toBe('- Towers\n  - of stone\n  - of wood\n- Ships')
  })

  test('keeps lists numbered by letters and the ticks of a checklist', () => {
    const box = (isDone: boolean, text: string): string =>
      `<li dir="ltr" role="checkbox" aria-checked="${isDone}" aria-level="1"><img src="data:image/png;base64,AA" aria-roledescription="checkbox"><p dir="ltr">${run(text)}</p></li>`
    const letters = docs(`<ol>${point(1, 'one', 'list-style-type:lower-alpha')}</ol>`)
    expect(paste(letters, htmlFormat)).toBe('<ol type="a"><li><p>one</p></li></ol>')
    expect(paste(docs(`<ul>${box(true, 'oil')}${box(false, 'gas')}</ul>`))).toBe('- ☑ oil\n- ☐ gas')
  })
})

describe('a paste from a spreadsheet', () => {
  test('makes cells that Excel’s style sheet sets in bold the header of the table', () => {
    const pasted = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15">
<style><!-- td {mso-style-parent:style0; font-weight:400;} .xl65 {mso-style-parent:style0; font-weight:700;} --></style></head>
<body><table border=0 cellpadding=0 cellspacing=0 width=128><col width=64 span=2><!--StartFragment-->
<tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64 style='height:15.0pt'>Tower</td><td class=xl65>Year</td></tr>
<tr height=20><td height=20>Smeaton</td><td align=right>1759</td></tr>
<![if supportMisalignedColumns]><tr height=0 style='display:none'><td width=64></td><td width=64></td></tr><![endif]>
<!--EndFragment--></table></body></html>`
    expect(paste(pasted)).toBe('| Tower | Year |\n| --- | --- |\n| Smeaton | 1759 |')
  })
})

describe('the structure of a paste', () => {
  const table = (...rows: string[]): string =>
    `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`

  test.each<[what: string, pasted: string, markdown: string, html: string]>([
    [
      'merged columns',
      table('<th colspan="2">a</th>', '<td>b</td><td>c</td>'),
      '<table>\n<tr><th colspan="2">a</th></tr>\n<tr><td>b</td><td>c</td></tr>\n</table>',
      '<table><tbody><tr><th colspan="2"><p>a</p></th></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
    ],
    [
      'merged rows',
      table('<th>a</th><th>b</th>', '<td rowspan="2">c</td><td>d</td>', '<td>e</td>'),
      '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td rowspan="2">c</td><td>d</td></tr>\n<tr><td>e</td></tr>\n</table>',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td rowspan="2"><p>c</p></td><td><p>d</p></td></tr><tr><td><p>e</p></td></tr></tbody></table>',
    ],
    [
      'cells of Excel that run over their neighbours',
      table(
        `<th>a</th><th>b</th>`,
        `<td colspan="2" style="mso-ignore:colspan">long</td>`,
        '<td>c</td><td>d</td>',
      ),
      '| a | b |\n| --- | --- |\n| long |  |\n| c | d |',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>long</p></td><td><p></p></td></tr><tr><td><p>c</p></td><td><p>d</p></td></tr></tbody></table>',
    ],
    [
      'names of rows',
      table('<th>a</th><th>b</th>', '<th>c</th><td><b>d</b></td>'),
      '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><th>c</th><td><strong>d</strong></td></tr>\n</table>',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><th><p>c</p></th><td><p><strong>d</strong></p></td></tr></tbody></table>',
    ],
    [
      'lists and code within cells',
      table('<td><ul><li>a</li><li>b</li></ul></td>', '<td><pre>c\n\nd</pre></td>'),
      '<table>\n<tr><td><ul>\n<li>a</li>\n<li>b</li>\n</ul></td></tr>\n<tr><td><pre><code>c&#10;&#10;d</code></pre></td></tr>\n</table>',
      '<table><tbody><tr><td><ul><li><p>a</p></li><li><p>b</p></li></ul></td></tr><tr><td><pre><code>c\n\nd</code></pre></td></tr></tbody></table>',
    ],
    [
      'paragraphs within cells',
      table('<td>a</td>', '<td><p>b</p><p>c</p></td>'),
      '| a |\n| --- |\n| b<br>c |',
      '<table><tbody><tr><td><p>a</p></td></tr><tr><td><p>b</p><p>c</p></td></tr></tbody></table>',
    ],
    [
      'a caption, and rows of different lengths',
      `<table><caption>Towers</caption><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>`,
      'Towers\n\n| a |  |\n| --- | --- |\n| b | c |',
      '<p>Towers</p><table><tbody><tr><td><p>a</p></td><td><p></p></td></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
    ],
    [
      'letters, a start and numbers that fall',
      '<ol type="A" start="3" reversed><li>a<ul><li>b</li></ul></li><li value="7">c</li></ol>',
      '<ol reversed="" start="3" type="A">\n<li>a<ul>\n<li>b</li>\n</ul></li>\n<li value="7">c</li>\n</ol>',
      '<ol reversed="" start="3" type="A"><li><p>a</p><ul><li><p>b</p></li></ul></li><li value="7"><p>c</p></li></ol>',
    ],
    [
      'Roman numbers within a list of points',
      '<ul><li>a<ol type="i"><li>b</li></ol></li><li>c</li></ul>',
      '- a\n\n  <ol type="i">\n  <li>b</li>\n  </ol>\n\n- c',
      '<ul><li><p>a</p><ol type="i"><li><p>b</p></li></ol></li><li><p>c</p></li></ul>',
    ],
    [
      'a start alone',
      '<ol start="3"><li>a</li></ol>',
      '3. a',
      '<ol start="3"><li><p>a</p></li></ol>',
    ],
    [
      'definitions',
      '<dl><dt>Term</dt><dd>one</dd><dd><p>two</p></dd></dl>',
      '**Term**\n\none\n\ntwo',
      '<p><strong>Term</strong></p><p>one</p><p>two</p>',
    ],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked> a</li><li><label><input type="checkbox"></label><div><p>b</p></div></li></ul>',
      '- ☑ a\n- ☐ b',
      '<ul><li><p>☑ a</p></li><li><p>☐ b</p></li></ul>',
    ],
    [
      'raised and lowered words, keys',
      '<p>19<sup><i>th</i></sup> x<sub>max</sub> <kbd>Esc</kbd></p>',
      '19<sup>*th*</sup> x<sub>max</sub> `Esc`',
      '<p>19<sup><em>th</em></sup> x<sub>max</sub> <code>Esc</code></p>',
    ],
    [
      'marked and annotated words',
      '<p>a <mark>b <b>c</b></mark> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <span style="background:yellow;mso-highlight:yellow">d</span></p>',
      'a <mark>b **c**</mark> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <mark>d</mark>',
      '<p>a <mark>b <strong>c</strong></mark> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <mark>d</mark></p>',
    ],
    [
      'a figure',
      '<figure><img src="/a.png" alt="x"><figcaption>Caption</figcaption></figure>',
      '<figure><img src="/a.png" alt="x"><figcaption>Caption</figcaption></figure>',
      '<figure><img src="/a.png" alt="x"><figcaption>Caption</figcaption></figure>',
    ],
  ])('is kept in Markdown and HTML: %s', (_what, pasted, markdown, html) => {
    expect(paste(pasted)).toBe(markdown)
    expect(markdownOf(cleanPasted(pasted).html)).toBe(markdown)
    expect(paste(pasted, htmlFormat)).toBe(html)
    const texts = [markdownFormat.read(markdown), htmlFormat.read(html)]
    expect(JSON.stringify(texts)).not.toContain('sourceBlock')
  })

  test('keeps templates within a table that Markdown has no form for', () => {
    const markdown = '<table>\n<tr><td colspan="2">{{ a | upcase }}</td></tr>\n</table>'
    const content = [{ type: 'templateTag', attrs: { raw: '{{ a | upcase }}' } }]
    const cell = {
      type: 'tableCell',
      attrs: { colspan: 2 },
      content: [{ type: 'paragraph', content }],
    }
    const doc = {
      type: 'doc',
      content: [{ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }],
    }
    expect(markdownFormat.write(markdownFormat.schema.nodeFromJSON(doc))).toBe(markdown)
  })

  test('is the same in Markdown and HTML for random tables and lists', () => {
    const inline = fc.constantFrom(
      'a',
      '<b>b</b> c',
      'x<br>y',
      '19<sup>th</sup>',
      '{{ d }}',
      '&lt;e&gt; | *f*',
    )
    const { block } = fc.letrec<{ block: string; list: string; table: string }>((tie) => ({
      block: fc.oneof(
        { depthSize: 'small' },
        inline.map((text) => `<p>${text}</p>`),
        fc.constant('<pre>g\n\n\n  h</pre>'),
        tie('list'),
        tie('table'),
      ),
      list: fc
        .tuple(
          fc.constantFrom('ul', 'ol', 'ol type="a"', 'ol start="0"', 'ol reversed start="9"'),
          fc.array(fc.tuple(inline, fc.option(tie('block'), { nil: '' })), {
            minLength: 1,
            maxLength: 3,
          }),
        )
        .map(([tag, items]) => {
          const content = items.map(([text, more]) => `<li><p>${text}</p>${more}</li>`)
          return `<${tag}>${content.join('')}</${tag.slice(0, 2)}>`
        }),
      table: fc
        .array(fc.tuple(fc.constantFrom('td', 'th'), tie('block'), tie('block')), {
          minLength: 1,
          maxLength: 3,
        })
        .map((rows) =>
          table(
            ...rows.map(([tag, one, other], index) =>
              index === 0
                ? `<${tag} colspan="2">${one}${other}</${tag}>`
                : `<${tag}>${one}</${tag}><td>${other}</td>`,
            ),
          ),
        ),
    }))
    const leafText = ({ attrs }: { attrs: Record<string, unknown> }): string =>
      typeof attrs['raw'] === 'string' ? attrs['raw'] : '\n'
    /** Returns the blocks of a text with their numbering and spans, and their words. */
    const outline = (format: TextFormat, text: string): string[] => {
      const lines: string[] = []
      format.schema.nodeFromJSON(format.read(text)).descendants((node) => {
        const { colspan, rowspan, type, start, reversed } = node.attrs
        const name = node.type.name.replace('tableHeader', 'tableCell')
        if (node.isBlock)
          lines.push(JSON.stringify([name, colspan, rowspan, type, start, reversed]))
        if (node.isTextblock) lines.push(node.textBetween(0, node.content.size, '', leafText))
      })
      return lines
    }
    fc.assert(
      fc.property(block, (pasted) => {
        const { html } = cleanPasted(pasted)
        expect(outline(markdownFormat, markdownOf(html))).toEqual(outline(htmlFormat, html))
      }),
      { numRuns: RUNS },
    )
  })
})

test('cleaning loses no word of a text and is idempotent', () => {
  const words = fc.stringMatching(/^[a-z]{1,8}$/)
  const style = fc.constantFrom('', 'font-weight:700', 'font-style:italic', 'color:red', 'mso-x:y')
  const inline = fc.tuple(words, style).map(([text, css]) => `<span style="${css}">${text}</span>`)
  const block = fc.oneof(
    fc.array(inline, { minLength: 1 }).map((all) => `<p class=MsoNormal>${all.join(' ')}</p>`),
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('·', '1.', 'b)', 'iv.'), inline)
      .map(([level, sign, text]) => item(level, sign, text)),
    fc
      .array(inline, { minLength: 1, maxLength: 3 })
      .map(
        (cells) => `<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`,
      ),
  )
  const plain = (html: string): string[] =>
    new DOMParser()
      .parseFromString(html.replaceAll('<', ' <'), 'text/html')
      .body.textContent.match(/[a-z]+/g) ?? []
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
      const { html } = cleanPasted(word(blocks.join('\n')))
      const signs = /(·|1\.|b\)|iv\.)<span style='font/g
      const source = blocks.map((one) => one.replaceAll(signs, "<span style='font"))
      expect(plain(html)).toEqual(plain(source.join('\n')))
      expect(html).not.toMatch(/style=|mso-/)
      expect(cleanPasted(html).html).toBe(html)
    }),
  )
})
