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
  /** Of those that changed: how many are published, and how many changed for visitors too. */
  readonly published?: number | undefined
  readonly wentLive?: number | undefined
  readonly failures: readonly Failure[]
}

/** `Published 12 objects. 2 were published already. 1 stayed as before. Title is a required field` */
export function resultInWords(
  { done, already, noun, takesPublish }: Omit<CallWords, 'verb'>,
  { modified, unchanged, published = 0, wentLive = 0, failures }: CallResult,
): string {
  const parts: string[] = []
  if (modified > 0 || (unchanged === 0 && failures.length === 0)) {
    parts.push(done(countInWords(modified, noun)))
  }
  if (takesPublish) parts.push(...liveInWords(published, wentLive))
  if (unchanged > 0 && already) {
    parts.push(`${countInWords(unchanged, noun)} ${unchanged === 1 ? 'was' : 'were'} ${already}.`)
  }
  const [first] = failures
  if (first) parts.push(`${countInWords(failures.length, noun)} stayed as before. ${first.reason}`)
  return parts.join(' ')
}

/** What visitors see of a change: `215 of them are public now.` */
function liveInWords(published: number, wentLive: number): string[] {
  const drafts = published - wentLive
  return [
    ...(wentLive > 0 ? [`${some(wentLive, 'is', 'are')} public now.`] : []),
    ...(drafts > 0 ? [`${some(drafts, 'has', 'have')} a draft over what is public.`] : []),
  ]
}

/** `1 of them is`, `1,284 of them are` */
export const some = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} of them ${count === 1 ? one : many}`
