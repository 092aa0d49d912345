import { formatNumber } from './format.ts'
import { Button } from './button.tsx'
import styles from './pager.module.css'

export interface PagerProps {
  /** Number of rows before the current page. */
  skip: number
  /** Number of rows on a page. */
  size: number
  total: number
  onChange: (skip: number) => void
}

/** Shows the range of visible rows, and buttons for the other pages. Renders nothing if all rows fit on one page. */
export function Pager({ skip, size, total, onChange }: PagerProps) {
  if (total <= size && skip === 0) return null
  const last = Math.min(skip + size, total)
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button
        disabledReason={skip === 0 ? 'This is the first page.' : undefined}
        onPress={() => onChange(Math.max(0, skip - size))}
      >
        Previous
      </Button>
      <span className={styles.rows}>
        {last <= skip ? 'No rows' : `${formatNumber(skip + 1)}–${formatNumber(last)}`} of{' '}
        {formatNumber(total)}
      </span>
      <Button
        disabledReason={skip + size >= total ? 'This is the last page.' : undefined}
        onPress={() => onChange(skip + size)}
      >
        Next
      </Button>
    </nav>
  )
}
