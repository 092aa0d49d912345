import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { Checkbox } from '@typecase/ui/checkbox'
import { DiffText } from '@typecase/ui/diff-text'
import type { CSSProperties, Ref, RefObject } from 'react'
import { useEffect } from 'react'

import { diffOf } from './plan-words.ts'
import styles from './review.module.css'

export interface ChangeRowsProps {
  table: RefObject<HTMLTableElement | null>
  /** What scrolls; null before it is there. */
  box: HTMLElement | null
  changes: readonly PlanChange[]
  /** The row the keys are about. */
  at: number
  /** Whether rows can be left out. */
  isOptional: boolean
  excluded: readonly string[]
  onToggle: (change: PlanChange) => void
  /** The last rows are in sight. */
  onEnd: () => void
}

/** The rows of a plan, all of them in the document. */
export function ChangeRows(props: ChangeRowsProps) {
  useFocusedRow(props)
  return (
    <tbody>
      {props.changes.map((change, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a plan's rows never move, and one object may have several
        <ChangeRow key={place} {...props} place={place} change={change} />
      ))}
    </tbody>
  )
}

/** Follows the keys with the focus, which also brings the row into view. */
export function useFocusedRow(
  { table, at }: Pick<ChangeRowsProps, 'table' | 'at'>,
  isThere = true,
): void {
  // The outside system is the document.
  useEffect(() => {
    if (!isThere) return
    const row = table.current?.querySelector<HTMLElement>(`tr[data-place="${at}"]`)
    if (row && !row.contains(document.activeElement)) row.focus()
  }, [table, at, isThere])
}

export interface ChangeRowProps extends ChangeRowsProps {
  place: number
  change: PlanChange
  style?: CSSProperties
  ref?: Ref<HTMLTableRowElement>
}

export function ChangeRow({
  place,
  change,
  at,
  isOptional,
  excluded,
  onToggle,
  style,
  ref,
}: ChangeRowProps) {
  const { label, field, matches = [] } = change
  const isOut = matches.length > 0 && matches.every(({ id }) => excluded.includes(id))
  const parts = matches.length > 0 ? matches : [change]
  return (
    <tr
      ref={ref}
      data-place={place}
      data-index={place}
      aria-rowindex={place + 2}
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
            isDisabled={matches.length === 0}
            onChange={() => onToggle(change)}
          />
        </td>
      ) : null}
      <th scope="row" className={styles.what}>
        {label}
        {field ? <span className={styles.field}>{field}</span> : null}
        {isOut ? <span className={styles.field}>· left out by you</span> : null}
      </th>
      <td className={styles.change}>
        {isOut || (change.before === undefined && change.after === undefined && !matches.length)
          ? null
          : parts.map((part, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a change never move
              <div key={index}>
                <DiffText parts={diffOf(part)} isCode />
              </div>
            ))}
      </td>
    </tr>
  )
}
