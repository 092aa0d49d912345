import type { Regex } from '@typecase/content-query/ast'
import { textOrder } from '@typecase/content-query/collation'
import { compose, foldComposed } from '@typecase/content-query/composed'
import { compareText, isAscii } from '@typecase/content-query/fold'

import { lowerBound, type SlicedSort } from './sorting.ts'
import { TextGrams } from './text-grams.ts'

/** Number of texts joined into one segment. A rare character then doubles the memory of only one segment. */
export const SEGMENT = 4096

/** Maximum number of cached orders of the texts: by code point, and by the locales in use. */
const MAX_ORDERS = 4

interface JoinedTexts {
  text: string
  /** The end of each text. */
  ends: Uint32Array
  /** Created by the first search of a full segment. */
  grams?: TextGrams
}

/** Texts as stored, in the Unicode normal form in which patterns compare them, or in that form and case-folded. */
export type TextForm = 'stored' | 'composed' | 'folded'

/** Returns the form in which a pattern's literal is searched. */
export const formOf = ({ flags }: Regex): TextForm => (flags === 'i' ? 'folded' : 'composed')

interface Segment extends JoinedTexts {
  /** Created by the first search that needs them. */
  composed: JoinedTexts | undefined
  folded: JoinedTexts | undefined
}

/**
 * Distinct texts, numbered from 0 in order of arrival. Joining them into a few long strings takes a fraction of the
 * memory of separate strings, gives the garbage collector nothing to walk through, and lets one `indexOf` search
 * thousands of them.
 */
export class TextTable {
  readonly #segments: Segment[] = []
  /** The texts after the last full segment, joined only when they are searched. */
  #tail: string[] = []
  #joinedTail: Segment | undefined
  #hashes = new Uint32Array(64)
  /** Open addressing, at most half full: code + 1 at the first free slot from the text's hash on. */
  #slots = new Uint32Array(128)
  /** Ranks by locale; the empty string stands for code point order. */
  readonly #ranks = new Map<string, Ranks>()
  /** Codes of the texts that are not in composed form, by their composed form. */
  readonly #decomposed = new Map<string, number[]>()
  size = 0

  /** Memory in bytes of the texts and their lookup. */
  get bytes(): number {
    let bytes = this.#hashes.byteLength + this.#slots.byteLength
    for (const segment of this.#segments) {
      const forms = new Set<JoinedTexts | undefined>([segment, segment.composed, segment.folded])
      for (const one of forms)
        if (one) bytes += one.text.length + one.ends.byteLength + (one.grams?.bytes ?? 0)
    }
    for (const form of this.#decomposed.keys()) bytes += 100 + form.length
    for (const text of this.#tail) bytes += 32 + text.length
    for (const { rankOf } of this.#ranks.values()) bytes += rankOf.byteLength * 2
    return bytes
  }

  /** Returns the code of a text, or of a part of it; -1 if it is not in the table. */
  find(text: string, start = 0, end = text.length): number {
    const hash = hashOf(text, start, end)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const code = (this.#slots[slot] ?? 0) - 1
      if (code < 0) return code
      if (this.#hashes[code] === hash && this.#equals(code, text, start, end)) return code
    }
  }

  /**
   * Whether a stored text equals a part of another text. Compares unit by unit, as creating a substring would cost more
   * than the rest of the lookup.
   */
  #equals(code: number, text: string, start: number, end: number): boolean {
    const index = code % SEGMENT
    const segment = this.#segments[Math.floor(code / SEGMENT)]
    const source = segment ? segment.text : (this.#tail[index] ?? '')
    const from = segment ? startOf(segment, index) : 0
    const length = (segment ? (segment.ends[index] ?? 0) : source.length) - from
    if (length !== end - start) return false
    for (let at = 0; at < length; at++)
      if (source.charCodeAt(from + at) !== text.charCodeAt(start + at)) return false
    return true
  }

  /** Returns the codes of the texts that equal `text`, whether their accents are composed or not. */
  codesOf(text: string): readonly number[] {
    const form = compose(text)
    const code = this.find(form)
    const others = this.#decomposed.get(form) ?? []
    return code < 0 ? others : [code, ...others]
  }

  /** Returns the code of a text, and adds the text if it is new. */
  add(text: string): number {
    const existing = this.find(text)
    if (existing >= 0) return existing
    const code = this.size++
    if (code === this.#hashes.length) this.#grow()
    const hash = hashOf(text, 0, text.length)
    this.#hashes[code] = hash
    this.#enter(hash, code)
    const form = compose(text)
    if (form !== text) this.#decomposed.set(form, [...(this.#decomposed.get(form) ?? []), code])
    this.#tail.push(text)
    this.#joinedTail = undefined
    if (this.#tail.length === SEGMENT) {
      this.#segments.push(segmentOf(this.#tail))
      this.#tail = []
    }
    return code
  }

  at(code: number): string {
    const segment = this.#segments[Math.floor(code / SEGMENT)]
    if (!segment) return this.#tail[code % SEGMENT] ?? ''
    const index = code % SEGMENT
    return segment.text.slice(startOf(segment, index), segment.ends[index])
  }

  /** Returns the number of UTF-16 units in the segment that begins with a code. */
  unitsFrom(code: number): number {
    return this.#segmentAt(code)?.text.length ?? 0
  }

  /**
   * Marks the texts that contain the needle.
   * @param marks one byte per code, starting at `offset`
   * @param form the form of the needle, and the form in which the texts are searched
   */
  markContaining(needle: string, form: TextForm, marks: Uint8Array, offset: number): void {
    for (let code = 0; code < this.size; code += SEGMENT)
      this.markSegment(code, needle, form, marks, offset)
  }

  /** Marks the texts that contain the needle in the segment that begins with a code. */
  markSegment(
    code: number,
    needle: string,
    form: TextForm,
    marks: Uint8Array,
    offset: number,
  ): void {
    const segment = this.#segmentAt(code)
    if (!segment) return
    const joined = joinedIn(form, segment)
    if (segment !== this.#joinedTail) joined.grams ??= new TextGrams(joined.text)
    markIn(joined, needle, marks, offset + code)
  }

  /** Marks the texts with codes from `from` to before `end` for which the test is true. */
  markWhere(
    test: (text: string) => boolean,
    marks: Uint8Array,
    offset: number,
    from = 0,
    end = this.size,
  ): void {
    for (let code = from; code < end; code++) {
      if (test(this.at(code))) marks[offset + code] = 1
    }
  }

  /** Marks the texts between the bounds in code point order; each bound is inclusive or exclusive. */
  markBetween(range: TextRange, marks: Uint8Array, offset: number): void {
    const ranks = this.#ranksIn(undefined)
    const ranked = ranks?.sorted.length ?? 0
    if (ranks) {
      const { sorted } = ranks
      const first = lowerBound(ranked, (index) => !isAbove(this.at(sorted[index] ?? 0), range))
      const end = lowerBound(ranked, (index) => isBelow(this.at(sorted[index] ?? 0), range))
      for (let index = first; index < end; index++) marks[offset + (sorted[index] ?? 0)] = 1
    }
    for (let code = ranked; code < this.size; code++) {
      const text = this.at(code)
      if (isAbove(text, range) && isBelow(text, range)) marks[offset + code] = 1
    }
  }

  /** Compares two texts by their codes. @param locale see `textOrder` */
  compare(a: number, b: number, locale: string | undefined): number {
    if (a === b) return 0
    const rankOf = this.#ranksIn(locale)?.rankOf
    if (rankOf && a < rankOf.length && b < rankOf.length) return (rankOf[a] ?? 0) - (rankOf[b] ?? 0)
    return textOrder(locale)(this.at(a), this.at(b))
  }

  /** Returns the ranks of the texts by code; undefined if they are not ranked. */
  ranksOf(locale: string | undefined): Uint32Array | undefined {
    return this.#ranksIn(locale)?.rankOf
  }

  /** Returns the number of texts without a rank, which `compare` and `markBetween` must examine one by one. */
  countUnranked(locale: string | undefined): number {
    return this.size - (this.#ranksIn(locale)?.sorted.length ?? 0)
  }

  #ranksIn(locale: string | undefined): Ranks | undefined {
    return this.#ranks.get(locale ?? '')
  }

  /**
   * Sorts the texts once, so that `compare` and `markBetween` need not read them.
   * @param sort sorts codes and yields to other work in between
   */
  async rank(sort: SlicedSort, locale: string | undefined): Promise<void> {
    const { size } = this
    const texts = Array.from({ length: size }, (_, code) => this.at(code))
    const codes = Uint32Array.from(texts.keys())
    const compare = textOrder(locale)
    const sorted = await sort(codes, (a, b) => compare(texts[a] ?? '', texts[b] ?? ''))
    const rankOf = new Uint32Array(size)
    for (const [rank, code] of sorted.entries()) rankOf[code] = rank
    if (this.#ranks.size === MAX_ORDERS) this.#ranks.clear()
    this.#ranks.set(locale ?? '', { rankOf, sorted })
  }

  #segmentAt(code: number): Segment | undefined {
    const segment = this.#segments[Math.floor(code / SEGMENT)]
    return segment ?? (code < this.size ? (this.#joinedTail ??= segmentOf(this.#tail)) : undefined)
  }

  #grow(): void {
    const hashes = new Uint32Array(this.#hashes.length * 2)
    hashes.set(this.#hashes)
    this.#hashes = hashes
    this.#slots = new Uint32Array(hashes.length * 2)
    for (let code = 0; code < this.size - 1; code++) this.#enter(hashes[code] ?? 0, code)
  }

  #enter(hash: number, code: number): void {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = code + 1
  }
}

/** The ranks of texts in one order: rank by code, and code by rank. */
interface Ranks {
  rankOf: Uint32Array
  sorted: Uint32Array
}

/** A range of texts; a missing bound sets no limit. */
export interface TextRange {
  least?: { text: string; inclusive: boolean }
  most?: { text: string; inclusive: boolean }
}

function isAbove(text: string, { least }: TextRange): boolean {
  if (!least) return true
  const order = compareText(text, least.text)
  return order > 0 || (order === 0 && least.inclusive)
}

function isBelow(text: string, { most }: TextRange): boolean {
  if (!most) return true
  const order = compareText(text, most.text)
  return order < 0 || (order === 0 && most.inclusive)
}

function segmentOf(texts: readonly string[]): Segment {
  return { ...join(texts), composed: undefined, folded: undefined }
}

function join(texts: readonly string[]): JoinedTexts {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) ends[index] = end += text.length
  return { text: texts.join(''), ends }
}

function joinedIn(form: TextForm, segment: Segment): JoinedTexts {
  if (form === 'stored') return segment
  const { text } = segment
  // Each part of a composed text is composed, too. Folding can change the length of texts that are not plain.
  if (form === 'composed') {
    return (segment.composed ??= compose(text) === text ? segment : eachOf(segment, compose))
  }
  return (segment.folded ??= isAscii(text)
    ? sharedWith(segment, { text: text.toLowerCase(), ends: segment.ends })
    : eachOf(segment, foldComposed))
}

/** Converts each text to another form, which may have a different length. */
function eachOf(segment: JoinedTexts, form: (text: string) => string): JoinedTexts {
  const { text, ends } = segment
  const texts = Array.from(ends, (end, index) => form(text.slice(startOf(segment, index), end)))
  return sharedWith(segment, join(texts))
}

const sharedWith = (segment: JoinedTexts, other: JoinedTexts): JoinedTexts =>
  other.text === segment.text ? segment : other

const startOf = ({ ends }: JoinedTexts, index: number): number =>
  index === 0 ? 0 : (ends[index - 1] ?? 0)

function markIn(joined: JoinedTexts, needle: string, marks: Uint8Array, base: number): void {
  const { text, ends, grams } = joined
  if (needle === '') return void marks.fill(1, base, base + ends.length)
  let index = 0
  for (const [from, to] of grams?.partsOf(needle) ?? [[0, text.length] as const]) {
    const part = text.slice(from, to + needle.length - 1)
    for (let at = part.indexOf(needle); at >= 0;) {
      while ((ends[index] ?? 0) <= from + at) index++
      const end = (ends[index] ?? 0) - from
      // A hit that extends into the next text does not count.
      const isWithin = at + needle.length <= end
      if (isWithin) marks[base + index] = 1
      at = part.indexOf(needle, isWithin ? end : at + 1)
    }
  }
}

/** FNV-1a over UTF-16 units, http://www.isthe.com/chongo/tech/comp/fnv/, mixed once more for the low bits. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
