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
  /** The user is asked something, in a dialog of its own. */
  readonly isAsking?: boolean
  readonly progress?: Progress
  readonly outcome?: Outcome
  /** UNIX ms. */
  readonly startedAt: number
  readonly endedAt?: number
}

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

/** One step that can be taken back or taken again. */
export interface JournalEntry {
  readonly id: string
  readonly label: string
  readonly undo: Ref
  readonly redo: Ref
  /** UNIX ms. */
  readonly at: number
}

export interface JournalService {
  /** What can be undone, newest first. */
  undoable(): readonly JournalEntry[]
  redoable(): readonly JournalEntry[]
  /** Takes back the newest step, or a given one. */
  undo(id?: string): Promise<Outcome | undefined>
  redo(): Promise<Outcome | undefined>
  /**
   * Remembers how to take back what no command of this page tells of any more: a job that went on over a reload.
   * @returns the id of the step
   */
  keep(label: string, undo: Ref): string | undefined
  readonly subscribe: Subscribe
}
export const Journal = token<JournalService>('core.journal', 1)
