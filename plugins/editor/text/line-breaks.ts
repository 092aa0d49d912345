import type { ChangeSet } from '@codemirror/state'

/**
 * Applies the editor's changes to a text. The editor counts every line break as one character. Unchanged lines keep
 * their line break; new ones get the first of the text.
 */
export function withChanges(text: string, changes: ChangeSet): string {
  const [lineBreak = '\n'] = /\r\n?|\n/.exec(text) ?? []
  const pairs = text.matchAll(/\r\n/g)
  let pair = pairs.next()
  /** Number of characters that the text is ahead of the editor's document. */
  let ahead = 0
  const offsetOf = (position: number): number => {
    while (!pair.done && pair.value.index < position + ahead) {
      ahead += 1
      pair = pairs.next()
    }
    return position + ahead
  }
  let output = ''
  let at = 0
  changes.iterChanges((from, to, _from, _to, inserted) => {
    const lineText = text.slice(at, offsetOf(from))
    output = join(join(output, lineText), inserted.toString().replaceAll('\n', lineBreak))
    at = offsetOf(to)
  })
  return join(output, text.slice(at))
}

/** Joins two parts of a text. A carriage return before a line feed would merge two breaks into one. */
const join = (before: string, after: string): string =>
  (after.startsWith('\n') ? before.replace(/\r+$/, (run) => '\n'.repeat(run.length)) : before) +
  after
