import { CharacterMap } from './character-map.ts'

/** Nearly every text: those for which the steps below come to plain lower case. */
export const plain = /^[\s -~]*$/

/** Units that are folded at once. */
const PART = 4096
const output = new Uint16Array((PART + 1) * 3)

// Capital ẞ is its own upper case; only its lower case becomes SS.
const folded = new CharacterMap((character) =>
  character.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'),
)

/**
 * Case folding of the whole language: Unicode upper case and
 * back to lower case, with a final sigma like any other (`ß` = `ss`, `Σ` = `σ` = `ς`). It maps each
 * character on its own, so folding a part of a text gives that part of the folded text.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  if (text.length <= PART) return foldPart(text)
  return Array.from(partsOf(text, PART), foldPart).join('')
}

function foldPart(text: string): string {
  const length = folded.write(text, output)
  // As `apply` takes any list of numbers, so far as its type does not say so.
  const units: ArrayLike<number> = output.subarray(0, length)
  return String.fromCharCode.apply(undefined, units as number[])
}

/** Parts of a text of about `units` UTF-16 units. They end between characters. */
function* partsOf(text: string, units: number): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(text.length, at + units)
    const last = text.charCodeAt(end - 1)
    if (last >= 0xd800 && last <= 0xdbff) end++
    yield text.slice(at, end)
  }
}

/**
 * Order of two texts by code point, as SQLite's BINARY and PostgreSQL's "C" collation order UTF-8.
 * JavaScript's `<` orders UTF-16 units and so puts emoji before U+E000 and above.
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

/** Surrogates stand for code points above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
