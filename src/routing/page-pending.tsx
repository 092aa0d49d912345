import { SkeletonLines } from '@typecase/ui/skeleton'

import styles from './pages.module.css'

/** Shown while a page's code or data is loading. */
export function PagePending() {
  return (
    <div className={styles.pending}>
      <SkeletonLines label="page" count={4} />
    </div>
  )
}
