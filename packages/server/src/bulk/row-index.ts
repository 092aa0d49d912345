import { idsIn } from './ids-in-text.ts'

/** An index of a plan's rows: the items that have rows, in order, and their numbers of rows. */
export interface RowIndex {
  /** Number of items with rows. */
  readonly items: number
  readonly rows: number
  /** Size of the index in bytes. */
  readonly size: number
  ids(): string[]
  /**
   * Returns the first item with a row at or after `row`, as an index into `ids`, and the number of its rows before
   * `row`.
   */
  positionOf(row: number): { index: number; before: number }
  /** Returns `count` ids from an index on. */
  idsFrom(index: number, count: number): string[]
  /** Returns the slugs that the plan assigned to an item, in the order of the requests. */
  slugsAt(index: number): string[]
}

/** Overhead of a text in bytes. */
const TEXT = 32
/** A separator that no slug contains. */
const SEPARATOR = '/'

/** Collects an index. It takes 32 bytes per item, however many rows the item has, plus the slugs assigned to it. */
export function collectRowIndex() {
  const matchIds: string[] = []
  const ends: number[] = []
  const slugs: string[] = []
  let rows = 0

  return {
    add(id: string, count: number, itemSlugs: readonly string[] = []): void {
      rows += count
      if (itemSlugs.length > 0) slugs[matchIds.length] = itemSlugs.join(SEPARATOR)
      matchIds.push(id)
      ends.push(rows)
    },
    close: (): RowIndex => packRows(matchIds.join(''), Float64Array.from(ends), slugs),
  }
}

/** @param ends for each item, the number of rows up to and including its last one */
function packRows(text: string, ends: Float64Array, slugs: readonly string[]): RowIndex {
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
    slugsAt: (index) => slugs[index]?.split(SEPARATOR) ?? [],
  }
}
