import { compareText, fold } from '@typecase/content-query/fold'

import { lowerBound, type SlicedSort } from './sorting.ts'

/** Texts are joined in segments of so many, so that one rare character doubles the memory of one segment only. */
const SEGMENT = 4096

interface Joined {
  text: string
  /** Where each text ends. */
  ends: Uint32Array
}

interface Segment extends Joined {
  /** Case folded, made by the first search that ignores case. */
  folded: Joined | undefined
}

/**
 * Distinct texts, numbered from 0 in the order of their arrival. Joining them into few long strings costs a fraction
 * of the memory of one string each, gives the garbage collector nothing to walk through, and lets one `indexOf`
 * search thousands of them.
 */
export class TextTable {
  readonly #segments: Segment[] = []
  /** The texts after the last full segment, which are joined when they are searched. */
  #tail: string[] = []
  #joinedTail: Segment | undefined
  #hashes = new Uint32Array(64)
  /** Open addressing: code + 1 at the first free slot from its hash on. At most half full. */
  #slots = new Uint32Array(128)
  #ranks: Ranks | undefined
  size = 0

  /** Bytes that the texts and their lookup take. */
  get bytes(): number {
    let bytes = this.#hashes.byteLength + this.#slots.byteLength
    for (const { text, ends, folded } of this.#segments) {
      bytes += ends.byteLength + text.length
      if (folded && folded.text !== text) bytes += folded.text.length + ends.byteLength
    }
    for (const text of this.#tail) bytes += 32 + text.length
    return bytes + (this.#ranks ? this.#ranks.rankOf.byteLength * 2 : 0)
  }

  /** The code of a text, or of a part of one, or -1. */
  find(text: string, start = 0, end = text.length): number {
    const hash = hashOf(text, start, end)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const code = (this.#slots[slot] ?? 0) - 1
      if (code < 0) return code
      if (this.#hashes[code] === hash && this.#equals(code, text, start, end)) return code
    }
  }

  /** Whether a text is a part of another one: unit by unit, as a string made for it would cost more than the rest of a search. */
  #equals(code: number, text: string, start: number, end: number): boolean {
    const place = code % SEGMENT
    const segment = this.#segments[Math.floor(code / SEGMENT)]
    const held = segment ? segment.text : (this.#tail[place] ?? '')
    const from = segment ? startOf(segment, place) : 0
    const length = (segment ? (segment.ends[place] ?? 0) : held.length) - from
    if (length !== end - start) return false
    for (let at = 0; at < length; at++)
      if (held.charCodeAt(from + at) !== text.charCodeAt(start + at)) return false
    return true
  }

  /** The code of a text, which is added when it is new. */
  add(text: string): number {
    const known = this.find(text)
    if (known >= 0) return known
    const code = this.size++
    if (code === this.#hashes.length) this.#grow()
    const hash = hashOf(text, 0, text.length)
    this.#hashes[code] = hash
    this.#enter(hash, code)
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
    const place = code % SEGMENT
    return segment.text.slice(startOf(segment, place), segment.ends[place])
  }

  /**
   * Marks the texts that hold the needle.
   * @param marks one byte a code, from `offset` on
   * @param ignoreCase whether the needle is folded, and is looked for in the folded texts
   */
  markContaining(needle: string, ignoreCase: boolean, marks: Uint8Array, offset: number): void {
    let base = offset
    for (const segment of this.#all()) {
      const joined = ignoreCase ? (segment.folded ??= foldedOf(segment)) : segment
      markIn(joined, needle, marks, base)
      base += SEGMENT
    }
  }

  /** Marks the texts for which the test holds, of those with codes from `from` to before `end`. */
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

  /** Marks the texts from `least` to `most` in code point order, each bound inclusive or not. */
  markBetween(range: TextRange, marks: Uint8Array, offset: number): void {
    const ranked = this.#ranks?.sorted.length ?? 0
    if (this.#ranks) {
      const { sorted } = this.#ranks
      const first = lowerBound(ranked, (place) => !isAbove(this.at(sorted[place] ?? 0), range))
      const end = lowerBound(ranked, (place) => isBelow(this.at(sorted[place] ?? 0), range))
      for (let place = first; place < end; place++) marks[offset + (sorted[place] ?? 0)] = 1
    }
    for (let code = ranked; code < this.size; code++) {
      const text = this.at(code)
      if (isAbove(text, range) && isBelow(text, range)) marks[offset + code] = 1
    }
  }

  /** The order of two texts by their codes. */
  compare(a: number, b: number): number {
    if (a === b) return 0
    const rankOf = this.#ranks?.rankOf
    if (rankOf && a < rankOf.length && b < rankOf.length) return (rankOf[a] ?? 0) - (rankOf[b] ?? 0)
    return compareText(this.at(a), this.at(b))
  }

  /** The place of a text in their order, once it is ranked. */
  rankOf(code: number): number {
    return this.#ranks?.rankOf[code] ?? 0
  }

  /** Texts that `compare` and `markBetween` have to look into, as nobody ranked them yet. */
  get unranked(): number {
    return this.size - (this.#ranks?.sorted.length ?? 0)
  }

  /**
   * Sorts the texts once, so that `compare` and `markBetween` need not look into them.
   * @param sort puts codes in order, and lets other work in between
   */
  async rank(sort: SlicedSort): Promise<void> {
    const { size } = this
    const texts = Array.from({ length: size }, (_, code) => this.at(code))
    const codes = Uint32Array.from(texts.keys())
    const sorted = await sort(codes, (a, b) => compareText(texts[a] ?? '', texts[b] ?? ''))
    const rankOf = new Uint32Array(size)
    for (const [rank, code] of sorted.entries()) rankOf[code] = rank
    this.#ranks = { rankOf, sorted }
  }

  #all(): Segment[] {
    if (this.#tail.length === 0) return this.#segments
    return [...this.#segments, (this.#joinedTail ??= segmentOf(this.#tail))]
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

/** Texts in code point order, by their code and back. */
interface Ranks {
  rankOf: Uint32Array
  sorted: Uint32Array
}

/** A range of texts; a bound that is missing does not bind. */
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
  return { ...joined(texts), folded: undefined }
}

function joined(texts: readonly string[]): Joined {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [place, text] of texts.entries()) ends[place] = end += text.length
  return { text: texts.join(''), ends }
}

function foldedOf(segment: Segment): Joined {
  const { text, ends } = segment
  const folded = fold(text)
  // Folding changes the length of few texts; where it did, each is folded on its own.
  if (folded === text) return segment
  if (isPlain(text)) return { text: folded, ends }
  return joined(Array.from(ends, (end, place) => fold(text.slice(startOf(segment, place), end))))
}

const isPlain = (text: string): boolean => /^[\s -~]*$/.test(text)

const startOf = ({ ends }: Joined, place: number): number =>
  place === 0 ? 0 : (ends[place - 1] ?? 0)

function markIn({ text, ends }: Joined, needle: string, marks: Uint8Array, base: number): void {
  if (needle === '') return void marks.fill(1, base, base + ends.length)
  let place = 0
  for (let at = text.indexOf(needle); at >= 0;) {
    while ((ends[place] ?? 0) <= at) place++
    const end = ends[place] ?? 0
    // A hit that reaches into the next text is none.
    const isWithin = at + needle.length <= end
    if (isWithin) marks[base + place] = 1
    at = text.indexOf(needle, isWithin ? end : at + 1)
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
