import type { BulkResult } from '@typecase/contract/objects'

/** `1 object`, `1,284 objects` */
export const objectsInWords = (count: number): string =>
  count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`

/** What a run came to. */
export interface RunResult {
  readonly modified: number
  readonly unchanged: number
  readonly failures: readonly { readonly id: string; readonly reason: string }[]
}

/** `Ran “Clean up” on 12 objects. 2 objects needed no change. 1 object stayed as before. …` */
export function runInWords(title: string, { modified, unchanged, failures }: RunResult): string {
  const parts: string[] = []
  if (modified > 0 || (unchanged === 0 && failures.length === 0)) {
    parts.push(`Ran “${title}” on ${objectsInWords(modified)}.`)
  }
  if (unchanged > 0) parts.push(`${objectsInWords(unchanged)} needed no change.`)
  const [first] = failures
  if (first) parts.push(`${objectsInWords(failures.length)} stayed as before. ${first.reason}`)
  return parts.join(' ')
}

/** What else a plan does: objects that go while others point at them. */
export function warningsOf({ references }: BulkResult): { warnings?: string[] } {
  if (!references || references.used === 0) return {}
  const { used, by } = references
  const others = by === 1 ? '1 other object' : `${by.toLocaleString('en')} other objects`
  return { warnings: [`${objectsInWords(used)} that would be deleted: used by ${others}.`] }
}
