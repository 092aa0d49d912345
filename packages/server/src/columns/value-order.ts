import type { Sortable } from './column.ts'
import type { TextTable } from './text-table.ts'
import { FALSE, MISSING, NULL, NUMBER, TEXT, TRUE } from './value-codes.ts'

/** Whether a cell has a sort value: missing values, null and lists have none. */
export const isSortedCode = (code = MISSING): boolean => code > NULL

/** Compares two cells with sort values: numbers come before texts, and false and true count as 0 and 1. */
export function compareCells(
  codes: Int32Array,
  numbers: Float64Array | undefined,
  texts: TextTable,
  locale: string | undefined,
  a: number,
  b: number,
): number {
  const [x, y] = [codes[a] ?? MISSING, codes[b] ?? MISSING]
  if (x >= TEXT && y >= TEXT) return texts.compare(x - TEXT, y - TEXT, locale)
  if (x >= TEXT) return 1
  if (y >= TEXT) return -1
  const valueOf = (row: number, code: number) =>
    code === NUMBER ? (numbers?.[row] ?? 0) : code - FALSE
  return valueOf(a, x) - valueOf(b, y)
}

/** Returns a snapshot of the cells' order; writes during a sort do not affect it. */
export function frozenOrder(
  codes: Int32Array,
  numbers: Float64Array | undefined,
  texts: TextTable,
  locale: string | undefined,
): Sortable {
  const [codesNow, numbersNow] = [codes.slice(), numbers?.slice()]
  return {
    isSorted: (row) => isSortedCode(codesNow[row]),
    compare: (a, b) => compareCells(codesNow, numbersNow, texts, locale, a, b),
    keys: sortKeys(codesNow, numbersNow, texts, locale),
  }
}

/**
 * Returns a numeric sort key per row; undefined if the texts are not ranked, or the column holds both texts and
 * numbers.
 */
function sortKeys(
  codes: Int32Array,
  numbers: Float64Array | undefined,
  texts: TextTable,
  locale: string | undefined,
): Float64Array | undefined {
  if (texts.size > 0 && (numbers || texts.countUnranked(locale) > 0)) return undefined
  const ranks = texts.ranksOf(locale)
  const keys = numbers ?? new Float64Array(codes.length).fill(Number.NaN)
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? MISSING
    if (code >= TEXT) keys[row] = TEXT + (ranks?.[code - TEXT] ?? 0)
    else if (code === FALSE || code === TRUE) keys[row] = code - FALSE
  }
  return keys
}
