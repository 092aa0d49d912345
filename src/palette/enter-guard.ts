import { useCallback, useEffect, useEffectEvent, useState } from 'react'

import type { Review, ReviewState } from '../commands/review.ts'

/** The parts of a keyboard event that decide whether an Enter was meant for the plan. */
export type Press = Pick<KeyboardEvent, 'timeStamp' | 'repeat'>

/**
 * Decides whether Enter applies a plan:
 *
 * - Ignore an Enter pressed before the plan was visible: it was meant for the previous page. What counts is the time of the key press,
 *   not the time it is handled. Ignore a key that is held down.
 * - From then on a press counts, wherever the focus is.
 * - While the plan is still being counted, remember the press and apply the plan once it is whole. Any change to the
 *   plan cancels that, and so does a warning that came after the press.
 */
export function createEnterGuard() {
  let displayedAt = Number.POSITIVE_INFINITY
  let waiting: { readonly warnings: string } | undefined

  return {
    /** The plan is on screen since this moment. */
    notePlan(now: number): void {
      displayedAt = Math.min(displayedAt, now)
    },
    /** @returns what to do now: apply it, wait for the whole, or nothing */
    onEnter({ timeStamp, repeat }: Press, plan: Guarded): 'apply' | 'wait' | undefined {
      if (repeat || timeStamp < displayedAt) return undefined
      if (plan.isWhole) return 'apply'
      waiting = { warnings: warningsOf(plan) }
      return 'wait'
    },
    /** The plan has grown. @returns whether a press that waits applies it now */
    planGrown(plan: Guarded): boolean {
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

export interface Guarded {
  readonly isWhole: boolean
  readonly warnings: readonly string[]
}

const warningsOf = ({ warnings }: Guarded): string => warnings.join('\n')

/** When Enter applies the plan of a review, and whether a press waits for the whole of it. */
export function useEnterGuard(review: Review, apply: () => void) {
  const [guard] = useState(createEnterGuard)
  const [isWaiting, setWaiting] = useState(false)

  const grow = useEffectEvent(() => {
    // Another attempt may come to something else.
    if (review.get().failure !== undefined) guard.cancel()
    if (guard.planGrown(guardedOf(review.get()))) apply()
    setWaiting(guard.isWaiting())
  })
  // Plans grow outside of React.
  useEffect(() => review.subscribe(() => grow()), [review])

  return {
    isWaiting,
    /** The plan is on screen. */
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
