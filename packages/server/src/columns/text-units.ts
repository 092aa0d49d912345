/** Units converted to a string per call: each one is an argument. */
const AT_ONCE = 4096

let bytes = Buffer.alloc(1 << 16)
let units = unitsIn(bytes)

function unitsIn({ buffer, byteOffset, length }: Buffer): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length / 2)
}

/**
 * Returns the UTF-16 units of a text, starting at index 0; the array is valid until the next call. An array is read
 * several times as fast as a string.
 */
export function unitsOf(text: string): Uint16Array {
  if (text.length > units.length) {
    bytes = Buffer.alloc(text.length * 2)
    units = unitsIn(bytes)
  }
  bytes.write(text, 'utf16le')
  return units
}

/** Returns a part of some units as a string that shares no memory with other strings. */
export function textIn(units: Uint16Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at += AT_ONCE) {
    // `apply` takes any array-like object, though its type requires an array.
    const some: ArrayLike<number> = units.subarray(at, Math.min(end, at + AT_ONCE))
    text += String.fromCharCode.apply(undefined, some as number[])
  }
  return text
}

/** The kind of each UTF-16 unit, filled on first use. */
const kinds = new Uint8Array(0x10000)
const [OTHER, WORD, SURROGATE] = [1, 2, 3]

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u

/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
const [HASH_START, HASH_FACTOR] = [0x811c9dc5, 0x01000193]

/**
 * Visits the runs of some units: runs of word characters alternate with runs of other characters.
 * @param visit also receives a hash of the run
 */
export function eachRun(
  units: Uint16Array,
  length: number,
  visit: (start: number, end: number, hash: number, isWord: boolean) => void,
): void {
  let start = 0
  let hash = HASH_START
  let isInWord = false
  for (let at = 0; at < length; at++) {
    const unit = units[at] as number
    const kind = kinds[unit] || kindOf(unit)
    const isPair = kind === SURROGATE && isPairAt(units, at, length)
    const isWord = isPair ? isWordPair(unit, units[at + 1] as number) : kind === WORD
    if (isWord !== isInWord) {
      if (at > start) visit(start, at, mix(hash), isInWord)
      start = at
      hash = HASH_START
      isInWord = isWord
    }
    hash = Math.imul(hash ^ unit, HASH_FACTOR)
    if (isPair) hash = Math.imul(hash ^ (units[++at] as number), HASH_FACTOR)
  }
  if (length > start) visit(start, length, mix(hash), isInWord)
}

/** Mixes a hash so that its low bits, which choose a slot, depend on all others. */
const mix = (hash: number): number => hash ^ (hash >>> 15)

function kindOf(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  const isWord = !isSurrogate && wordCharacter.test(String.fromCharCode(unit))
  return (kinds[unit] = isSurrogate ? SURROGATE : isWord ? WORD : OTHER)
}

function isPairAt(units: Uint16Array, at: number, length: number): boolean {
  const [high, low] = [units[at] as number, at + 1 < length ? (units[at + 1] as number) : 0]
  return high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}

const isWordPair = (high: number, low: number): boolean =>
  wordCharacter.test(String.fromCharCode(high, low))
