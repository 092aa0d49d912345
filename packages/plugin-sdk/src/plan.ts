import type { JsonObject } from './json.ts'

/** One occurrence within a change, which the user can leave out (search and replace). */
export interface PlanMatch {
  readonly id: string
  readonly before: string
  readonly after: string
  /**
   * `[start, end)`: the replaced range of `before`. The new text in `after` also begins at `start`. Computed by
   * default.
   */
  readonly start?: number
  readonly end?: number
}

/** One field of one object, before and after. */
export interface PlanChange {
  /** Id of the object that changes. */
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
  /** Ids of objects; all of their changes are left out. */
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

/** One way to break down a plan: by field, by locale. */
export interface PlanFacet {
  /** `Field` */
  readonly title: string
  readonly values: readonly {
    readonly value: string
    readonly label: string
    readonly count: number
  }[]
  /** Returns the command's arguments without these values, to make another plan. */
  leaveOut(args: JsonObject, values: readonly string[]): JsonObject
}

/** A question that the user can answer in the review. Each answer is an argument for another plan. */
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
  /** Why this is the only possible answer, as a sentence. */
  readonly reason?: string
  /** Further arguments for the next plan: inputs of this plan that are costly to find again. */
  readonly args?: JsonObject
}

/** A preview of what a command would do, in numbers and in words. */
export interface Plan extends PlanTotals {
  readonly skipped: readonly {
    readonly reason: string
    readonly count: number
    readonly ids?: readonly string[]
  }[]
  /** The first changes; `total` is the number of objects. */
  readonly changes: readonly PlanChange[]
  /** Number of changes, if it differs from `total`. */
  readonly changeCount?: number
  /** Reads further changes after the first `skip`, when the user scrolls there. */
  more?(skip: number): Promise<readonly PlanChange[]>
  /**
   * Yields growing versions of a partial plan; the last one is complete. Aborting the signal passed to `plan` stops it.
   */
  updates?(): AsyncGenerator<Plan>
  /** Progress of making the plan, while it is partial. */
  readonly progress?: { readonly done: number; readonly total: number }
  readonly facets?: readonly PlanFacet[]
  readonly choice?: PlanChoice
  readonly isReversible: boolean
  /** How long the change can be undone: `30 days`. Without it, the plan does not say. */
  readonly undoTime?: string
  /** Other effects, as sentences. A plan with warnings is shown for any number of objects. */
  readonly warnings?: readonly string[]
  /** The plan contains nothing worth reviewing, so it is carried out at once. */
  readonly isNothingToReview?: boolean
  /** Estimated duration in ms. */
  readonly duration?: number
  /** The server's token for this plan, if it may be applied only to an unchanged state. */
  readonly token?: string
  /** The arguments with their scope frozen, to run when the user applies this plan. */
  readonly args?: JsonObject
  /** Name of the argument that takes the ids of excluded matches. */
  readonly excludeArg?: string
  /** Name of the scope argument, for plans from which objects can be left out. */
  readonly scopeArg?: string
  /** Returns the totals without the excluded parts. Required if parts can be left out. */
  without?(out: Exclusions): PlanTotals | Promise<PlanTotals>
}
