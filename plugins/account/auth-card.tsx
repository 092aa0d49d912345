import { PRODUCT } from '@typecase/contract/product'
import type { ReactNode } from 'react'

import styles from './auth-card.module.css'

interface AuthCardProps {
  title: string
  text?: ReactNode
  /** An error of the form as a whole. Screen readers announce it at once. */
  failure?: string | undefined
  children?: ReactNode
  links?: ReactNode
}

/** The layout of sign-in pages: one centred column below the product's logo. */
export function AuthCard({ title, text, failure, children, links }: AuthCardProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.mark} role="img" aria-label={PRODUCT}>
          {PRODUCT.slice(0, 1)}
        </div>
        <header>
          <h1 className={styles.title}>{title}</h1>
          {text ? <p className={styles.text}>{text}</p> : null}
        </header>
        {failure ? (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        ) : null}
        {children}
        {links ? (
          <nav aria-label="Other ways" className={styles.links}>
            {links}
          </nav>
        ) : null}
      </div>
    </main>
  )
}
