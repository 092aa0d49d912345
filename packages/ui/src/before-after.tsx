import { type Difference, diffParts } from './diff-parts.ts'
import { DiffText } from './diff-text.tsx'

export interface BeforeAfterProps extends Difference {
  /** Mono, as for values of fields. */
  isCode?: boolean | undefined
}

/** A text before and after a change: what both begin and end with stands once, the rest is struck out and put in. */
export function BeforeAfter({ isCode, ...change }: BeforeAfterProps) {
  return <DiffText parts={diffParts(change)} isCode={isCode} />
}
