import { useCallback, useEffect, useEffectEvent, useState } from 'react'

import type { Review, ReviewState } from '../commands/review.ts'
import { createAgreement, type Press } from './agreement.ts'

/** What Enter has to do with one review: when it counts, and whether a press waits for the whole of the plan. */
export function useAgreement(review: Review, apply: () => void) {
  const [agreement] = useState(createAgreement)
  const [isKept, setKept] = useState(false)

  const grow = useEffectEvent(() => {
    // What comes of another attempt was not agreed to.
    if (review.get().failure !== undefined) agreement.takeBack()
    if (agreement.grown(agreedOf(review.get()))) apply()
    setKept(agreement.isKept())
  })
  // Plans grow outside of React.
  useEffect(() => review.subscribe(() => grow()), [review])

  return {
    isKept,
    /** The plan is on screen. */
    seen: useCallback(() => agreement.seen(performance.now()), [agreement]),
    press(press: Press): void {
      if (agreement.press(press, agreedOf(review.get())) === 'apply') apply()
      setKept(agreement.isKept())
    },
    takeBack(): void {
      agreement.takeBack()
      setKept(false)
    },
  }
}

const agreedOf = ({ isWhole, plan }: ReviewState) => ({ isWhole, warnings: plan.warnings ?? [] })
