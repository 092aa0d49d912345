import type { Plan, PlanChange, PlanMatch } from '@typecase/plugin-sdk/plan'
import type { DiffPart } from '@typecase/ui/diff-text'

/** How long it takes, in words that promise no more than is known. */
export function durationInWords(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined
  if (ms < 1_000) return 'less than a second'
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `about ${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
}

export function reversibleInWords({ isReversible }: Pick<Plan, 'isReversible'>): string {
  return isReversible ? 'Can be undone' : 'Cannot be undone'
}

/**
 * Objects that would still change: one leaves the plan when all its matches are left out. Only those
 * that are shown can be; the others stay in.
 */
export function remaining(
  { total, changes }: Pick<Plan, 'total' | 'changes'>,
  excluded: readonly string[],
): number {
  const left = Map.groupBy(changes, ({ id }) => id)
  let gone = 0
  for (const own of left.values()) {
    const matches = own.flatMap((change) => change.matches ?? [])
    const hasOther = own.some((change) => !change.matches?.length)
    if (!hasOther && matches.length > 0 && matches.every(({ id }) => excluded.includes(id))) gone++
  }
  return total - gone
}

/** What a change takes out and puts in, between what stays: as it says itself, or else as it seems. */
export function diffOf(change: Pick<PlanChange, 'before' | 'after'> | PlanMatch): DiffPart[] {
  return ('start' in change && markedParts(change)) || foundParts(change)
}

function markedParts({ before, after, start, end }: PlanMatch): DiffPart[] | undefined {
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

const parts = (all: readonly (readonly [DiffPart['kind'], string])[]): DiffPart[] =>
  all.flatMap(([kind, text]) => (text === '' ? [] : [{ kind, text }]))

function foundParts({ before = '', after = '' }: Pick<PlanChange, 'before' | 'after'>): DiffPart[] {
  const a = Array.from(before)
  const b = Array.from(after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end++
  }
  // Whole words: a change within one is easier read when all of it is struck through.
  while (start > 0 && /\S/.test(a[start - 1] ?? '')) start--
  while (end > 0 && /\S/.test(a[a.length - end] ?? '')) end--
  return parts([
    ['same', a.slice(0, start).join('')],
    ['remove', a.slice(start, a.length - end).join('')],
    ['add', b.slice(start, b.length - end).join('')],
    ['same', a.slice(a.length - end).join('')],
  ])
}
