import { classNames } from './class-names.ts'
import type { DiffPart } from './diff-parts.ts'
import styles from './diff-text.module.css'

export interface DiffTextProps {
  parts: DiffPart[]
  /** Monospaced, as in a plan. Prose keeps the font of the text. */
  isCode?: boolean | undefined
}

/** A change as `del` and `ins`: removed text is struck through, and colour is never the only cue. */
export function DiffText({ parts, isCode }: DiffTextProps) {
  return (
    <span className={classNames(styles.diff, isCode && styles.code)}>
      {parts.map(({ kind, text }, index) => {
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other identity
        if (kind === 'add') return <ins key={index}>{text}</ins>
        // oxlint-disable-next-line react/no-array-index-key -- as above
        if (kind === 'remove') return <del key={index}>{text}</del>
        return text
      })}
    </span>
  )
}
