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
  /** The row that the keys are about is there. */
  onRow: (row: HTMLElement) => void
  /** The scrolling element; null before it is rendered. */
  box: HTMLElement | null
  review: Review
  state: ReviewState
  /** The row the keys are about. */
  at: number
  /** Whether rows can be left out. */
  isOptional: boolean
  onToggle: (change: PlanChange, isWhole: boolean) => void
}

/** The rows of a plan, all of them in the document. */
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

/** Follows the keys with the focus, which also brings the row into view. */
export function useFocusedRow(
  { table, at, onRow }: Pick<ChangeRowsProps, 'table' | 'at' | 'onRow'>,
  isThere = true,
): void {
  // The outside system is the document.
  useEffect(() => {
    if (!isThere) return
    const row = table.current?.querySelector<HTMLElement>(`tr[data-position="${at}"]`)
    if (row) onRow(row)
  }, [table, at, onRow, isThere])
}

export interface ChangeRowProps extends ChangeRowsProps {
  index: number
  /** Not read yet, where there is none. */
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
  const whole = hasText ? [{ id: '', before: before ?? '', after: after ?? '' }] : []
  const parts = matches.length > 0 ? matches : whole
  return (
    <tr
      ref={ref}
      data-position={position}
      data-index={position}
      aria-rowindex={position + 2}
      aria-busy={change === undefined || undefined}
      // Tab leads back to the table; the arrows go on from there.
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

/** Pixels of a row with one line of change. */
const HEIGHT = 66
/** The rows of a long plan, of which only those in sight and the current one are in the document. */
export function VirtualChangeRows(props: ChangeRowsProps) {
  const { box, review, state, at } = props
  const { items, height, scrollTo, measure } = useVirtualRows({
    count: state.rows,
    box: () => box,
    height: () => HEIGHT,
    pinnedIndex: at,
    overscan: 4,
  })
  // Before the focus follows, so that it finds its row where it will stay; again once it is read, and perhaps higher.
  const isRead = review.changeAt(at) !== undefined
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `isRead` triggers it: a row that has been read may be taller
  useLayoutEffect(() => scrollTo(at), [scrollTo, at, isRead])
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

/** Rows that Page Up and Page Down go by. */
const PAGE = 8

/** The row that holds an element, by its place. */
export function positionOf(element: EventTarget): number | undefined {
  const index = (element as HTMLElement).closest<HTMLElement>('tr[data-position]')?.dataset[
    'position'
  ]
  return index === undefined ? undefined : Number(index)
}

const letters: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Where a key leads from a row, which may be beyond the last one; undefined for one that leads nowhere. */
export const rowAfter = (key: string, at: number): number | undefined =>
  indexAfterKey(letters[key] ?? key, at, { count: Infinity, jump: PAGE })
