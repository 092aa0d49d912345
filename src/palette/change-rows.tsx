import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { BeforeAfter } from '@typecase/ui/before-after'
import { Checkbox } from '@typecase/ui/checkbox'
import { Kbd } from '@typecase/ui/kbd'
import type { CSSProperties, Ref, RefObject } from 'react'
import { useEffect } from 'react'

import type { Review, ReviewState } from '../commands/review.ts'
import styles from './review.module.css'

export interface ChangeRowsProps {
  table: RefObject<HTMLTableElement | null>
  /** The row that the keys are about is there. */
  onRow: (row: HTMLElement) => void
  /** What scrolls; null before it is there. */
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
      {Array.from({ length: state.rows }, (_, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a plan's rows never move, and one object may have several
        <ChangeRow key={place} {...props} place={place} change={review.changeAt(place)} />
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
    const row = table.current?.querySelector<HTMLElement>(`tr[data-place="${at}"]`)
    if (row) onRow(row)
  }, [table, at, onRow, isThere])
}

export interface ChangeRowProps extends ChangeRowsProps {
  place: number
  /** Not read yet, where there is none. */
  change: PlanChange | undefined
  style?: CSSProperties
  ref?: Ref<HTMLTableRowElement>
}

export function ChangeRow({ place, change, at, style, ref, ...props }: ChangeRowProps) {
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
      data-place={place}
      data-index={place}
      aria-rowindex={place + 2}
      aria-busy={change === undefined || undefined}
      // Tab leads back to the table; the arrows go on from there.
      tabIndex={place === at ? 0 : -1}
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
  ...place
}: {
  before: string
  after: string
  start?: number
  end?: number
}) => ({
  before,
  after,
  start: place.start,
  end: place.end,
})
