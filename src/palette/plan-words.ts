import type { Plan, PlanChange } from '@typecase/plugin-sdk/plan'
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
export function remaining({ total, changes }: Plan, excluded: readonly string[]): number {
  const left = Map.groupBy(changes, ({ id }) => id)
  let gone = 0
  for (const own of left.values()) {
    const matches = own.flatMap((change) => change.matches ?? [])
    const hasOther = own.some((change) => !change.matches?.length)
    if (!hasOther && matches.length > 0 && matches.every(({ id }) => excluded.includes(id))) gone++
  }
  return total - gone
}

/** What a change takes out and puts in, between what stays. */
export function diffOf({
  before = '',
  after = '',
}: Pick<PlanChange, 'before' | 'after'>): DiffPart[] {
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
  const part = (kind: DiffPart['kind'], chars: string[]): DiffPart[] =>
    chars.length > 0 ? [{ kind, text: chars.join('') }] : []
  return [
    ...part('same', a.slice(0, start)),
    ...part('remove', a.slice(start, a.length - end)),
    ...part('add', b.slice(start, b.length - end)),
    ...part('same', a.slice(a.length - end)),
  ]
}
