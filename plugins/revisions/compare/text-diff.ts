import type { DiffPart } from '@typecase/ui/diff-parts'
import { diffParts } from '@typecase/ui/diff-parts'
import { diffArrays, diffWordsWithSpace } from 'diff'

/** Limit of removed and added words, beyond which texts count as entirely different. The diff's cost is quadratic. */
const MAX_EDITS = 600

/** Returns the removed and added words. For texts with little in common, only the common beginning and end are kept. */
export function wordParts(before: string, after: string): DiffPart[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })
  if (!parts) return diffParts({ before, after })
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'add' : removed ? 'remove' : 'same',
    text: value,
  }))
}

/** Counts the words that were removed or added. */
export const changedWords = (parts: readonly DiffPart[]): number =>
  parts
    .filter(({ kind }) => kind !== 'same')
    .reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0)

/** Two items side by side: both belong together, or one is missing. */
export interface Pair<T> {
  readonly left?: T
  readonly right?: T
  readonly isSame: boolean
}

/**
 * Aligns two lists side by side. Common items share a row; of the rest, similar neighbours do.
 * @param keyOf equal for items that are the same
 */
export function pairUp<T>(
  left: readonly T[],
  right: readonly T[],
  keyOf: (item: T) => string,
  isAlike: (a: T, b: T) => boolean,
): Pair<T>[] {
  const pairs: Pair<T>[] = []
  let [l, r] = [0, 0]
  let removals: T[] = []
  let additions: T[] = []
  const settle = () => {
    pairs.push(...matchRuns(removals, additions, isAlike))
    removals = []
    additions = []
  }
  for (const { added, removed, count } of runsOf(left.map(keyOf), right.map(keyOf))) {
    if (removed) {
      removals.push(...left.slice(l, l + count))
      l += count
    } else if (added) {
      additions.push(...right.slice(r, r + count))
      r += count
    } else {
      settle()
      for (let n = 0; n < count; n += 1) {
        const [a, b] = [left[l + n], right[r + n]]
        if (a !== undefined && b !== undefined) pairs.push({ left: a, right: b, isSame: true })
      }
      l += count
      r += count
    }
  }
  settle()
  return pairs
}

interface Run {
  readonly added?: boolean
  readonly removed?: boolean
  readonly count: number
}

function runsOf(left: readonly string[], right: readonly string[]): readonly Run[] {
  const difference = diffArrays([...left], [...right], { maxEditLength: MAX_MOVES })
  if (difference) return difference
  // The lists have little in common: keep only the common beginning and end.
  const most = Math.min(left.length, right.length)
  let start = 0
  while (start < most && left[start] === right[start]) start += 1
  let end = 0
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  return [
    { count: start },
    { removed: true, count: left.length - start - end },
    { added: true, count: right.length - start - end },
    { count: end },
  ]
}

/** Limit of removed and added blocks, beyond which lists count as entirely different. */
const MAX_MOVES = 300

/** Number of items searched for a similar one. Items farther away do not count as similar. */
const NEAR = 20

/** Pairs removed items with added ones: each with the first similar item after the last match. */
function matchRuns<T>(
  removals: readonly T[],
  additions: readonly T[],
  isAlike: (a: T, b: T) => boolean,
): Pair<T>[] {
  const pairs: Pair<T>[] = []
  let from = 0
  for (const left of removals) {
    const near = additions.slice(from, from + NEAR).findIndex((right) => isAlike(left, right))
    const at = from + near
    if (near === -1) {
      pairs.push({ left, isSame: false })
      continue
    }
    for (const right of additions.slice(from, at)) pairs.push({ right, isSame: false })
    pairs.push({ left, right: additions[at] as T, isSame: false }) // within the list: findIndex found it
    from = at + 1
  }
  for (const right of additions.slice(from)) pairs.push({ right, isSame: false })
  return pairs
}

/** Returns a test whether two texts share at least a third of their words. It splits each text only once. */
export function likeness(): (a: string, b: string) => boolean {
  const cache = new Map<string, ReadonlySet<string>>()
  const wordsIn = (text: string): ReadonlySet<string> => {
    const words = cache.get(text) ?? new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
    cache.set(text, words)
    return words
  }
  return (a, b) => {
    const [left, right] = [wordsIn(a), wordsIn(b)]
    if (left.size === 0 || right.size === 0) return left.size === right.size
    let shared = 0
    for (const word of right) if (left.has(word)) shared += 1
    return shared * 3 >= Math.max(left.size, right.size)
  }
}
