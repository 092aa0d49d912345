import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'

/** The options of `useVirtualRows`. */
export interface VirtualRowsOptions {
  readonly count: number
  /** The scrolling element; null before it is mounted. */
  readonly box: () => HTMLElement | null
  /** Estimated height of a row in pixels, until it is measured. */
  readonly height: (index: number) => number
  /**
   * The row that stays in the document at any scroll position: the focused row, or the one that Tab reaches. A function
   * is called whenever the rows are chosen. An index outside of the rows pins none.
   */
  readonly pinnedIndex: number | (() => number)
  /** Number of rows in the document beyond the visible ones. */
  readonly overscan: number
  /** A stable key for a row when others are inserted before it; its index by default. */
  readonly keyOf?: (index: number) => string | number
  /** Pixels above the rows inside the scrolling element, such as a sticky header. */
  readonly top?: number
}

/** The result of `useVirtualRows`. */
export interface VirtualRows {
  /** The rows in the document, each with its offset in pixels. */
  readonly items: readonly VirtualItem[]
  /** Height of all rows together, in pixels. */
  readonly height: number
  /** Scrolls to a row. The function is the same at each render. */
  scrollTo(index: number, options?: { align?: 'center' }): void
  /** Measures a row: pass it as the ref of each row where heights differ. The row needs its index in `data-index`. */
  measure(row: Element | null): void
}

/** Virtualises a long list: only the rows in sight and the pinned row are in the document. */
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
