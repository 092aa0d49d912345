/**
 * Whether `typed` is a misspelling of a word or of its beginning. One letter may be missing, added, wrong or swapped
 * with its neighbour; two in words of eight letters or more. Words of fewer than five letters are too similar to guess.
 */
export function isMisspelling(typed: string, word: string): boolean {
  return distanceTo(typed, word) <= allowance(typed)
}

const allowance = (typed: string): number => (typed.length < 5 ? 0 : typed.length < 8 ? 1 : 2)

/**
 * Returns the number of edits between `typed` and the closest beginning of a word. The first letter must be right: it
 * nearly always is, and this rules out most words.
 */
function distanceTo(typed: string, word: string): number {
  const most = allowance(typed)
  if (most === 0 || typed[0] !== word[0] || word.length < typed.length - most) return Infinity
  return Math.min(...(editRows(typed, word.slice(0, typed.length + most)).at(-1) ?? []))
}

/** Optimal string alignment distance: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance */
function editRows(a: string, b: string): readonly (readonly number[])[] {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const above = rows[i - 1] ?? []
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows
}
