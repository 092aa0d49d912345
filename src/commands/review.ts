import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan, PlanChange, PlanChoice, PlanTotals } from '@typecase/plugin-sdk/plan'
import { leaveOut, scopeIn, scopeToJson } from '@typecase/plugin-sdk/scope'

import { createStore } from '../kernel/store.ts'
import type { LivePlan } from './live-plan.ts'
import { createFacetChoice, createReviewRows, type ReviewFacet } from './review-list.ts'

/** A plan under review: its changes, the rows on screen, and the changes that the user left out. */
export interface ReviewState {
  readonly plan: Plan
  /** Whether the plan is complete: until then it cannot be applied. */
  readonly isWhole: boolean
  readonly failure?: string
  /** The totals without the changes that are left out. */
  readonly totals: PlanTotals
  /** Number of rows in the list, loaded or not. If one value is selected, only its rows count. */
  readonly rows: number
  /** Number of rows without the display limit. */
  readonly allRows: number
  readonly facets: readonly ReviewFacet[]
  /** The question of the plan. While the next plan is being made, it shows the new answer. */
  readonly choice?: PlanChoice
  /** Ids of the matches and of the objects that are left out. */
  readonly matches: ReadonlySet<string>
  readonly objects: ReadonlySet<string>
  /** Listed objects that the command would skip. */
  readonly skipped: ReadonlySet<string>
}

export interface Review {
  get(): ReviewState
  readonly subscribe: (listener: () => void) => () => void
  /** Returns a row of the list; undefined while it is not loaded. */
  changeAt(index: number): PlanChange | undefined
  /** Loads those of the rows in view that are missing. */
  see(from: number, to: number): void
  /** Leaves out a row, or takes it back in: its matches, or its object if it has none. */
  toggle(change: PlanChange): void
  toggleObject(id: string): void
  /** Whether a row is left out, directly or together with its object. */
  isOut(change: PlanChange): boolean
  /** Shows one value of a facet only, or all again. */
  show(facet: string, value: string): void
  /** Leaves a value out, or takes it back in. */
  toggleValue(facet: string, value: string): void
  /** Answers the question of the plan and makes the plan that follows. What was left out stays left out. */
  answer(value: boolean): void
  /** Makes the plan again after a failure. What was left out stays left out. */
  retry(): void
  /** Returns the arguments to run with, without the parts that are left out. */
  args(): JsonObject
  close(): void
}

export interface ReviewParts {
  /** The arguments of the first plan. */
  readonly args: JsonObject
  readonly first: LivePlan
  /** Makes another plan of the same command. */
  readonly make: (args: JsonObject) => Promise<LivePlan>
}

const none: ReadonlySet<string> = new Set()

export function createReview({ args: initialArgs, first, make }: ReviewParts): Review {
  let main = first
  /** The plan for the value that is shown alone, if there is one. */
  let part: LivePlan | undefined
  let isPlanning = false
  let isClosed = false
  let [matches, objects] = [none, none]
  let totals: PlanTotals | undefined
  let failure: string | undefined
  let answers: JsonObject = {}
  const turns = { main: 0, part: 0, totals: 0 }
  const unsubscribe = new Map<LivePlan, () => void>()
  const choice = createFacetChoice()
  const rows = createReviewRows(refresh, fail)
  const store = createStore<ReviewState>(stateNow())
  follow(main)

  /** Returns the arguments with the answers given so far. */
  const currentArgs = (): JsonObject => ({ ...initialArgs, ...answers })

  function choiceOf({ choice: question }: Plan): PlanChoice | undefined {
    const value = question && answers[question.arg]
    return question && { ...question, ...(typeof value === 'boolean' && { value }) }
  }

  function stateNow(): ReviewState {
    const { plan, isWhole, failure: broken } = main.get()
    const question = choiceOf(plan)
    const state = (part ?? main).get()
    choice.learn(plan)
    rows.of(state.plan, state.isWhole)
    const wrong = failure ?? broken ?? state.failure
    return {
      plan,
      isWhole: isWhole && !isPlanning,
      ...(wrong !== undefined && { failure: wrong }),
      totals: totals ?? plan,
      ...rows.counts(),
      facets: choice.facets(plan),
      ...(question && { choice: question }),
      matches,
      objects,
      skipped: new Set(plan.skipped.flatMap(({ ids = [] }) => ids)),
    }
  }

  function refresh(): void {
    if (!isClosed) store.set(stateNow())
  }

  function fail(error: unknown): void {
    failure = error instanceof Error && error.message ? error.message : String(error)
    refresh()
  }

  function follow(plan: LivePlan): void {
    unsubscribe.set(
      plan,
      plan.subscribe(() => {
        if (plan === main && plan.get().isWhole) void count()
        refresh()
      }),
    )
  }

  function drop(plan: LivePlan | undefined): void {
    if (!plan) return
    unsubscribe.get(plan)?.()
    unsubscribe.delete(plan)
    plan.stop()
  }

  /** Asks the plan for its totals without the parts that are left out. */
  async function count(): Promise<void> {
    const turn = ++turns.totals
    const { plan, isWhole } = main.get()
    if (matches.size + objects.size === 0 || !isWhole || !plan.without) {
      totals = undefined
      return refresh()
    }
    try {
      const remaining = await plan.without({ matches: [...matches], objects: [...objects] })
      if (turn !== turns.totals) return
      totals = remaining
      refresh()
    } catch (error) {
      if (turn === turns.totals && !isClosed) fail(error)
    }
  }

  /** Makes another plan and replaces the current one, unless a later request superseded it. */
  async function replace(kind: 'main' | 'part', args: JsonObject): Promise<void> {
    const turn = ++turns[kind]
    failure = undefined
    if (kind === 'main') isPlanning = true
    refresh()
    try {
      const next = await make(args)
      if (turn !== turns[kind] || isClosed) return next.stop()
      drop(kind === 'main' ? main : part)
      if (kind === 'main') [main, isPlanning] = [next, false]
      else part = next
      follow(next)
      if (kind === 'main') await count()
      refresh()
    } catch (error) {
      if (turn === turns[kind] && !isClosed) fail(error)
    }
  }

  function showPart(): void {
    const args = choice.selectedArgs(currentArgs())
    if (args) return void replace('part', args)
    turns.part += 1
    drop(part)
    part = undefined
    refresh()
  }

  function toggleIds(all: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
    const isOut = ids.every((id) => all.has(id))
    return isOut ? new Set([...all].filter((id) => !ids.includes(id))) : new Set([...all, ...ids])
  }

  function toggleObject(id: string): void {
    if (!main.get().plan.scopeArg) return
    objects = toggleIds(objects, [id])
    void count()
    refresh()
  }

  const review: Review = {
    get: store.get,
    subscribe: store.subscribe,
    changeAt: rows.at,
    see: rows.see,
    toggle(change) {
      const ids = change.matches?.map(({ id }) => id) ?? []
      // A match that is left out with its object comes back with the object.
      if (ids.length === 0 || objects.has(change.id)) return toggleObject(change.id)
      if (!main.get().plan.excludeArg) return
      matches = toggleIds(matches, ids)
      void count()
      refresh()
    },
    toggleObject,
    isOut: ({ id, matches: occurrences = [] }) =>
      objects.has(id) ||
      (occurrences.length > 0 && occurrences.every((match) => matches.has(match.id))),
    show(facet, value) {
      choice.show(facet, value)
      showPart()
    },
    toggleValue(facet, value) {
      choice.toggle(facet, value)
      void replace('main', choice.argsOf(currentArgs()))
      showPart()
    },
    answer(value) {
      const question = choiceOf(main.get().plan)
      if (!question || question.reason !== undefined || question.value === value) return
      answers = { ...answers, ...question.args, [question.arg]: value }
      void replace('main', choice.argsOf(currentArgs()))
      if (part) showPart()
    },
    retry() {
      void replace('main', choice.argsOf(currentArgs()))
      if (part) showPart()
    },
    args() {
      const { plan } = main.get()
      const { excludeArg, scopeArg } = plan
      const args = { ...choice.argsOf(currentArgs()), ...plan.args }
      const scope = scopeArg === undefined ? undefined : scopeIn(args, scopeArg)
      return {
        ...args,
        ...(excludeArg !== undefined && { [excludeArg]: [...matches] }),
        ...(scopeArg !== undefined &&
          scope &&
          objects.size > 0 && { [scopeArg]: scopeToJson(leaveOut(scope, { ids: [...objects] })) }),
      }
    },
    close() {
      isClosed = true
      drop(main)
      drop(part)
    },
  }
  return review
}
