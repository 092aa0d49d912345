import type { HtmlEntityDecoder } from 'entities/decode'

import { onFirstUse } from '../../../../on-first-use.ts'

/** A difference between a text and its source: a character reference, or a line ending other than `\n`. */
export interface Difference {
  /** The range `[start, end)` in the text. */
  start: number
  end: number
  /** The range `[from, to)` in the source. */
  from: number
  to: number
}

export interface DecodedText {
  text: string
  differences: readonly Difference[]
}

/** Decodes the source of a text like an HTML parser, and records where it changed something. */
export function decodeText(source: string): DecodedText {
  const differences: Difference[] = []
  let text = ''
  let at = 0
  for (const { index: from } of source.matchAll(/&|\r/g)) {
    if (from < at) continue
    const { length, decoded } =
      source[from] === '\r' ? lineEnd(source, from) : reference(source, from)
    if (length === 0) continue
    text += source.slice(at, from)
    at = from + length
    differences.push({ start: text.length, end: text.length + decoded.length, from, to: at })
    text += decoded
  }
  return { text: text + source.slice(at), differences }
}

/**
 * Returns the source offset of each character of a text; -1 for a character that shares a reference with the previous
 * one.
 */
export function sourceOffsets(source: string, { text, differences }: DecodedText): Int32Array {
  const offsets = new Int32Array(text.length + 1).fill(-1)
  let [at, offset] = [0, 0]
  for (const { start, end, from, to } of differences) {
    while (at < start) offsets[at++] = offset++
    offsets[start] = from
    ;[at, offset] = [end, to]
  }
  while (at < text.length) offsets[at++] = offset++
  offsets[text.length] = source.length
  return offsets
}

const lineEnd = (source: string, at: number) => ({
  length: source[at + 1] === '\n' ? 2 : 1,
  decoded: '\n',
})

let units = ''
let decoder: HtmlEntityDecoder | undefined

/** Decodes the character reference that begins at an offset; length 0 for a plain `&`. */
export function reference(source: string, at: number): { length: number; decoded: string } {
  const { DecodingMode, HtmlEntityDecoder } = onFirstUse.entities
  decoder ??= new HtmlEntityDecoder((unit) => {
    units += String.fromCodePoint(unit)
  })
  units = ''
  decoder.startEntity(DecodingMode.Legacy)
  const length = decoder.write(source, at + 1)
  return { length: length < 0 ? decoder.end() : length, decoded: units }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
  // The parser would read a raw carriage return as a line ending.
  '\r': '&#13;',
}

/** Encodes a text as HTML source. */
export const encodeText = (text: string): string =>
  text.replaceAll(/[&<>\u00a0\r]/g, (sign) => escapes[sign] ?? sign)

/**
 * Makes unchanged source safe to be followed by another text: neither an open reference (`&copy`, `&not` of `&notin;`),
 * a bare `&` or `<`, nor half a line ending may absorb the next characters.
 */
export function seal(source: string): string {
  if (source.endsWith('\r')) return `${source}\n`
  // A regular expression with `$` would start again at every character.
  let from = source.length
  while (from > 0 && !/\s/.test(source[from - 1] ?? '')) from -= 1
  const tail = source.slice(from)
  const closed = tail.replaceAll('<', '&lt;').replace(/&#?[\da-z]*$/i, (open) => {
    const { length } = reference(open, 0)
    return length === 0 ? `&amp;${open.slice(1)}` : `${open.slice(0, length)};${open.slice(length)}`
  })
  return source.slice(0, from) + closed
}
