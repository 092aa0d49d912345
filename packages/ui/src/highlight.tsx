import type { ReactNode } from 'react'
import styles from './highlight.module.css'

export interface HighlightProps {
  text: string
  /** Pairs of start and end (exclusive) in UTF-16 units, in any order; overlapping ranges are merged. */
  ranges: readonly (readonly [start: number, end: number])[]
}

/** A text with its matched parts marked. */
export function Highlight({ text, ranges }: HighlightProps) {
  const pieces: ReactNode[] = []
  let position = 0
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(start, position)
    if (from >= end) continue
    pieces.push(
      text.slice(position, from),
      <mark key={from} className={styles.mark}>
        {text.slice(from, end)}
      </mark>,
    )
    position = end
  }
  return (
    <>
      {pieces}
      {text.slice(position)}
    </>
  )
}
