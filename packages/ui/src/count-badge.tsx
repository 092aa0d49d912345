import styles from './count-badge.module.css'
import { formatNumber } from './format.ts'

interface CountBadgeProps {
  value: number
  /** How many there are without the filter, as in “12 of 73”. */
  total?: number | undefined
}

/** How many there are, after a title: a pill, where a key is a cap (`Kbd`). */
export function CountBadge({ value, total }: CountBadgeProps) {
  const text = formatNumber(value)
  return (
    <span className={styles.count}>
      {total === undefined ? text : `${text} of ${formatNumber(total)}`}
    </span>
  )
}
