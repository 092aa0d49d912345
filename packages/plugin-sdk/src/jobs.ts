import type { Outcome, Progress, Ref } from './command.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** A running or finished command, as the tray shows it. */
export interface Job {
  readonly id: string
  readonly ref: Ref
  readonly title: string
  /** `preparing`: its code or its plan is on the way, or the user looks at the plan. */
  readonly status: 'preparing' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  /** The job asks the user for input, in its own dialog. */
  readonly isAsking?: boolean
  readonly progress?: Progress
  readonly outcome?: Outcome
  /** UNIX ms. */
  readonly startedAt: number
  readonly endedAt?: number
}

/** The runs of commands that the tray shows. */
export interface JobsService {
  /** Newest first; the same array until something changes. */
  list(): readonly Job[]
  /** Stops after the step at hand. Called again, for one that does not stop: no longer waits for it. */
  cancel(id: string): void
  /** Removes a finished job from the tray. */
  dismiss(id: string): void
  readonly subscribe: Subscribe
}
export const Jobs = token<JobsService>('core.jobs', 1)

/** The account of a step and the bucket it was done in: no other account, and no other bucket, can undo it. */
export interface StepScope {
  /** Id of the account; undefined for what was done before signing in. */
  readonly account: string | undefined
  /** Slug of the bucket; undefined for what was done outside of any. */
  readonly bucket: string | undefined
  /** The pages that show it: where it was done, and where it led. */
  readonly pages: readonly string[]
}

/** One step that can be taken back or taken again. */
export interface JournalEntry extends StepScope {
  readonly id: string
  readonly label: string
  readonly undo: Ref
  readonly redo: Ref
}

/** Steps of the signed-in account in this tab since it was loaded. Everything else is in the history. */
export interface JournalService {
  /** Steps that can be undone: those of the page on screen before others, each newest first. */
  undoable(): readonly JournalEntry[]
  redoable(): readonly JournalEntry[]
  /**
   * Undoes the latest of these, or a given one, and notifies the user of the result. A step of another page is only
   * named the first time. A step that can no longer be undone is removed.
   * @returns undefined when there was nothing to undo, or the user backed out
   */
  undo(id?: string): Promise<Outcome | undefined>
  redo(): Promise<Outcome | undefined>
  /** Notes a job of the server that this tab began and that no command follows, such as an import. */
  began(jobId: string): void
  hasBegun(jobId: string): boolean
  /**
   * Remembers how to take back what such a job did: a step of the page where it was begun.
   * @returns the id of the step
   */
  keep(label: string, undo: Ref, bucket: string, jobId?: string): string | undefined
  readonly subscribe: Subscribe
}
export const Journal = token<JournalService>('core.journal', 1)
