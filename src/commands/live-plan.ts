import type { Plan } from '@typecase/plugin-sdk/plan'

import { createStore, type Store } from '../kernel/store.ts'

export interface PlanState {
  readonly plan: Plan
  /** Whether the plan is complete. */
  readonly isWhole: boolean
  /** Why the plan did not become complete. */
  readonly failure?: string
}

/** A plan that may still be growing. */
export interface LivePlan extends Pick<Store<PlanState>, 'get' | 'subscribe'> {
  /** Waits for the complete plan. @throws the error that kept it from becoming complete */
  complete(): Promise<Plan>
  /** Discards the plan and stops reading it. */
  stop(): void
}

/**
 * Makes a plan and follows its updates.
 * @param make receives a signal that aborts all work for the plan
 */
export async function followPlan(
  make: (signal: AbortSignal) => Promise<Plan>,
  parent: AbortSignal,
): Promise<LivePlan> {
  const controller = new AbortController()
  const first = await make(AbortSignal.any([parent, controller.signal]))
  const state = createStore<PlanState>({ plan: first, isWhole: !first.updates })
  const end = grow(first)
  // Callers of `complete` get the error; for all others it is in the state.
  end.catch(() => undefined)

  async function grow(firstPart: Plan): Promise<Plan> {
    let plan = firstPart
    try {
      for await (const next of firstPart.updates?.() ?? []) {
        plan = next
        state.set({ plan, isWhole: false })
      }
      state.set({ plan, isWhole: true })
      return plan
    } catch (error) {
      const failure = error instanceof Error && error.message ? error.message : String(error)
      if (!controller.signal.aborted) state.set({ plan, isWhole: false, failure })
      throw error
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    complete: () => end,
    stop: () => controller.abort(),
  }
}
