import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'

/** The options of `useVirtualRows`. */
export interface VirtualRowsOptions {
  readonly count: number
  /** The scrolling element; null before it is mounted. */
  readonly box: () => HTMLElement | null
  /** Pixels of a row before it is measured. */
  readonly height: (index: number) => number
  /**
   * The row that stays in the document wherever it is scrolled: the one that has the focus, or that Tab leads to.
   * A function is asked when the rows are chosen. Outside of the rows: none.
   */
  readonly pinnedIndex: number | (() => number)
  /** Rows beyond those in sight. */
  readonly overscan: number
  /** A stable key for a row when others are inserted before it; its index by default. */
  readonly keyOf?: (index: number) => string | number
  /** Pixels above the rows within what scrolls, such as a header that stays in sight. */
  readonly top?: number
}

/** The result of `useVirtualRows`. */
export interface VirtualRows {
  /** Those in the document, each with the pixels before it. */
  readonly items: readonly VirtualItem[]
  /** Of all rows together, in pixels. */
  readonly height: number
  /** Stays the same. */
  scrollTo(index: number, options?: { align?: 'center' }): void
  /** For the ref of each row, where heights differ; the row has its index in `data-index`. */
  measure(row: Element | null): void
}

/** A long list of which only the rows in sight, and the one with the focus, are in the document. */
export function useVirtualRows({
  count,
  box,
  height,
  pinnedIndex,
  overscan,
  keyOf,
  top = 0,
}: VirtualRowsOptions): VirtualRows {
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is new at each render on purpose
  const virtual = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: box,
    estimateSize: height,
    overscan,
    scrollPaddingStart: top,
    scrollMargin: top,
    ...(keyOf && { getItemKey: keyOf }),
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range)
      const index = typeof pinnedIndex === 'function' ? pinnedIndex() : pinnedIndex
      if (index < 0 || index >= count || indexes.includes(index)) return indexes
      return [...indexes, index].sort((a, b) => a - b)
    },
  })
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    scrollTo: virtual.scrollToIndex,
    measure: virtual.measureElement,
  }
}
