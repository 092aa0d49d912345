import { lowestBit, type RowSet } from './row-set.ts'

// A query spends most of its time in these loops. Each marks the rows of a set that a condition accepts. Except for
// `scanEach`, they process whole words, since a branch per row costs more time than it saves.

/** The numbers that a condition accepts: an interval, or a set. */
export type Numbers =
  | { least: number; most: number; has: (value: number) => boolean }
  | { least?: undefined; has: (value: number) => boolean }

export function scanEqual(
  codes: Int32Array,
  limit: number,
  { words }: RowSet,
  matches: RowSet,
): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0
    if (word === 0) continue
    let hits = 0
    const first = at << 5
    for (let bit = 0; bit < 32; bit++) hits |= Number(codes[first + bit] === limit) << bit
    matches.words[at] = hits & word
  }
}

export function scanTable(
  codes: Int32Array,
  table: Uint8Array,
  { words }: RowSet,
  matches: RowSet,
): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0
    if (word === 0) continue
    let hits = 0
    const first = at << 5
    for (let bit = 0; bit < 32; bit++) hits |= (table[codes[first + bit] ?? 0] ?? 0) << bit
    matches.words[at] = hits & word
  }
}

export function scanInterval(
  numbers: Float64Array,
  least: number,
  most: number,
  { words }: RowSet,
  matches: RowSet,
): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0
    if (word === 0) continue
    let hits = 0
    const first = at << 5
    for (let bit = 0; bit < 32; bit++) {
      const value = numbers[first + bit] ?? Number.NaN
      hits |= Number(value >= least && value <= most) << bit
    }
    matches.words[at] = (matches.words[at] ?? 0) | (hits & word)
  }
}

export function scanEach(
  numbers: Float64Array,
  { has }: Numbers,
  { words }: RowSet,
  matches: RowSet,
): void {
  for (let at = 0; at < words.length; at++) {
    for (let bits = words[at] ?? 0; bits !== 0; bits &= bits - 1) {
      const row = (at << 5) + lowestBit(bits)
      if (has(numbers[row] ?? Number.NaN)) matches.add(row)
    }
  }
}
