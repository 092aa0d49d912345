import { type Difference, diffParts } from './diff-parts.ts'
import { DiffText } from './diff-text.tsx'

export interface BeforeAfterProps extends Difference {
  /** Monospaced, for values of fields. */
  isCode?: boolean | undefined
}

/**
 * A text before and after a change. The common beginning and end are shown once; the rest is struck out and inserted.
 */
export function BeforeAfter({ isCode, ...change }: BeforeAfterProps) {
  return <DiffText parts={diffParts(change)} isCode={isCode} />
}
