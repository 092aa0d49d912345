import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

const lineWidths = ['92%', '78%', '86%', '54%']
const titleWidths = ['58%', '44%', '66%', '50%', '38%', '61%', '47%']

function Bone({
  width,
  className,
}: {
  width?: string | undefined
  className?: string | undefined
}) {
  return (
    <span className={classNames(styles.bone, className)} style={width ? { width } : undefined} />
  )
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

export interface SkeletonProps {
  /** The content being loaded, such as "objects". Announced as "Loading objects". */
  label?: string | undefined
}

function Frame({
  label,
  className,
  children,
}: SkeletonProps & { className: string | undefined; children: ReactNode }) {
  return (
    <div role="status" aria-label={`Loading ${label ?? 'content'}`} className={className}>
      {children}
    </div>
  )
}

/** Lines of text. */
export function SkeletonLines({ count = 3, label }: SkeletonProps & { count?: number }) {
  return (
    <Frame label={label} className={styles.lines}>
      {indexes(count).map((index) => (
        <Bone key={index} width={lineWidths[index % lineWidths.length]} />
      ))}
    </Frame>
  )
}

/** Rows of a table or a list: check box, thumbnail, title, two columns and a status. */
export function SkeletonRows({ count = 12, label }: SkeletonProps & { count?: number }) {
  return (
    <Frame label={label} className={styles.rows}>
      {indexes(count).map((index) => (
        <div key={index} className={styles.row}>
          <Bone className={styles.box} />
          <Bone className={styles.thumb} />
          <span className={styles.title}>
            <Bone width={titleWidths[index % titleWidths.length]} />
          </span>
          <span className={styles.column}>
            <Bone width={lineWidths[(index + 1) % lineWidths.length]} />
          </span>
          <span className={styles.status}>
            <Bone width="80%" />
          </span>
        </div>
      ))}
    </Frame>
  )
}

/** A form: a title and labelled fields. */
export function SkeletonForm({ count = 5, label }: SkeletonProps & { count?: number }) {
  return (
    <Frame label={label} className={styles.form}>
      <Bone className={styles.heading} />
      {indexes(count).map((index) => (
        <div key={index} className={styles.field}>
          <Bone width={`${64 + (index % 3) * 22}px`} className={styles.label} />
          <Bone className={index % 3 === 2 ? styles.area : styles.control} />
        </div>
      ))}
    </Frame>
  )
}

/** Cards, such as projects or media. */
export function SkeletonCards({ count = 6, label }: SkeletonProps & { count?: number }) {
  return (
    <Frame label={label} className={styles.cards}>
      {indexes(count).map((index) => (
        <div key={index} className={styles.card}>
          <Bone className={styles.picture} />
          <Bone width={titleWidths[index % titleWidths.length]} />
        </div>
      ))}
    </Frame>
  )
}
