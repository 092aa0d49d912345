import type { Failure } from '@typecase/plugin-sdk/command'
import type { CallWords } from '@typecase/plugin-sdk/server-call'
import { formatCount, plural } from '@typecase/ui/count'
import { formatNumber } from '@typecase/ui/format'

import { objectNoun } from './nouns.ts'

/** The result of a bulk call over objects. */
export interface CallResult {
  readonly modified: number
  /** Objects without changes. */
  readonly unchanged: number
  /** How many of the modified objects are published, and how many of those changed for visitors too. */
  readonly published?: number | undefined
  readonly wentLive?: number | undefined
  readonly failures: readonly Failure[]
}

/**
 * Describes a result: `Published 12 objects. 2 were already published. 1 stayed as before. Title is a required field`
 */
export function describeResult(
  { result: done, already, noun = objectNoun, takesPublish }: Omit<CallWords, 'verb'>,
  { modified, unchanged, published = 0, wentLive = 0, failures }: CallResult,
): string {
  const parts: string[] = []
  if (modified > 0 || (unchanged === 0 && failures.length === 0)) {
    parts.push(done(formatCount(modified, noun)))
  }
  if (takesPublish) parts.push(...describeLive(published, wentLive))
  if (unchanged > 0 && already) {
    parts.push(`${formatCount(unchanged, noun)} ${plural(unchanged, 'was', 'were')} ${already}.`)
  }
  const [first] = failures
  if (first) parts.push(`${formatCount(failures.length, noun)} stayed as before. ${first.reason}`)
  return parts.join(' ')
}

/** Describes the effect of a change for visitors: `215 of them are now public.` */
function describeLive(published: number, wentLive: number): string[] {
  const drafts = published - wentLive
  return [
    ...(wentLive > 0 ? [`${countOfThem(wentLive, 'is', 'are')} now public.`] : []),
    ...(drafts > 0 ? [`${countOfThem(drafts, 'has', 'have')} a draft over what is public.`] : []),
  ]
}

/** Formats a part of a total: `1 of them is`, `1,284 of them are`. */
export const countOfThem = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} of them ${plural(count, one, many)}`
