/** A press of Enter, as far as it says whether it was meant. */
export type Press = Pick<KeyboardEvent, 'timeStamp' | 'repeat'>

/**
 * Whether Enter carries a plan out. The rule:
 *
 * - A press from before the plan was on screen is not about it: it was meant for the page before, and nobody agrees to
 *   what they could not see. The time of the press counts, not when it is handled. Nor does a key that is held down.
 * - From then on a press counts, wherever the focus is on its way to.
 * - While the plan is still being counted it is kept, and carried out with the whole: what was asked for is known, only
 *   its numbers are not. Any change to the plan takes it back, and so does a warning that came after it.
 */
export function createAgreement() {
  let seenAt = Number.POSITIVE_INFINITY
  let kept: { readonly warnings: string } | undefined

  return {
    /** The plan is on screen as of this moment. */
    seen(now: number): void {
      seenAt = Math.min(seenAt, now)
    },
    /** @returns what to do now: carry it out, wait for the whole, or nothing */
    press({ timeStamp, repeat }: Press, plan: Agreed): 'apply' | 'wait' | undefined {
      if (repeat || timeStamp < seenAt) return undefined
      if (plan.isWhole) return 'apply'
      kept = { warnings: told(plan) }
      return 'wait'
    },
    /** The plan has grown. @returns whether a press that was kept carries it out now */
    grown(plan: Agreed): boolean {
      if (!kept) return false
      const isMeant = kept.warnings === told(plan)
      if (plan.isWhole || !isMeant) kept = undefined
      return plan.isWhole && isMeant
    },
    takeBack(): void {
      kept = undefined
    },
    isKept: () => kept !== undefined,
  }
}

export interface Agreed {
  readonly isWhole: boolean
  readonly warnings: readonly string[]
}

const told = ({ warnings }: Agreed): string => warnings.join('\n')
