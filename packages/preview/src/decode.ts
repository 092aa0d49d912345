import type { FieldSource } from './protocol.ts'

/** The zero-width characters that encode two bits each in `@vercel/stega`. */
const DIGITS = '\u200B\u200C\u200D\uFEFF'
const ENCODED_DIGITS = new RegExp(`[${DIGITS}]{8,}`, 'g')

/** A part of a text that ends with the mark of its field. */
export interface SourcePart {
  readonly source: FieldSource
  start: number
  end: number
}

/** A text without marks, and its parts that come from fields. */
export interface SourcedText {
  readonly text: string
  readonly parts: SourcePart[]
  /** The source of the first part. */
  readonly source: FieldSource
}

/** Removes the marks from a text. @returns undefined for a text without any */
export function readSources(marked: string): SourcedText | undefined {
  const parts: SourcePart[] = []
  let text = ''
  let at = 0
  for (const { 0: code, index } of marked.matchAll(ENCODED_DIGITS)) {
    const source = decode(code)
    if (!source) continue
    const start = text.length
    text += marked.slice(at, index)
    at = index + code.length
    parts.push({ source, start, end: text.length })
  }
  return parts[0] && { text: text + marked.slice(at), parts, source: parts[0].source }
}

function decode(code: string): FieldSource | undefined {
  const digits = Array.from(code, (digit) => DIGITS.indexOf(digit)).join('')
  const bytes = Uint8Array.from(digits.match(/.{4}/g) ?? [], (byte) => Number.parseInt(byte, 4))
  const [, object, path] = /"o":"(\w+)","p":"([^"\\]+)"/.exec(new TextDecoder().decode(bytes)) ?? []
  return object && path ? { object, path } : undefined
}
