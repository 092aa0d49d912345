import { useCallback, useEffect, useEffectEvent, useState } from 'react'

import type { Review, ReviewState } from '../commands/review.ts'

/** The properties of a keyboard event that decide whether an Enter was meant for the plan. */
export type Press = Pick<KeyboardEvent, 'timeStamp' | 'repeat'>

/**
 * Decides whether Enter applies a plan:
 *
 * - Enter is ignored if it was pressed before the plan was visible, since it was meant for the previous page. The time
 *   of the press counts, not the time of its handling. Key repeat is ignored.
 * - After that, Enter counts wherever the focus is.
 * - While the plan is incomplete, the press is remembered, and the plan is applied once it is complete. Any change to
 *   the plan cancels that, and so does a warning that arrives after the press.
 */
export function createEnterGuard() {
  let displayedAt = Number.POSITIVE_INFINITY
  let waiting: { readonly warnings: string } | undefined

  return {
    /** Records that the plan is visible from this time on. */
    notePlan(now: number): void {
      displayedAt = Math.min(displayedAt, now)
    },
    /** Handles Enter. @returns whether to apply the plan or wait until it is complete; undefined to do nothing */
    onEnter({ timeStamp, repeat }: Press, plan: GuardedPlan): 'apply' | 'wait' | undefined {
      if (repeat || timeStamp < displayedAt) return undefined
      if (plan.isWhole) return 'apply'
      waiting = { warnings: warningsOf(plan) }
      return 'wait'
    },
    /** Handles an update of the plan. @returns whether to apply it because of an earlier press */
    planGrown(plan: GuardedPlan): boolean {
      if (!waiting) return false
      const isMeant = waiting.warnings === warningsOf(plan)
      if (plan.isWhole || !isMeant) waiting = undefined
      return plan.isWhole && isMeant
    },
    cancel(): void {
      waiting = undefined
    },
    isWaiting: () => waiting !== undefined,
  }
}

export interface GuardedPlan {
  readonly isWhole: boolean
  readonly warnings: readonly string[]
}

const warningsOf = ({ warnings }: GuardedPlan): string => warnings.join('\n')

/** Decides when Enter applies the plan of a review, and whether a press waits until the plan is complete. */
export function useEnterGuard(review: Review, apply: () => void) {
  const [guard] = useState(createEnterGuard)
  const [isWaiting, setWaiting] = useState(false)

  const grow = useEffectEvent(() => {
    // The result of another attempt may differ.
    if (review.get().failure !== undefined) guard.cancel()
    if (guard.planGrown(guardedOf(review.get()))) apply()
    setWaiting(guard.isWaiting())
  })
  // Plans are updated outside of React.
  useEffect(() => review.subscribe(() => grow()), [review])

  return {
    isWaiting,
    /** Records that the plan is visible. */
    notePlan: useCallback(() => guard.notePlan(performance.now()), [guard]),
    onEnter(press: Press): void {
      if (guard.onEnter(press, guardedOf(review.get())) === 'apply') apply()
      setWaiting(guard.isWaiting())
    },
    cancel(): void {
      guard.cancel()
      setWaiting(false)
    },
  }
}

const guardedOf = ({ isWhole, plan }: ReviewState) => ({ isWhole, warnings: plan.warnings ?? [] })
