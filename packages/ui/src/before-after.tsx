import { type DiffPart, DiffText } from './diff-text.tsx'

export interface BeforeAfterProps {
  before: string
  after: string
  /** Mono, as for values of fields. */
  isCode?: boolean | undefined
}

/** A text before and after a change: what both begin and end with stands once, the rest is struck out and put in. */
export function BeforeAfter({ before, after, isCode }: BeforeAfterProps) {
  return <DiffText parts={partsOf(before, after)} isCode={isCode} />
}

function partsOf(before: string, after: string): DiffPart[] {
  // By word: a change within one is easier read when all of it is struck out.
  const a = before.split(/(\s+)/)
  const b = after.split(/(\s+)/)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  const room = Math.min(a.length, b.length) - start
  while (end < room && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const part = (kind: DiffPart['kind'], words: readonly string[]): DiffPart[] => {
    const text = words.join('')
    return text ? [{ kind, text }] : []
  }
  return [
    ...part('same', a.slice(0, start)),
    ...part('remove', a.slice(start, a.length - end)),
    ...part('add', b.slice(start, b.length - end)),
    ...part('same', a.slice(a.length - end)),
  ]
}
