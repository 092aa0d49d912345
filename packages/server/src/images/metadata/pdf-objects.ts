import { UnclearStructure } from './file-bytes.ts'

/** A range of the text of a PDF. */
export type Range = readonly [start: number, end: number]

export interface PdfObject {
  /** Undefined for a trailer. */
  number: number | undefined
  /** Keys of the dictionary, with the ranges of their values. */
  entries: ReadonlyMap<string, Range>
  stream: Range | undefined
}

/** Yields the objects and trailers outside of compressed streams. @param text the file in Latin-1 */
export function* objectsOf(text: string): Generator<PdfObject> {
  const beginning = /\b(?:(\d{1,10})\s+\d{1,5}\s+obj|trailer)\b\s*(?=<<)/g
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    const { entries, end } = readDictionary(text, beginning.lastIndex)
    const stream = streamAt(text, end, entries)
    beginning.lastIndex = stream ? stream[1] : end
    yield { number: match[1] === undefined ? undefined : Number(match[1]), entries, stream }
  }
}

const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function readDictionary(text: string, start: number): { entries: Map<string, Range>; end: number } {
  const entries = new Map<string, Range>()
  for (let at = start + 2; ;) {
    at += matchAt(SPACE, text, at).length
    if (text.startsWith('>>', at)) return { entries, end: at + 2 }
    const key = matchAt(NAME, text, at)
    if (key === '') throw new UnclearStructure('no key')
    at += key.length + matchAt(SPACE, text, at + key.length).length
    const end = endOfValue(text, at)
    entries.set(key, [at, end])
    at = end
  }
}

const SIMPLE = /\d+\s+\d+\s+R\b|\/?[^\0\t\n\f\r ()<>[\]{}/%]+|\//y
const HEX = /<[\da-fA-F\s]*>/y

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; ;) {
    at += matchAt(SPACE, text, at).length
    const two = text.slice(at, at + 2)
    const length = two.startsWith('(')
      ? lengthOfText(text, at)
      : two === '<<' || two === '>>'
        ? 2
        : two.startsWith('[') || two.startsWith(']')
          ? 1
          : matchAt(two.startsWith('<') ? HEX : SIMPLE, text, at).length
    if (length === 0) throw new UnclearStructure('no value')
    if (two === '<<' || two.startsWith('[')) depth += 1
    else if (two === '>>' || two.startsWith(']')) depth -= 1
    at += length
    if (depth <= 0) return at
  }
}

function lengthOfText(text: string, start: number): number {
  let depth = 0
  const mark = /[()]|\\[\s\S]/g
  mark.lastIndex = start
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === '(') depth += 1
    if (match[0] === ')') depth -= 1
    if (depth === 0) return mark.lastIndex - start
  }
  throw new UnclearStructure('a text without an end')
}

function streamAt(
  text: string,
  end: number,
  entries: ReadonlyMap<string, Range>,
): Range | undefined {
  const head = matchAt(/\s*stream(?:\r\n|\n|\r)/y, text, end)
  if (head === '') return undefined
  const start = end + head.length
  const length = Number(textOf(text, entries.get('/Length')))
  if (/^\s{0,2}endstream/.test(text.slice(start + length, start + length + 11)))
    return [start, start + length]
  const mark = text.indexOf('endstream', start)
  if (mark < 0) throw new UnclearStructure('a stream without an end')
  return [start, mark]
}

/** Returns the text of a value; empty if there is none. */
export const textOf = (text: string, range: Range | undefined): string =>
  range ? text.slice(...range) : ''
