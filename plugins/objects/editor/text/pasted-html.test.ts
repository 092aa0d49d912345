// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { cleanPasted, picturesInWords } from './pasted-html.ts'
import { htmlFormat, markdownFormat, type TextFormat } from './text-format.ts'

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
])('%s', (_what, pasted, clean) => {
  expect(cleanPasted(pasted).html.replaceAll('&gt;', '>')).toBe(clean)
})

let editor: Editor | undefined
afterEach(() => editor?.destroy())

/** What a text holds after a paste into it. */
function paste(html: string, format: TextFormat = markdownFormat): string {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: format.extensions,
    editorProps: { transformPastedHTML: (pasted) => cleanPasted(pasted).html },
    injectCSS: false,
  })
  // jsdom has no class for it, and only its type matters here.
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent)
  return format.write(editor)
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

describe('Word', () => {
  test('headings, marks and links stay, blank lines and margins go', () => {
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

  test('paragraphs with signs become lists within each other', () => {
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

  test('letters and Roman numerals number a list as they did', () => {
    const pasted = word(item(1, 'a)', 'one') + item(2, '(i)', 'two') + item(1, 'b)', 'three'))
    expect(paste(pasted, htmlFormat)).toBe(
      '<ol type="a"><li><p>one</p><ol type="i"><li><p>two</p></li></ol></li><li><p>three</p></li></ol>',
    )
  })

  test('a list of another kind begins a new one, and a numbered heading keeps its number', () => {
    const heading = `<h2 style='mso-list:l1 level2 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>1.2<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Lamps<o:p></o:p></h2>`
    expect(paste(word(heading + item(1, '·', 'oil') + item(1, '1.', 'gas')))).toBe(
      '## 1.2 Lamps\n\n- oil\n\n1. gas',
    )
  })

  test('a table keeps its cells, and a bold first row names the columns', () => {
    const cell = (text: string): string =>
      `<td width=301 valign=top style='border:solid windowtext 1.0pt;mso-border-alt:solid'><p class=MsoNormal>${text}<o:p></o:p></p></td>`
    const pasted =
      word(`<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'>
<tr style='mso-yfti-irow:0'>${cell('<b>Tower</b>')}${cell('<b>Year</b>')}</tr>
<tr style='mso-yfti-irow:1'>${cell('Smeaton')}${cell('1759')}</tr></table>`)
    expect(paste(pasted)).toBe('| Tower | Year |\n| --- | --- |\n| Smeaton | 1759 |')
  })

  test('comments on the text are left out, pictures within the text are files, and those of the other computer are counted', () => {
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

  test('pictures that stay at a foreign address are told, with where they are', () => {
    const docs = '<b style="font-weight:normal"><p><img src="https://lh7.example.com/a"></p></b>'
    const { foreign, html } = cleanPasted(`${docs}<p><img src="/media/ours.png"></p>`)
    expect(html).toContain('https://lh7.example.com/a')
    expect(foreign).toEqual(['lh7.example.com'])
    expect(picturesInWords({ lost: 0, foreign })).toBe(
      'One picture stays at lh7.example.com, which may take it away: upload it to keep it.',
    )
    expect(picturesInWords({ lost: 2, foreign: [] })).toBe(
      '2 pictures did not come with the text: insert them from a file.',
    )
    expect(picturesInWords({ lost: 0, foreign: [] })).toBeUndefined()
  })

  test('for the web: each item has a list of its own', () => {
    const one = (level: number, kind: 'ul' | 'ol', text: string): string =>
      `<div class="ListContainerWrapper SCXW1 BCX0"><${kind} class="BulletListStyle1"><li data-aria-level="${level}" role="listitem"><p class="Paragraph SCXW1"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></${kind}></div>`
    const pasted = `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="2">Kinds</p></div>${one(1, 'ul', 'Towers')}${one(2, 'ul', 'of stone')}${one(1, 'ul', 'Ships')}`
    expect(paste(pasted).replaceAll('\u{a0}', '')).toBe(
      '## Kinds\n\n- Towers\n  - of stone\n- Ships',
    )
  })
})

describe('Google Docs', () => {
  const docs = (body: string): string =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-2f7b0c1e-7fff">${body}</b><br class="Apple-interchange-newline">`
  const run = (text: string, style = ''): string =>
    `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`
  const line = (text: string): string => `<p dir="ltr" style="line-height:1.38;">${text}</p>`
  const point = (level: number, text: string, style = 'list-style-type:disc'): string =>
    `<li dir="ltr" style="${style}" aria-level="${level}"><p dir="ltr" role="presentation">${run(text)}</p></li>`

  test('marks and headings stay, blank lines go', () => {
    const bold = `<span style="font-weight:700;white-space:pre-wrap;">bold</span>`
    const pasted = docs(
      `<h2 dir="ltr">${run('Four towers', 'font-size:16pt')}</h2>${line(run('A ') + bold + run(' word'))}<br />${line(run('Next'))}`,
    )
    expect(paste(pasted)).toBe('## Four towers\n\nA **bold** word\n\nNext')
  })

  test('lists that stand beside their item come into it', () => {
    const pasted = docs(
      `<ul>${point(1, 'Towers')}<ul>${point(2, 'of stone')}${point(2, 'of wood')}</ul>${point(1, 'Ships')}</ul>`,
    )
    expect(paste(pasted)).toBe('- Towers\n  - of stone\n  - of wood\n- Ships')
  })

  test('letters number a list as they did, and a checklist says what is done', () => {
    const box = (isDone: boolean, text: string): string =>
      `<li dir="ltr" role="checkbox" aria-checked="${isDone}" aria-level="1"><img src="data:image/png;base64,AA" aria-roledescription="checkbox"><p dir="ltr">${run(text)}</p></li>`
    const letters = docs(`<ol>${point(1, 'one', 'list-style-type:lower-alpha')}</ol>`)
    expect(paste(letters, htmlFormat)).toBe('<ol type="a"><li><p>one</p></li></ol>')
    expect(paste(docs(`<ul>${box(true, 'oil')}${box(false, 'gas')}</ul>`))).toBe('- ☑ oil\n- ☐ gas')
  })
})

describe('spreadsheets', () => {
  test('cells of Excel are bold by the style sheet, which names the columns', () => {
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

test('no word of a text is lost, and what was cleaned once stays as it is', () => {
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
