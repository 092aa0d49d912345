/**
 * What of Markdown is no text: code, addresses, tags, shortcodes, and the signs that make headings, lists, tables, links
 * and emphasis. Fenced code comes first, since all else in it is code.
 */
const MARKUP = new RegExp(
  [
    /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/,
    /`+[^`\n]*`+/,
    /\{\{[\s\S]*?\}\}/,
    /^[ \t]*\[[^\]\n]+\]:[^\n]*$/,
    /\]\([^)\n]*\)|\]\[[^\]\n]*\]|!?\[|\]/,
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

/** A part of a text: what is translated, or what stays as it is. */
export interface TextPart {
  readonly text: string
  readonly isText: boolean
}

/** The parts of Markdown, in order; together they are the source. */
export function markdownParts(source: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const add = (text: string, isText: boolean) => text !== '' && parts.push({ text, isText })
  for (const { 0: markup, index } of source.matchAll(MARKUP)) {
    add(source.slice(at, index), true)
    add(markup, false)
    at = index + markup.length
  }
  add(source.slice(at), true)
  return parts
}

/** Puts new texts into the places of those of Markdown; what in them would be markup is escaped. */
export function withMarkdownTexts(
  parts: readonly TextPart[],
  textOf: (text: string) => string,
): string {
  let written = ''
  for (const { text, isText } of parts) {
    if (!isText) {
      written += text
      continue
    }
    const isAtStart = written === '' || written.endsWith('\n')
    written += asMarkdownText(textOf(text), isAtStart)
  }
  return written
}

function asMarkdownText(text: string, isAtStart: boolean): string {
  const escaped = text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/[*|~<>{}`\\[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll(/https?:\/\//g, (scheme) => scheme.replace(':', '\\:'))
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
  return isAtStart ? escaped.replace(/^([ \t]*)(#|[-+=]|\d+(?=[.)]))/, escapedStart) : escaped
}

const escapedStart = (_all: string, space: string, sign: string) =>
  /^\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`
