import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './gallery.module.css'

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <div className={styles.specimens}>{children}</div>
    </section>
  )
}

export function Specimen({
  title,
  isWide,
  children,
}: {
  title: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classNames(styles.specimen, isWide && styles.wide)}>
      <span className={styles.specimenTitle}>{title}</span>
      {children}
    </div>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

export function Column({ children }: { children: ReactNode }) {
  return <div className={styles.column}>{children}</div>
}
