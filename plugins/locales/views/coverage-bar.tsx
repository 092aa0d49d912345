import styles from './locales.module.css'

/** The share of existing versions, and of stale ones among them. Decorative: the text next to it says the same. */
export function CoverageBar({
  total,
  missing,
  stale = 0,
}: {
  total: number
  missing: number
  stale?: number
}) {
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.done} style={{ width: share(total - missing - stale) }} />
      <span className={styles.stale} style={{ width: share(stale) }} />
    </span>
  )
}
