import type { AnyCommand, Failure } from '@typecase/plugin-sdk/command'
import type { Confirmation } from '@typecase/plugin-sdk/confirmation'
import type { JsonObject } from '@typecase/plugin-sdk/json'

import type { Review } from './review.ts'
import type { Step } from './steps.ts'

/** Arguments that are missing or wrong. */
export interface ArgumentRequest {
  readonly command: AnyCommand
  /** The command's title as the user saw it. */
  readonly title: string
  /** Every step of the command: those filled already are shown as chips and can be reopened. */
  readonly steps: readonly Step[]
  /** The arguments so far. */
  readonly args: JsonObject
  /**
   * Where to begin: the first argument that is missing, or the one that was refused.
   * Without it nothing is missing, and the user only has to agree: the command comes from a link.
   */
  readonly at?: string
  /** Why that one was refused. */
  readonly message?: string
  /** Words for arguments that their value does not say. */
  readonly labels?: Readonly<Record<string, string>>
}

/** A plan to be reviewed before it is carried out. */
export interface ReviewRequest {
  readonly title: string
  readonly review: Review
  /** The arguments of the command, and the steps that asked for them. */
  readonly args: JsonObject
  readonly steps: readonly Step[]
  /** The user must type the count first: it cannot be undone. */
  readonly isPhraseNeeded?: boolean
}

/** The interface as commands need it; the palette and the shell provide it. */
export interface Interaction {
  /** @returns the completed arguments, or undefined when the user backed out */
  askArguments(request: ArgumentRequest): Promise<JsonObject | undefined>
  /** The arguments that were asked for are all there, and nothing is run with them. */
  answered(): void
  /** The command does not begin: the user backed out, or it was refused. */
  declined(): void
  /** @returns whether to go on; what was left out is in the review */
  review(request: ReviewRequest): Promise<boolean>
  /** Asks before something that has no plan. */
  confirm(confirmation: Confirmation): Promise<boolean>
  /** Tells the result. */
  notify(notice: Notice): void
  /** Goes to a path of this app. */
  open(path: `/${string}`): Promise<void>
  /** Keeps what failed selected, so that it can be tried again. */
  keepSelected(failures: readonly Failure[]): void
}

export interface Notice {
  readonly message: string
  readonly tone: 'success' | 'error' | 'info'
  /** For the notification's button; all settle without rejecting. */
  readonly undo?: () => Promise<unknown>
  readonly redo?: () => Promise<unknown>
  readonly view?: () => Promise<unknown>
  /** A command that removes the reason of the refusal. */
  readonly remedy?: { readonly title: string; readonly run: () => Promise<unknown> }
  readonly retry?: () => Promise<unknown>
  /** The same again, for what did not work. */
  readonly retryFailed?: () => Promise<unknown>
}
