import type { AnyCommand, Failure } from '@typecase/plugin-sdk/command'
import type { Confirmation } from '@typecase/plugin-sdk/confirmation'
import type { JsonObject } from '@typecase/plugin-sdk/json'

import type { Review } from './review.ts'
import type { Step } from './steps.ts'

/** A request for arguments that are missing or wrong. */
export interface ArgumentRequest {
  readonly command: AnyCommand
  /** The command's title as the user saw it. */
  readonly title: string
  /** All steps of the command. Steps with a value are shown as chips and can be reopened. */
  readonly steps: readonly Step[]
  /** The arguments so far. */
  readonly args: JsonObject
  /**
   * Key of the argument to begin with: the first one missing, or the one that was refused. Without it all arguments are
   * present and the user only has to agree, because the command comes from a link.
   */
  readonly at?: string
  /** Why the argument `at` was refused. */
  readonly message?: string
  /** Labels for arguments whose value does not describe itself. */
  readonly labels?: Readonly<Record<string, string>>
}

/** A request to review a plan before it runs. */
export interface ReviewRequest {
  readonly title: string
  readonly review: Review
  /** The arguments of the command, and the steps that ask for them. */
  readonly args: JsonObject
  readonly steps: readonly Step[]
  /** Whether the user must type the count first, because the command cannot be undone. */
  readonly isPhraseNeeded?: boolean
}

/** The interface that commands need from the palette and the shell. */
export interface Interaction {
  /** Asks for arguments. @returns the completed arguments, or undefined when the user backed out */
  askArguments(request: ArgumentRequest): Promise<JsonObject | undefined>
  /** Reports that all arguments are complete and that no command will run with them. */
  argumentsReady(): void
  /** Reports that the command does not run: the user backed out, or it was refused. */
  commandDeclined(): void
  /** Shows a plan for review. @returns whether to go on; the review holds what was left out */
  review(request: ReviewRequest): Promise<boolean>
  /** Asks before a command without a plan. */
  confirm(confirmation: Confirmation): Promise<boolean>
  /** Notifies the user of the result. */
  notify(notice: Notice): void
  /** Opens a path of this app. */
  open(path: `/${string}`): Promise<void>
  /** Keeps the failed objects selected, so that the user can retry. */
  keepSelected(failures: readonly Failure[]): void
}

export interface Notice {
  readonly message: string
  readonly tone: 'success' | 'error' | 'info'
  /** Callbacks for the notification's buttons. None of their promises rejects. */
  readonly undo?: () => Promise<unknown>
  readonly redo?: () => Promise<unknown>
  readonly view?: () => Promise<unknown>
  /** A command that resolves the reason of the refusal. */
  readonly remedy?: { readonly title: string; readonly run: () => Promise<unknown> }
  readonly retry?: () => Promise<unknown>
  /** Runs the same command again for the objects that failed. */
  readonly retryFailed?: () => Promise<unknown>
}
