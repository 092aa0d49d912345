import { Button } from '@typecase/ui/button'
import { formatNumber } from '@typecase/ui/format'

import styles from './details.module.css'

interface PagesProps {
  skip: number
  pageSize: number
  total: number
  onTurn(skip: number): void
}

/** Links to the other pages of a long list; nothing if there is only one page. */
export function Pages({ skip, pageSize, total, onTurn }: PagesProps) {
  if (total <= pageSize && skip === 0) return null
  const count = (number: number) => formatNumber(number)
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button
        disabledReason={skip === 0 ? 'This is the first page.' : undefined}
        onPress={() => onTurn(Math.max(0, skip - pageSize))}
      >
        Previous
      </Button>
      <span className={styles.count} role="status">
        {count(skip + 1)}–{count(Math.min(skip + pageSize, total))} of {count(total)}
      </span>
      <Button
        disabledReason={skip + pageSize >= total ? 'This is the last page.' : undefined}
        onPress={() => onTurn(skip + pageSize)}
      >
        Next
      </Button>
    </nav>
  )
}
