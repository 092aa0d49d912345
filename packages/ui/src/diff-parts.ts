/** A part of a text that stays, is added or is removed. */
export interface DiffPart {
  kind: 'same' | 'add' | 'remove'
  text: string
}

/** Two texts to compare. */
export interface Difference {
  before: string
  after: string
  /**
   * `[start, end)`: the replaced range of `before`. The new text in `after` also begins at `start`. Computed by
   * default.
   */
  start?: number | undefined
  end?: number | undefined
}

/** Returns the removed, added and unchanged parts of a change: from its range, or computed. */
export function diffParts(change: Difference): DiffPart[] {
  return markedParts(change) ?? partsOf(change)
}

function markedParts({ before, after, start, end }: Difference): DiffPart[] | undefined {
  if (start === undefined || end === undefined) return undefined
  const tail = before.slice(end)
  // The two texts may be excerpts that were cut at different positions.
  if (!after.endsWith(tail) || before.slice(0, start) !== after.slice(0, start)) return undefined
  return parts([
    ['same', before.slice(0, start)],
    ['remove', before.slice(start, end)],
    ['add', after.slice(start, after.length - tail.length)],
    ['same', tail],
  ])
}

/** Compares word by word: a change within a word is easier to read if all of the word is struck out. */
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
