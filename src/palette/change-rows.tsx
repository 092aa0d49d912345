import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { useVirtualRows } from '@typecase/plugin-sdk/react/virtual-rows'
import { BeforeAfter } from '@typecase/ui/before-after'
import { Checkbox } from '@typecase/ui/checkbox'
import { Kbd } from '@typecase/ui/kbd'
import { indexAfterKey } from '@typecase/ui/keyboard'
import { type CSSProperties, type Ref, type RefObject, useEffect, useLayoutEffect } from 'react'

import type { Review, ReviewState } from '../commands/review.ts'
import styles from './review.module.css'

export interface ChangeRowsProps {
  table: RefObject<HTMLTableElement | null>
  /** Called when the row at the cursor is in the document. */
  onRow: (row: HTMLElement) => void
  /** The scrolling element; null before it is rendered. */
  box: HTMLElement | null
  review: Review
  state: ReviewState
  /** Index of the row at the cursor. */
  at: number
  /** Whether rows can be left out. */
  isOptional: boolean
  onToggle: (change: PlanChange, isWhole: boolean) => void
}

/** Renders all rows of a plan. */
export function ChangeRows(props: ChangeRowsProps) {
  const { state, review } = props
  useFocusedRow(props)
  return (
    <tbody>
      {Array.from({ length: state.rows }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a plan's rows never move, and one object may have several
        <ChangeRow key={index} {...props} index={index} change={review.changeAt(index)} />
      ))}
    </tbody>
  )
}

/** Moves the focus to the row at the cursor, which also scrolls it into view. */
export function useFocusedRow(
  { table, at, onRow }: Pick<ChangeRowsProps, 'table' | 'at' | 'onRow'>,
  isThere = true,
): void {
  // Synchronises with the document.
  useEffect(() => {
    if (!isThere) return
    const row = table.current?.querySelector<HTMLElement>(`tr[data-position="${at}"]`)
    if (row) onRow(row)
  }, [table, at, onRow, isThere])
}

export interface ChangeRowProps extends ChangeRowsProps {
  index: number
  /** Undefined while it is not loaded. */
  change: PlanChange | undefined
  style?: CSSProperties
  ref?: Ref<HTMLTableRowElement>
}

export function ChangeRow({ index: position, change, at, style, ref, ...props }: ChangeRowProps) {
  const { review, state, isOptional, onToggle } = props
  const isOut = change !== undefined && review.isOut(change)
  const isSkipped = change !== undefined && state.skipped.has(change.id)
  const { label = '…', field, matches = [], before, after } = change ?? {}
  const hasText = before !== undefined || after !== undefined
  const textChange = hasText ? [{ id: '', before: before ?? '', after: after ?? '' }] : []
  const parts = matches.length > 0 ? matches : textChange
  return (
    <tr
      ref={ref}
      data-position={position}
      data-index={position}
      aria-rowindex={position + 2}
      aria-busy={change === undefined || undefined}
      // Tab returns to the row at the cursor; the arrow keys move from there.
      tabIndex={position === at ? 0 : -1}
      className={styles.row}
      style={style}
      data-out={isOut || undefined}
    >
      {isOptional ? (
        <td className={styles.box}>
          <Checkbox
            aria-label={`Include ${label}`}
            isSelected={!isOut}
            isDisabled={change === undefined}
            onChange={() => {
              if (change) onToggle(change, false)
            }}
          />
        </td>
      ) : null}
      <th scope="row" className={styles.what}>
        {label}
        {field ? <span className={styles.field}>{field}</span> : null}
        {isOut ? <span className={styles.field}>· left out by you</span> : null}
        {isSkipped && !isOut ? <span className={styles.field}>· skipped</span> : null}
        {isOptional ? (
          <span className={styles.key} aria-hidden="true">
            <Kbd binding="x" />
          </span>
        ) : null}
      </th>
      <td className={styles.change}>
        {isOut
          ? null
          : parts.map((part, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a change never move
              <div key={index}>
                <BeforeAfter {...textsOf(part)} isCode />
              </div>
            ))}
      </td>
    </tr>
  )
}

const textsOf = ({
  before,
  after,
  ...rest
}: {
  before: string
  after: string
  start?: number
  end?: number
}) => ({
  before,
  after,
  start: rest.start,
  end: rest.end,
})

/** Estimated height in pixels of a row with one line of change. */
const HEIGHT = 66
/** Renders a long plan. Only the rows in view and the row at the cursor are in the document. */
export function VirtualChangeRows(props: ChangeRowsProps) {
  const { box, review, state, at } = props
  const { items, height, scrollTo, measure } = useVirtualRows({
    count: state.rows,
    box: () => box,
    height: () => HEIGHT,
    pinnedIndex: at,
    overscan: 4,
  })
  // Scrolls before the focus moves, so that the row has its final position; again when it is loaded and may be taller.
  const isRead = review.changeAt(at) !== undefined
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `isRead` triggers it: a row that has been read may be taller
  useLayoutEffect(() => scrollTo(at), [scrollTo, at, isRead])
  // The first rows are rendered when the height of the box is known.
  useFocusedRow(
    props,
    items.some(({ index }) => index === at),
  )
  const inSight = items.filter(({ index }) => index !== at)
  const first = inSight[0]?.index ?? at
  const last = inSight.at(-1)?.index ?? at
  // Loads missing rows. The row at the cursor may be far from those in view.
  useEffect(() => {
    review.see(at, at)
    review.see(first, last)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asked again as more of the plan is known
  }, [review, state, at, first, last])
  return (
    <tbody style={{ height: height, position: 'relative' }}>
      {items.map(({ index, start }) => {
        return (
          <ChangeRow
            key={index}
            {...props}
            ref={measure}
            index={index}
            change={review.changeAt(index)}
            style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
          />
        )
      })}
    </tbody>
  )
}

/** Number of rows that Page Up and Page Down move by. */
const PAGE = 8

/** Returns the index of the row that contains an element. */
export function positionOf(element: EventTarget): number | undefined {
  const index = (element as HTMLElement).closest<HTMLElement>('tr[data-position]')?.dataset[
    'position'
  ]
  return index === undefined ? undefined : Number(index)
}

const letters: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Returns the index that a key leads to, which may be beyond the last row; undefined for other keys. */
export const rowAfter = (key: string, at: number): number | undefined =>
  indexAfterKey(letters[key] ?? key, at, { count: Infinity, jump: PAGE })
