import type { ReactNode } from 'react'
import styles from './inline-code.module.css'

/** A key, a slug or a value within a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return <code className={styles.code}>{children}</code>
}
