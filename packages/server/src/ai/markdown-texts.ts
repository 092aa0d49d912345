import { isTranslatable } from './translated-elements.ts'

/**
 * Markup that is not text: front matter, code, addresses, tags, shortcodes, and the characters of headings, lists,
 * tables, links and emphasis. Fenced code comes before everything that it may contain.
 */
const MARKUP = new RegExp(
  [
    /(?<![\s\S])(?<rule>---|\+\+\+)[ \t]*\r?\n(?=["'\w-]+[ \t]*[:=])[\s\S]*?^\k<rule>[ \t]*\r?$/,
    /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)]))*[ \t]*(?<fence>`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t]*\k<fence>[^\n]*$|$(?![\s\S]))/,
    // Within a quote, the fence ends with the quote at the latest.
    /^[ \t]*>[ \t>]*(?<quoted>`{3,}(?!`)|~{3,}(?!~))[^\n]*(?:\n[ \t]*>(?![ \t>]*\k<quoted>)[^\n]*)*(?:\n[ \t]*>[ \t>]*\k<quoted>[^\n]*)?/,
    // A run of backticks ends at the next one of the same length, in the same paragraph.
    /(?<!`)(?<ticks>`+)(?!`)(?:(?!\n[ \t\r]*\n)[\s\S])*?(?<!`)\k<ticks>(?!`)/,
    /\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}/,
    /<!--(?:(?!<!--)[\s\S])*?-->/,
    /^[ \t]*\[[^\]\n]+\]:[^\n]*$/,
    /\]\([^()\n]*\)|\]\[[^\]\n]*\]|!?\[|\]/,
    /<[^<>\n]+>|https?:\/\/[^\s)>\]]+|&#?\w+;/,
    /^[ \t]*(?:[-*_][ \t]*){3,}$|^[ \t]*(?:=+|-+)[ \t]*$/,
    /^[ \t]*\|[ \t:|-]+\|[ \t]*$/,
    /^[ \t]*(?:(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+/,
    /\\.|[*|~>{}<`\\]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|\n/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmu',
)

/** One part of a text, to be translated or copied unchanged. */
export interface TextPart {
  readonly text: string
  readonly isText: boolean
}

/**
 * Splits Markdown into parts, in order; together they are the source. Code, and elements marked as not translatable,
 * are not text.
 */
export function markdownParts(source: string): TextPart[] {
  const markup = markupOf(source)
  const isVerbatim = within([...indentedCode(source, markup), ...verbatimElements(source, markup)])
  const parts: TextPart[] = []
  const add = (start: number, end: number, isText: boolean) => {
    if (start < end) parts.push({ text: source.slice(start, end), isText })
  }
  let at = 0
  for (const { start, end } of markup) {
    add(at, start, !isVerbatim(at))
    add(start, end, false)
    at = end
  }
  add(at, source.length, !isVerbatim(at))
  return parts
}

const markupOf = (source: string): Span[] =>
  Array.from(source.matchAll(MARKUP), ({ 0: markup, index }) => ({
    start: index,
    end: index + markup.length,
  }))

/** @returns a function: whether an offset is in one of the spans; it must be called from left to right */
function within(spans: readonly Span[]): (offset: number) => boolean {
  const inOrder = spans.toSorted((a, b) => a.start - b.start)
  let next = 0
  let end = 0
  return (offset) => {
    for (; (inOrder[next]?.start ?? Infinity) <= offset; next += 1) {
      end = Math.max(end, inOrder[next]?.end ?? 0)
    }
    return offset < end
  }
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/

/** Finds lines that are code by their indentation: four columns more than the text around them, after an empty line. */
function indentedCode(source: string, markup: readonly Span[]): Span[] {
  const code: Span[] = []
  /** The columns at which the texts of open list items begin. */
  const items: number[] = []
  let isAfterBlank = true
  let isCode = false
  let next = 0
  for (let start = 0, end = 0; start < source.length; start = end + 1) {
    const lineEnd = source.indexOf('\n', start)
    end = lineEnd === -1 ? source.length : lineEnd
    while ((markup[next]?.end ?? Infinity) <= start) next += 1
    const line = source.slice(start, end)
    // A fence, front matter or a comment continues.
    if ((markup[next]?.start ?? Infinity) < start) isAfterBlank = isCode = false
    else if (line.trim() === '') isAfterBlank = true
    else {
      const column = indentOf(line)
      const [marker] = ITEM.exec(line) ?? []
      if (isAfterBlank || marker) while (column < (items.at(-1) ?? 0)) items.pop()
      isCode = column >= (items.at(-1) ?? 0) + 4 && (isAfterBlank || isCode)
      if (isCode) code.push({ start, end })
      else if (marker) items.push(column + marker.trimStart().length + 1)
      isAfterBlank = false
    }
  }
  return code
}

/** Returns the columns before the first character of a line; a tab extends to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0
  for (const letter of line) {
    if (letter === ' ') column += 1
    else if (letter === '\t') column += 4 - (column % 4)
    else break
  }
  return column
}

const TAG = /^<(\/?)([a-z][\w-]*)([^>]*)>$/i

/**
 * Finds Markdown elements whose texts are not translated, from opening to closing tag; an unclosed tag does not count.
 */
function verbatimElements(source: string, markup: readonly Span[]): Span[] {
  const spans: Span[] = []
  const open: { name: string; isVerbatim: boolean; start: number }[] = []
  const counts = new Map<string, number>()
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  for (const { start, end } of markup) {
    const [, slash, tag, attributes = ''] = TAG.exec(source.slice(start, end)) ?? []
    const name = tag?.toLowerCase()
    if (name === undefined) continue
    if (slash === '') {
      open.push({
        name,
        isVerbatim: isTranslatable(name, attributesOf(attributes)) === false,
        start,
      })
      count(name, 1)
      continue
    }
    if (!counts.get(name)) continue
    for (let last = open.pop(); last; last = open.pop()) {
      count(last.name, -1)
      if (last.name !== name) continue
      if (last.isVerbatim) spans.push({ start: last.start, end })
      break
    }
  }
  return spans
}

const ATTRIBUTE = /(?<=\s)(translate|class)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single, unquoted]) => [
      name.toLowerCase(),
      double ?? single ?? unquoted ?? '',
    ]),
  )

/** A part of a text by its offsets; `end` is not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the words of Markdown that are syntax: front matter, code, addresses, tags, attributes and shortcodes. */
export function markdownSyntax(source: string): Span[] {
  return markupOf(source).filter(({ start, end }) => {
    const markup = source.slice(start, end)
    return !SIGN.test(markup) && /[\p{L}\p{N}]/u.test(markup)
  })
}

/** Matches an escaped character, or the start of a line; a number in it counts as a word of the list. */
const SIGN = /^(?:\\|[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t])/

/** Finds the shortcodes in a text between tags: placeholders that a site fills in. */
export function shortcodes(text: string): Span[] {
  return Array.from(text.matchAll(SHORTCODE), ({ 0: code, index }) => ({
    start: index,
    end: index + code.length,
  }))
}

const SHORTCODE = /\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}/g

/** Replaces the texts of Markdown, and escapes everything in the new texts that would be markup. */
export function withMarkdownTexts(
  parts: readonly TextPart[],
  textOf: (text: string) => string,
): string {
  let output = ''
  for (const { text, isText } of parts) {
    if (!isText) {
      output += text
      continue
    }
    const isAtStart = output === '' || output.endsWith('\n')
    output += asMarkdownText(textOf(text), isAtStart)
  }
  return output
}

function asMarkdownText(text: string, isAtStart: boolean): string {
  const escaped = text
    .replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
    .replaceAll(/[*|~<>{}`\\[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll(/https?:\/\//g, (scheme) => scheme.replace(':', '\\:'))
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
  return isAtStart ? escaped.replace(/^([ \t]*)(#|[-+=]|\d+(?=[.)]))/, escapedStart) : escaped
}

const escapedStart = (_all: string, space: string, sign: string) =>
  /^\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`
