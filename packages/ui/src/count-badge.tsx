import styles from './count-badge.module.css'
import { formatNumber } from './format.ts'

interface CountBadgeProps {
  value: number
  /** The number without the filter, as in “12 of 73”. */
  total?: number | undefined
}

/** A number after a title. It looks like a pill, whereas a key looks like a cap (`Kbd`). */
export function CountBadge({ value, total }: CountBadgeProps) {
  const text = formatNumber(value)
  return (
    <span className={styles.count}>
      {total === undefined ? text : `${text} of ${formatNumber(total)}`}
    </span>
  )
}
