import { describe, expect, test } from 'vitest'

import { compileFind } from './find.ts'
import { readHtml } from './html-text.ts'

const textsIn = (source: string) => readHtml(source).texts.map(({ text }) => text)

/** Replaces literal text in the texts of HTML. */
function replaced(
  source: string,
  find: string,
  replace: string,
  only?: number,
): string | undefined {
  const finder = compileFind({ find })
  const reading = readHtml(source)
  let seen = 0
  const edited = reading.texts.flatMap((text) => {
    const edits = [...finder.matches(text.text)]
      .filter(() => only === undefined || seen++ === only)
      .map(({ start, end }) => ({ start, end, text: replace }))
    return edits.length > 0 ? [[text, edits] as const] : []
  })
  return reading.write(new Map(edited))
}

describe('the texts of HTML', () => {
  test('are the content between tags, with decoded references', () => {
    expect(textsIn('<p class="a">Salt &amp; <b>pepper</b>&nbsp;&euro;</p>')).toEqual([
      'Salt & ',
      'pepper',
      '\u00a0€',
    ])
    expect(textsIn('no tags at all')).toEqual(['no tags at all'])
    expect(textsIn('caf&eacute; &#x41;&#66 &copy2 &notit; &bogus; a & b')).toEqual([
      'café AB ©2 ¬it; &bogus; a & b',
    ])
    expect(textsIn('a\r\nb\rc')).toEqual(['a\nb\nc'])
  })

  test('do not include attributes, comments, code and hidden markup', () => {
    const source =
      '<!-- x --><img alt="x" title=x><script>x</script><style>x{}</style><noscript>x</noscript>' +
      '<iframe>x</iframe><xmp>x</xmp><svg><style>x</style><![CDATA[x]]></svg><?x?><!doctype x>'
    expect(textsIn(source).filter((text) => text.includes('x'))).toEqual([])
  })

  test('include those of whole documents, tables, templates, titles and drawings', () => {
    const source =
      '<html><head><title>a &lt; b</title></head><body><table><tr><td>c</table>' +
      '<template><p>d</p></template><textarea><b>e</textarea><svg><text>f</text></svg>'
    expect(textsIn(source)).toEqual(['a < b', 'c', 'd', '<b>e', 'f'])
  })

  test('end at a stray tag', () => {
    expect(textsIn('one</b>two')).toEqual(['one', 'two'])
  })

  test('are empty if the HTML is nested or misnested too deeply', () => {
    expect(textsIn(`${'<div>'.repeat(500)}x`)).toEqual(['x'])
    expect(textsIn(`${'<div>'.repeat(600)}x`)).toEqual([])
    const formatted = Array.from({ length: 20_000 }, (_, i) => `<p><b a=${i}></p>x`).join('')
    expect(textsIn(formatted)).toEqual([])
  })
})

describe('replacing in HTML', () => {
  test('keeps tags, attributes, comments and code byte for byte', () => {
    const rest = (word: string) =>
      `<!-- cat --><P  Class='cat'\n data-cat>${word}<br/><a href="/cat?a=1&b">${word}</A><script>cat()</script>`
    expect(replaced(rest('cat'), 'cat', 'dog')).toBe(rest('dog'))
  })

  test('escapes the new text', () => {
    expect(replaced('<p>a</p>', 'a', '<script>alert("1")</script> & \u00a0')).toBe(
      '<p>&lt;script&gt;alert("1")&lt;/script&gt; &amp; &nbsp;</p>',
    )
    expect(replaced('<title>a</title>b', 'a', '</title><img src=x onerror=y>')).toBe(
      '<title>&lt;/title&gt;&lt;img src=x onerror=y&gt;</title>b',
    )
    expect(replaced('<p>a</p>', 'a', 'x\r\ny')).toBe('<p>x&#13;\ny</p>')
  })

  test('matches decoded references and keeps the other references as they are', () => {
    expect(replaced('<p>caf&eacute; &#233; &lt;b&gt; &mdash;</p>', 'café', 'tea')).toBe(
      '<p>tea &#233; &lt;b&gt; &mdash;</p>',
    )
    expect(replaced('AT&T and AT&amp;T', 'AT&T', 'R&D')).toBe('R&amp;D and R&amp;D')
    expect(replaced('a&amp;b', 'amp', 'x')).toBe('a&amp;b')
  })

  test('can replace one of the two characters of a reference', () => {
    expect(replaced('&fjlig;ord', 'f', 'k')).toBe('kjord')
    expect(replaced('x&fjlig;', 'j', 'k')).toBe('xfk')
  })

  test('escapes remaining text that would become a tag or a reference', () => {
    expect(replaced('a< script>', ' ', '')).toBe('a&lt;script>')
    expect(replaced('<title>a</tiXtle>b</title>', 'X', '')).toBe('<title>a&lt;/title>b</title>')
    expect(replaced('a&Xlt;b', 'X', '')).toBe('a&amp;lt;b')
    expect(replaced('&copyX', 'X', ';')).toBe('&copy;;')
    expect(replaced('&notiX', 'X', 'n;')).toBe('&not;in;')
    expect(replaced('&#38X', 'X', '5')).toBe('&#38;5')
    expect(replaced('a\rX', 'X', '\n')).toBe('a\r\n\n')
  })

  test('keeps the line feed at the start of preformatted text', () => {
    expect(replaced('<pre>\nax</pre>', 'a', 'b')).toBe('<pre>\nbx</pre>')
    expect(replaced('<pre>a\nb</pre>', 'a', '')).toBe('<pre>\n\nb</pre>')
    expect(textsIn('<pre>\n\nb</pre>')).toEqual(['\nb'])
    expect(textsIn('<pre>\r\n&lt; b</pre>')).toEqual(['< b'])
  })

  test('replaces only the given ranges', () => {
    expect(replaced('<i>a</i> a <b>a</b>', 'a', 'x', 1)).toBe('<i>a</i> x <b>a</b>')
  })

  test('keeps a line feed that is not the first character of preformatted text', () => {
    expect(replaced('<pre><b></b>x\ny</pre>', 'x', '')).toBe('<pre><b></b>\ny</pre>')
  })
})
