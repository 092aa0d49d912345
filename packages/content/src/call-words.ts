import type { Failure } from '@typecase/plugin-sdk/command'
import { countInWords } from './noun.ts'
import type { CallWords } from '@typecase/plugin-sdk/server-call'

/** `1 object`, `1,284 objects` */
export const objectsInWords = (count: number): string => countInWords(count)

/** What came of a call over many objects. */
export interface CallResult {
  readonly modified: number
  /** Those that were so already. */
  readonly unchanged: number
  readonly failures: readonly Failure[]
}

/** `Published 12 objects. 2 were published already. 1 stayed as before. Title is a required field` */
export function resultInWords(
  { done, already, noun }: Omit<CallWords, 'verb'>,
  { modified, unchanged, failures }: CallResult,
): string {
  const parts: string[] = []
  if (modified > 0 || (unchanged === 0 && failures.length === 0)) {
    parts.push(done(countInWords(modified, noun)))
  }
  if (unchanged > 0 && already) {
    parts.push(`${countInWords(unchanged, noun)} ${unchanged === 1 ? 'was' : 'were'} ${already}.`)
  }
  const [first] = failures
  if (first) parts.push(`${countInWords(failures.length, noun)} stayed as before. ${first.reason}`)
  return parts.join(' ')
}
