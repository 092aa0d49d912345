import styles from './count-badge.module.css'
import { formatNumber } from './format.ts'

/** How many there are, after a title: a pill, where a key is a cap (`Kbd`). */
export function CountBadge({ value }: { value: number }) {
  return <span className={styles.count}>{formatNumber(value)}</span>
}
