import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect } from 'react'

import type { ChangeRowsProps } from './change-rows.tsx'
import { ChangeRow, useFocusedRow } from './change-rows.tsx'

/** Pixels of a row with one line of change. */
const HEIGHT = 69
/** Rows before the end at which the next ones are asked for. */
const NEAR = 20

/** The rows of a long plan, of which only those in sight and the current one are in the document. */
export function VirtualChangeRows(props: ChangeRowsProps) {
  const { box, changes, at, onEnd } = props
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is new at each render on purpose
  const virtual = useVirtualizer({
    count: changes.length,
    getScrollElement: () => box,
    estimateSize: () => HEIGHT,
    overscan: 8,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), at])].sort((a, b) => a - b),
  })
  // Before the focus follows, so that it finds its row where it will stay.
  useLayoutEffect(() => virtual.scrollToIndex(at), [virtual, at])
  const items = virtual.getVirtualItems()
  // Its first rows come once it knows its height.
  useFocusedRow(
    props,
    items.some(({ index }) => index === at),
  )
  const lastShown = items.findLast(({ index }) => index !== at)?.index ?? 0
  const isNearEnd = Math.max(lastShown, at) >= changes.length - NEAR
  // The rows to come are outside, and told by whoever has the plan.
  useEffect(() => {
    if (isNearEnd) onEnd()
  }, [isNearEnd, onEnd, changes.length])
  return (
    <tbody style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      {items.map(({ index, start }) => {
        const change = changes[index]
        return change ? (
          <ChangeRow
            key={index}
            {...props}
            ref={virtual.measureElement}
            place={index}
            change={change}
            style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
          />
        ) : null
      })}
    </tbody>
  )
}
