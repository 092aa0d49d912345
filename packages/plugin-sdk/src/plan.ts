import type { JsonObject } from './json.ts'

/** One occurrence within a change, which the user may leave out (search and replace). */
export interface PlanMatch {
  readonly id: string
  readonly before: string
  readonly after: string
  /** `[start, end)` of what goes in `before`, and where the new text begins in `after`; worked out unless given. */
  readonly start?: number
  readonly end?: number
}

/** One field of one object, before and after. */
export interface PlanChange {
  /** Id of the object it happens to. */
  readonly id: string
  readonly label: string
  readonly field?: string
  readonly before?: string
  readonly after?: string
  readonly matches?: readonly PlanMatch[]
}

/** The parts of a plan that the user leaves out. */
export interface Exclusions {
  /** Ids of matches. */
  readonly matches: readonly string[]
  /** Ids of objects, with all that would happen to them. */
  readonly objects: readonly string[]
}

/** The totals of a plan. */
export interface PlanTotals {
  /** `Publish 284 objects` */
  readonly title: string
  readonly counts: readonly { readonly label: string; readonly value: number }[]
  /** Objects that would change. */
  readonly total: number
}

/** One way in which a plan divides: by field, by locale. */
export interface PlanFacet {
  /** `Field` */
  readonly title: string
  readonly values: readonly {
    readonly value: string
    readonly label: string
    readonly count: number
  }[]
  /** The command's arguments without what is of these values: what another plan is made with. */
  leaveOut(args: JsonObject, values: readonly string[]): JsonObject
}

/** A question that stays open until the review: each answer is an argument that another plan is made with. */
export interface PlanChoice {
  /** `What goes live` */
  readonly title: string
  /** The argument that takes the answer, and the answer of this plan. */
  readonly arg: string
  readonly value: boolean
  readonly options: readonly {
    readonly value: boolean
    readonly label: string
    /** The projected result: `215 of them are public`. */
    readonly detail?: string
  }[]
  /** Why there is only this answer, as a sentence. */
  readonly reason?: string
  /** Arguments that the next plan gets as well: what this one was made of, where that is costly to find again. */
  readonly args?: JsonObject
}

/** A preview of what a command would do, in numbers and in words. */
export interface Plan extends PlanTotals {
  readonly skipped: readonly {
    readonly reason: string
    readonly count: number
    readonly ids?: readonly string[]
  }[]
  /** The first of them; `total` says how many objects there are. */
  readonly changes: readonly PlanChange[]
  /** How many changes there are, when that is not `total`. */
  readonly changeCount?: number
  /** Reads some of the changes after the first `skip`, as one scrolls there. */
  more?(skip: number): Promise<readonly PlanChange[]>
  /**
   * The growing versions of a partial plan; the last one is complete. Abort the signal that the plan was made with to
   * stop.
   */
  updates?(): AsyncGenerator<Plan>
  /** How far the making of it is, while it is a beginning. */
  readonly progress?: { readonly done: number; readonly total: number }
  readonly facets?: readonly PlanFacet[]
  readonly choice?: PlanChoice
  readonly isReversible: boolean
  /** For how long it can be undone: `30 days`. Without it that is not said. */
  readonly undoTime?: string
  /** Other effects, as sentences: a plan with warnings is shown at any size. */
  readonly warnings?: readonly string[]
  /** There is nothing in it that anybody would look through: it is carried out at once. */
  readonly isNothingToReview?: boolean
  /** Estimated milliseconds. */
  readonly duration?: number
  /** The server's name for this plan, when applying it must find the same state. */
  readonly token?: string
  /** The arguments with their scope frozen: what is run when the user applies this plan. */
  readonly args?: JsonObject
  /** Name of the argument that takes the ids of the matches left out. */
  readonly excludeArg?: string
  /** Name of the argument that is a scope, for plans of which objects can be left out. */
  readonly scopeArg?: string
  /** The totals without the parts left out. Required when parts can be left out. */
  without?(out: Exclusions): PlanTotals | Promise<PlanTotals>
}
