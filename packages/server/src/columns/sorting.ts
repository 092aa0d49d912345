/** How long a slice of work may delay other requests, in ms. */
const SLICE = 8

/** Number of items sorted without a pause before the runs are merged. */
const RUN = 4096

let start = performance.now()
/** Resolvers of waiting work, oldest first. */
const waiting: (() => void)[] = []
let isPlanned = false

/**
 * Whether other work is due: call `while (sliceIsOver()) await nextSlice()` right before each step. All work on the
 * event loop shares one slice.
 */
export const sliceIsOver = (): boolean => performance.now() - start >= SLICE

/** Yields to other work, including work that was already waiting for its next slice. */
export const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    planSlice()
  })

function planSlice(): void {
  if (isPlanned) return
  isPlanned = true
  setImmediate(() => {
    isPlanned = false
    start = performance.now()
    // Resume one at a time: of several, the first would use up the slice and be first in the queue again.
    waiting.shift()?.()
    if (waiting.length > 0) planSlice()
  })
}

export type Compare = (a: number, b: number) => number

/** Sorts numbers and yields to other work in between. */
export type SlicedSort = (items: Uint32Array, compare: Compare) => Promise<Uint32Array>

/** A stable merge sort that yields to other work. Uses `items` as working space. */
export const slicedSort: SlicedSort = async (items, compare) => {
  for (let start = 0; start < items.length; start += RUN) {
    items.subarray(start, start + RUN).sort(compare)
    while (sliceIsOver()) await nextSlice()
  }
  let [from, to]: [Uint32Array, Uint32Array] = [items, new Uint32Array(items.length)]
  for (let width = RUN; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) {
      const merge = mergeOf(from, to, compare, start, width)
      while (merge(RUN)) {
        while (sliceIsOver()) await nextSlice()
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** @returns a function that merges up to `count` more items; false when all are merged */
function mergeOf(
  from: Uint32Array,
  to: Uint32Array,
  compare: Compare,
  start: number,
  width: number,
): (count: number) => boolean {
  const middle = Math.min(start + width, from.length)
  const end = Math.min(middle + width, from.length)
  let [left, right, at] = [start, middle, start]
  return (count) => {
    for (const until = Math.min(end, at + count); at < until; at++) {
      const [x, y] = [from[left] ?? 0, from[right] ?? 0]
      const isLeft = left < middle && (right >= end || compare(x, y) <= 0)
      to[at] = isLeft ? x : y
      if (isLeft) left++
      else right++
    }
    return at < end
  }
}

/** Returns the first index for which `isBefore` is false; it must be true for all earlier ones. */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
