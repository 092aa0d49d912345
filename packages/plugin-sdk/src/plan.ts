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

/** What a command would do, in numbers and in words, before it does it. */
export interface Plan {
  /** `Publish 284 objects` */
  readonly title: string
  readonly counts: readonly { readonly label: string; readonly value: number }[]
  readonly skipped: readonly {
    readonly reason: string
    readonly count: number
    readonly ids?: readonly string[]
  }[]
  /** The first of them; `total` says how many objects there are. */
  readonly changes: readonly PlanChange[]
  /** How many changes there are, when that is not `total`. */
  readonly changeCount?: number
  /** Reads the changes after the first `skip`, as one scrolls there. */
  more?(skip: number): Promise<readonly PlanChange[]>
  /** Objects that would change. */
  readonly total: number
  readonly isReversible: boolean
  /** What else happens, as sentences: then the plan is shown whatever its size. */
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
}
