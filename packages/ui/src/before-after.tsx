import { type Difference, diffParts } from './diff-parts.ts'
import { DiffText } from './diff-text.tsx'

export interface BeforeAfterProps extends Difference {
  /** Mono, as for values of fields. */
  isCode?: boolean | undefined
}

/** A text before and after a change: common beginning and end are shown once, the rest is struck out and inserted. */
export function BeforeAfter({ isCode, ...change }: BeforeAfterProps) {
  return <DiffText parts={diffParts(change)} isCode={isCode} />
}
