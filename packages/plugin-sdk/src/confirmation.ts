import type { JsonObject } from './json.ts'

/** A question with one action and Cancel. */
export interface Confirmation {
  readonly title: string
  /** Consequences that cannot be undone, as sentences. */
  readonly text?: string
  /** The verb on the button: `Delete`. */
  readonly action: string
  /** Enter cancels, and the button is styled as dangerous. For a command, its effect decides by default. */
  readonly isDestructive?: boolean
  /** A text that the user must type to confirm. */
  readonly phrase?: string
}

/** The question that a command asks before it runs. */
export interface CommandQuestion extends Confirmation {
  /** Further arguments for the confirmed run, such as the price or the version that the question showed. */
  readonly args?: JsonObject
}
