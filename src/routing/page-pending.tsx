import { SkeletonLines } from '@typecase/ui/skeleton'

import styles from './pages.module.css'

/** In place of a page whose code or data takes a while. */
export function PagePending() {
  return (
    <div className={styles.pending}>
      <SkeletonLines label="page" count={4} />
    </div>
  )
}
