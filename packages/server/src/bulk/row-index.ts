import { idsIn } from './ids-in-text.ts'

/** The positions of a plan's rows: the items that have rows, in order, with their row counts. */
export interface RowIndex {
  /** Items with rows. */
  readonly items: number
  readonly rows: number
  /** Bytes that it takes. */
  readonly size: number
  ids(): string[]
  /** The first item with a row at or after this one, as an index into `ids`, and the number of its rows before it. */
  positionOf(row: number): { index: number; before: number }
  /** Some of the ids, beginning with the one at a place. */
  idsFrom(index: number, count: number): string[]
  /** Slugs that the plan gave an item, in the order in which its step requested them. */
  slugsAt(index: number): string[]
}

/** Bytes of a text in addition to its characters. */
const TEXT = 32
/** A separator that no slug contains. */
const BETWEEN = '/'

/**
 * Collects an index: 32 bytes for each item, independent of its number of rows, and the slugs of items that get one.
 */
export function collectRowIndex() {
  const matchIds: string[] = []
  const ends: number[] = []
  const slugs: string[] = []
  let rows = 0

  return {
    add(id: string, count: number, itemSlugs: readonly string[] = []): void {
      rows += count
      if (itemSlugs.length > 0) slugs[matchIds.length] = itemSlugs.join(BETWEEN)
      matchIds.push(id)
      ends.push(rows)
    },
    close: (): RowIndex => packed(matchIds.join(''), Float64Array.from(ends), slugs),
  }
}

/** @param ends for each item, how many rows there are up to its last one */
function packed(text: string, ends: Float64Array, slugs: readonly string[]): RowIndex {
  const size = slugs.reduce((bytes, slug) => bytes + slug.length + TEXT, 0)
  return {
    items: ends.length,
    rows: ends.at(-1) ?? 0,
    size: text.length + ends.byteLength + size,
    ids: () => idsIn(text),
    idsFrom: (index, count) => idsIn(text, index, count),
    positionOf(row) {
      let [low, high] = [0, ends.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ends[middle] ?? 0) <= row) low = middle + 1
        else high = middle
      }
      return { index: low, before: row - (ends[low - 1] ?? 0) }
    },
    slugsAt: (index) => slugs[index]?.split(BETWEEN) ?? [],
  }
}
