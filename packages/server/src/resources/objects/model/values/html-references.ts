import type { HtmlEntityDecoder } from 'entities/decode'

import { onFirstUse } from '../../../../on-first-use.ts'

/**
 * A difference between a text and its source: a character reference, or an end of line that is not `
 * `.
 */
export interface Difference {
  /** `[start, end)` in the text. */
  start: number
  end: number
  /** `[from, to)` in the source. */
  from: number
  to: number
}

export interface Decoded {
  text: string
  differences: readonly Difference[]
}

/** Decodes the source of a text as the parser of HTML does, and remembers where it changed something. */
export function decodeText(source: string): Decoded {
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

/** Start of each character of a text in its source; -1 for one that shares a reference with the previous one. */
export function sourceOffsets(source: string, { text, differences }: Decoded): Int32Array {
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

/** The reference that begins here and its text; length 0 for a plain `&`. */
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
  // A raw one would be read as the end of a line.
  '\r': '&#13;',
}

/** A text as the source of HTML that says just that. */
export const encodeText = (text: string): string =>
  text.replaceAll(/[&<>\u00a0\r]/g, (sign) => escapes[sign] ?? sign)

/**
 * Unchanged source, made safe to be followed by another text: neither an open reference (`&copy`, `&not` of `&notin;`),
 * a bare `&` or `<`, nor half an end of line may absorb the next characters.
 */
export function sealed(source: string): string {
  if (source.endsWith('\r')) return `${source}\n`
  // A pattern with `$` would begin again at every character.
  let from = source.length
  while (from > 0 && !/\s/.test(source[from - 1] ?? '')) from -= 1
  const tail = source.slice(from)
  const closed = tail.replaceAll('<', '&lt;').replace(/&#?[\da-z]*$/i, (open) => {
    const { length } = reference(open, 0)
    return length === 0 ? `&amp;${open.slice(1)}` : `${open.slice(0, length)};${open.slice(length)}`
  })
  return source.slice(0, from) + closed
}
