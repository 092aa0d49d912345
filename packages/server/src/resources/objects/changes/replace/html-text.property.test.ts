import * as fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import { expect, test } from 'vitest'

import { replaceIn } from './replace-in.ts'
import { modelOf, objectOf } from './sample-object.fixture.ts'
import { compileSearch } from './search.ts'

/** Set to run longer: `REPLACE_RUNS=100000 npx vitest run packages/server/src/resources/objects/changes/replace`. */
const runs = Number(process.env['REPLACE_RUNS'] ?? 600)

/** Words of few characters, which are special in HTML or hard to count, so that matches are frequent. */
const word = (...more: string[]) =>
  fc
    .array(
      fc.constantFrom(
        'a',
        'A',
        'b',
        '&',
        '<',
        '>',
        ';',
        ' ',
        '"',
        'ß',
        'é',
        '🖼',
        '\u00a0',
        '\n',
        '#',
        '1',
        ...more,
      ),
      {
        maxLength: 6,
      },
    )
    .map((list) => list.join(''))

const written: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;', '&#38;', '&AMP;'],
  '<': ['&lt;', '&#x3c;'],
  '>': ['>', '&gt;'],
  '\u00a0': ['\u00a0', '&nbsp;', '&#160;'],
  é: ['é', '&eacute;', '&#xE9;'],
  '\n': ['\n', '\r\n', '\r'],
  '"': ['"', '&quot;'],
}

/** A text in one of its possible written forms in HTML. */
const text = word().chain((plain) =>
  fc
    .tuple(...Array.from(plain, (sign) => fc.constantFrom(...(written[sign] ?? [sign]))))
    .map((signs) => signs.join('')),
)

const attribute = word('=').map(
  (value) => ` title="${value.replaceAll('"', '').replaceAll('&', '&amp;')}"`,
)

const markup = fc.letrec<{ nodes: string; node: string }>((tie) => ({
  nodes: fc.array(tie('node'), { minLength: 1, maxLength: 5 }).map((list) => list.join('')),
  node: fc.oneof(
    { maxDepth: 4 },
    text,
    fc
      .tuple(fc.constantFrom('div', 'b', 'i', 'span', 'em', 'pre'), attribute, tie('nodes'))
      .map(([tag, title, inner]) => `<${tag}${title}>${inner}</${tag}>`),
    fc
      .tuple(fc.constantFrom('textarea', 'title'), text)
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    word().map((inner) => `<!--${inner.replaceAll(/[<>-]/g, '')}-->`),
    fc.constantFrom(
      '<script>a < b && "A"</script>',
      '<style>a>b{}</style>',
      '<img alt="a b">',
      '<BR />',
    ),
  ),
})).nodes

type Node = DefaultTreeAdapterTypes.Node

function textNodes(node: Node): DefaultTreeAdapterTypes.TextNode[] {
  if (node.nodeName === '#text') return 'value' in node ? [node] : []
  const isCode = node.nodeName === 'script' || node.nodeName === 'style'
  return 'childNodes' in node && !isCode ? node.childNodes.flatMap(textNodes) : []
}

/** Returns everything other than text, verbatim. */
function tagsIn(source: string): string[] {
  // The parser may create several elements from one tag.
  const slices = new Map<number, string>()
  const add = (at: { startOffset: number; endOffset: number } | null | undefined) => {
    if (at) slices.set(at.startOffset, source.slice(at.startOffset, at.endOffset))
  }
  const walk = (node: Node) => {
    if (node.nodeName === '#comment' && 'sourceCodeLocation' in node) add(node.sourceCodeLocation)
    else if ('tagName' in node) {
      add(node.sourceCodeLocation?.startTag)
      add(node.sourceCodeLocation?.endTag)
    }
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parseFragment(source, { sourceCodeLocationInfo: true }))
  return [...slices].sort(([a], [b]) => a - b).map(([, slice]) => slice)
}

const escaped = (find: string) => find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Replaces text only in the text nodes of the tree, and returns the tree as HTML. */
function oracle(source: string, find: string, replace: string, isExact: boolean): string {
  const tree = parseFragment(source)
  const pattern = new RegExp(escaped(find), isExact ? 'gu' : 'giu')
  for (const node of textNodes(tree)) node.value = node.value.replaceAll(pattern, () => replace)
  return serialize(tree)
}

const content = (source: string, find: string, replace: string, isExact: boolean) => {
  const search = compileSearch({ find, replace, match: { case: isExact }, fields: ['content'] })
  const result = replaceIn(objectOf({}, { content: source }), modelOf(), search)
  if (!result) return source
  return 'reason' in result ? undefined : result.state.content
}

// No ß: folding treats it as ss, a regular expression does not.
const find = fc
  .array(fc.constantFrom('a', 'A', 'b', '&', '<', ';', ' ', 'é', '🖼', '\u00a0', '\n'), {
    minLength: 1,
    maxLength: 2,
  })
  .map((list) => list.join(''))

test(
  `HTML reads as if its text nodes had been replaced, in ${runs} random cases`,
  { timeout: 0 },
  () => {
    let changed = 0
    fc.assert(
      fc.property(
        markup,
        find,
        word('$&', '\\0', '<script>', '&lt;', '</b>'),
        fc.boolean(),
        (source, find, replace, isExact) => {
          const after = content(source, find, replace, isExact)
          if (after === undefined) throw new Error('HTML as regular as this is not refused.')
          expect(serialize(parseFragment(after))).toBe(oracle(source, find, replace, isExact))
          expect(tagsIn(after)).toEqual(tagsIn(source))
          if (after !== source) changed += 1
        },
      ),
      { numRuns: runs },
    )
    // A test without matches would prove little.
    expect(changed).toBeGreaterThan(runs / 8)
  },
)

const signs = `< > </ & ; # a lt amp not x 3 " ' = ! -- ? / <![CDATA[ ]]>`.split(' ')
const tags =
  'b /b p /p table tr td svg title /title script /script select template pre math mi plaintext form colgroup'.split(
    ' ',
  )

const scraps = fc
  .array(
    fc.constantFrom(
      ' ',
      '\n',
      '\r',
      '\0',
      '<p',
      '<textarea',
      '<a href="a">',
      ...signs,
      ...tags.map((tag) => `<${tag}>`),
    ),
    { maxLength: 25 },
  )
  .map((list) => list.join(''))

test(`a replacement changes no tag of broken HTML, in ${runs} random cases`, { timeout: 0 }, () => {
  let changed = 0
  fc.assert(
    fc.property(
      scraps,
      fc.constantFrom('a', 'lt', ' ', 'x', '<', '&', ';', 'am'),
      fc.constantFrom('', 'b', ';', '<b>', '"x="', 'p;', '-->'),
      (source, find, replace) => {
        const after = content(source, find, replace, true)
        if (after === undefined || after === source) return
        changed += 1
        expect(tagsIn(after).toSorted()).toEqual(tagsIn(source).toSorted())
      },
    ),
    { numRuns: runs },
  )
  expect(changed).toBeGreaterThan(runs / 20)
})
