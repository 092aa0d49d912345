import { announce } from '@typecase/ui/announcer'
import { formatBinding } from '@typecase/ui/kbd'
import { currentPlatform } from '@typecase/ui/keyboard'
import { useEffect } from 'react'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import type { ListRow, ListSection } from './row.ts'
import type { ReviewState } from '../commands/review.ts'

/** Milliseconds without input before the number of results is announced. */
const AFTER = 400

/**
 * Announces the number of rows and, on Apple platforms, the active row: VoiceOver does not follow
 * `aria-activedescendant` reliably (adobe/react-spectrum#10326).
 */
export function useAnnounce(
  sections: readonly ListSection[],
  active: ListRow | undefined,
  query: string,
): void {
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  // Synchronises with screen readers. Each key press restarts the delay, even if the number stays the same.
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

/** Returns the text for a query. It is announced even if the number is the same. */
function resultsFor(_query: string, count: number): string {
  if (count === 0) return 'No results'
  return formatCount(count, 'result')
}

function wordsOf({ title, reason, keys }: ListRow, index: number, count: number): string {
  const shortcut = keys ? `, ${formatBinding(keys)}` : ''
  return `${title}${reason ? `, not available: ${reason}` : ''}${shortcut}, ${index} of ${count}`
}

/** Announces the totals of a plan: when it is complete, and each time after objects were left out. */
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
  // Synchronises with the live region.
  useEffect(() => {
    if (words) announce(words)
  }, [words])
}
