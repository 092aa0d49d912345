import type { Outcome, Progress, Ref } from './command.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** A running or finished command, as the tray shows it. */
export interface Job {
  readonly id: string
  readonly ref: Ref
  readonly title: string
  /** `preparing`: its code or its plan is loading, or the user is reviewing the plan. */
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
  /** Returns the jobs, newest first; the same array until something changes. */
  list(): readonly Job[]
  /** Stops a job after its current step. A second call stops waiting for a job that does not stop. */
  cancel(id: string): void
  /** Removes a finished job from the tray. */
  dismiss(id: string): void
  readonly subscribe: Subscribe
}
export const Jobs = token<JobsService>('core.jobs', 1)

/** The account and the bucket in which a step was done. It cannot be undone in another account or bucket. */
export interface StepScope {
  /** Id of the account; undefined for a step done before signing in. */
  readonly account: string | undefined
  /** Slug of the bucket; undefined for a step done outside of any bucket. */
  readonly bucket: string | undefined
  /** The pages that show the step: the one where it was done, and the one it led to. */
  readonly pages: readonly string[]
}

/** A step that can be undone or redone. */
export interface JournalEntry extends StepScope {
  readonly id: string
  readonly label: string
  readonly undo: Ref
  readonly redo: Ref
}

/** The steps of the signed-in account in this tab since the page was loaded. All other changes are in the history. */
export interface JournalService {
  /** Returns the steps that can be undone: those of the page on screen before others, each newest first. */
  undoable(): readonly JournalEntry[]
  redoable(): readonly JournalEntry[]
  /**
   * Undoes the first of these steps, or the one with this id, and notifies the user of the result. If the first step
   * belongs to another page, the first call only names it, and a second call within 10 s undoes it. A step that can no
   * longer be undone is removed.
   * @returns undefined if there was nothing to undo, or the user backed out
   */
  undo(id?: string): Promise<Outcome | undefined>
  redo(): Promise<Outcome | undefined>
  /** Records a server job that this tab started and no command follows, such as an import. */
  began(jobId: string): void
  hasBegun(jobId: string): boolean
  /**
   * Stores how to undo the work of such a job, as a step of the page where the job was started.
   * @returns the id of the step
   */
  keep(label: string, undo: Ref, bucket: string, jobId?: string): string | undefined
  readonly subscribe: Subscribe
}
export const Journal = token<JournalService>('core.journal', 1)
