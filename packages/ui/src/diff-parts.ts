/** A stretch of text that stayed, went or came. */
export interface DiffPart {
  kind: 'same' | 'add' | 'remove'
  text: string
}

/** Two texts to compare. */
export interface Difference {
  before: string
  after: string
  /** `[start, end)` of what goes in `before`, and where the new text begins in `after`; worked out unless given. */
  start?: number | undefined
  end?: number | undefined
}

/** The removed, added and unchanged parts of a change: as the change lists them, or computed. */
export function diffParts(change: Difference): DiffPart[] {
  return markedParts(change) ?? partsOf(change)
}

function markedParts({ before, after, start, end }: Difference): DiffPart[] | undefined {
  if (start === undefined || end === undefined) return undefined
  const tail = before.slice(end)
  // Long texts are cut, perhaps not at the same place.
  if (!after.endsWith(tail) || before.slice(0, start) !== after.slice(0, start)) return undefined
  return parts([
    ['same', before.slice(0, start)],
    ['remove', before.slice(start, end)],
    ['add', after.slice(start, after.length - tail.length)],
    ['same', tail],
  ])
}

/** By word: a change within one is easier read when all of it is struck out. */
function partsOf({ before, after }: Difference): DiffPart[] {
  const a = before.split(/(\s+)/)
  const b = after.split(/(\s+)/)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  const room = Math.min(a.length, b.length) - start
  while (end < room && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return parts([
    ['same', a.slice(0, start).join('')],
    ['remove', a.slice(start, a.length - end).join('')],
    ['add', b.slice(start, b.length - end).join('')],
    ['same', a.slice(a.length - end).join('')],
  ])
}

const parts = (all: readonly (readonly [DiffPart['kind'], string])[]): DiffPart[] =>
  all.flatMap(([kind, text]) => (text === '' ? [] : [{ kind, text }]))
