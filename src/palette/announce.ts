import { announce } from '@typecase/ui/announcer'
import { formatBinding } from '@typecase/ui/kbd'
import { currentPlatform } from '@typecase/ui/keyboard'
import { useEffect } from 'react'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import type { ListRow, ListSection } from './row.ts'
import type { ReviewState } from '../commands/review.ts'

/** Milliseconds of quiet before the number of results is said. */
const AFTER = 400

/**
 * Says how many rows there are, and on Apple's platforms which one is active: VoiceOver does not follow
 * `aria-activedescendant` reliably (adobe/react-spectrum#10326).
 */
export function useAnnounce(
  sections: readonly ListSection[],
  active: ListRow | undefined,
  query: string,
): void {
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  // Screen readers are the outside system. Each key press begins the quiet again, also when the number stays.
  useEffect(() => {
    const timer = setTimeout(announce, AFTER, resultsFor(query, count))
    return () => clearTimeout(timer)
  }, [count, query])

  const rows = sections.flatMap((section) => section.rows)
  const index = rows.findIndex(({ value }) => value === active?.value) + 1
  const words = active && wordsOf(active, index, count)
  useEffect(() => {
    if (words && currentPlatform() === 'mac') announce(words)
  }, [words])
}

/** Said for every query, also when the number is the same. */
function resultsFor(_query: string, count: number): string {
  if (count === 0) return 'No results'
  return formatCount(count, 'result')
}

function wordsOf({ title, reason, keys }: ListRow, index: number, count: number): string {
  const shortcut = keys ? `, ${formatBinding(keys)}` : ''
  return `${title}${reason ? `, not available: ${reason}` : ''}${shortcut}, ${index} of ${count}`
}

/** Says what a plan comes to: when all of it is counted, and each time that something was left out of it. */
export function useAnnouncePlan({ isWhole, failure, totals, plan, choice }: ReviewState): void {
  const chosen = choice?.options.find(({ value }) => value === choice.value)
  const words = isWhole
    ? [
        totals.title,
        totals.counts.map(({ label, value }) => `${formatNumber(value)} ${label}`).join(', '),
        ...plan.skipped.map(({ reason, count }) => `${formatNumber(count)} skipped: ${reason}`),
        choice && chosen
          ? `${choice.title}: ${[chosen.label, chosen.detail].filter(Boolean).join(', ')}`
          : '',
      ]
        .filter(Boolean)
        .map((sentence) => sentence.replace(/\.?$/, '.'))
        .join(' ')
    : failure
  // The outside system is the live region.
  useEffect(() => {
    if (words) announce(words)
  }, [words])
}
