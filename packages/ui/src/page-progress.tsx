import styles from './page-progress.module.css'

/** The 2 px bar at the top of the window while a page loads. */
export function PageProgress({ isActive }: { isActive: boolean }) {
  if (!isActive) return null
  return <div role="progressbar" aria-label="Page loading" className={styles.bar} />
}
