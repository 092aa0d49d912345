import { CharacterMap } from './character-map.ts'

const ascii = /^[\s -~]*$/

/** Whether a text only needs plain lower case and none of the steps below, as most texts do. */
export const isAscii = (text: string): boolean => ascii.test(text)

/** UTF-16 units folded at once. */
const PART = 4096
const output = new Uint16Array((PART + 1) * 3)

// Capital ẞ is its own upper case; only its lower case becomes SS.
const folded = new CharacterMap((character) =>
  character.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'),
)

/**
 * Folds the case of a text as everywhere in the query language: Unicode upper case and back to lower case, with a final
 * sigma like any other (`ß` = `ss`, `Σ` = `σ` = `ς`). It maps each character separately, so folding a part of a text
 * gives that part of the folded text.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  if (text.length <= PART) return foldPart(text)
  return Array.from(partsOf(text, PART), foldPart).join('')
}

function foldPart(text: string): string {
  const length = folded.write(text, output)
  // `apply` accepts any list of numbers, although its type requires an array.
  const units: ArrayLike<number> = output.subarray(0, length)
  return String.fromCharCode.apply(undefined, units as number[])
}

/** Splits a text into parts of about `units` UTF-16 units, which end between characters. */
function* partsOf(text: string, units: number): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(text.length, at + units)
    const last = text.charCodeAt(end - 1)
    if (last >= 0xd800 && last <= 0xdbff) end++
    yield text.slice(at, end)
  }
}

/**
 * Compares two texts by code point, as SQLite's BINARY and PostgreSQL's "C" collation compare UTF-8. JavaScript's `<`
 * compares UTF-16 units and so puts emoji before U+E000 and above.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at)
    const y = b.charCodeAt(at)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Ranks surrogates above all other units, since they stand for higher code points. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
