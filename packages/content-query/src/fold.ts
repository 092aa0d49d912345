/** Nearly every text: those for which the steps below come to plain lower case. */
const plain = /^[\s -~]*$/

/**
 * Case folding of the whole language: Unicode upper case and
 * back to lower case, with a final sigma like any other (`ß` = `ss`, `Σ` = `σ` = `ς`). It maps each
 * character on its own, so folding a part of a text gives that part of the folded text.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  // Capital ẞ is its own upper case; only its lower case becomes SS.
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
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
