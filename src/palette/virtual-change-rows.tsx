import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect } from 'react'

import type { ChangeRowsProps } from './change-rows.tsx'
import { ChangeRow, useFocusedRow } from './change-rows.tsx'

/** Pixels of a row with one line of change. */
const HEIGHT = 66
/** The rows of a long plan, of which only those in sight and the current one are in the document. */
export function VirtualChangeRows(props: ChangeRowsProps) {
  const { box, review, state, at } = props
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is new at each render on purpose
  const virtual = useVirtualizer({
    count: state.rows,
    getScrollElement: () => box,
    estimateSize: () => HEIGHT,
    overscan: 4,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), at])].sort((a, b) => a - b),
  })
  // Before the focus follows, so that it finds its row where it will stay; again once it is read, and perhaps higher.
  const isRead = review.changeAt(at) !== undefined
  useLayoutEffect(() => virtual.scrollToIndex(at), [virtual, at, isRead])
  const items = virtual.getVirtualItems()
  // Its first rows come once it knows its height.
  useFocusedRow(
    props,
    items.some(({ index }) => index === at),
  )
  const inSight = items.filter(({ index }) => index !== at)
  const first = inSight[0]?.index ?? at
  const last = inSight.at(-1)?.index ?? at
  // The rows to come are outside. The current one may be far from those in sight.
  useEffect(() => {
    review.see(at, at)
    review.see(first, last)
  }, [review, state, at, first, last])
  return (
    <tbody style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      {items.map(({ index, start }) => {
        return (
          <ChangeRow
            key={index}
            {...props}
            ref={virtual.measureElement}
            place={index}
            change={review.changeAt(index)}
            style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
          />
        )
      })}
    </tbody>
  )
}
