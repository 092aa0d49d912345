import { announce } from '@typecase/ui/announcer'
import { useEffect } from 'react'

import type { ReviewState } from '../commands/review.ts'

/** Says what a plan comes to: when all of it is counted, and each time that something was left out of it. */
export function useAnnouncePlan({ isWhole, failure, totals, plan }: ReviewState): void {
  const words = isWhole
    ? [
        totals.title,
        totals.counts
          .map(({ label, value }) => `${value.toLocaleString('en')} ${label}`)
          .join(', '),
        ...plan.skipped.map(
          ({ reason, count }) => `${count.toLocaleString('en')} skipped: ${reason}`,
        ),
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
