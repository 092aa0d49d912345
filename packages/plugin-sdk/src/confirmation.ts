import type { JsonObject } from './json.ts'

/** A question with one action and Cancel. */
export interface Confirmation {
  readonly title: string
  /** Consequences that cannot be undone, as sentences. */
  readonly text?: string
  /** The verb on the button: `Delete`. */
  readonly action: string
  /** Enter cancels, and the button looks dangerous. For a command: what its effect says, unless given. */
  readonly isDestructive?: boolean
  /** The user must type this. */
  readonly phrase?: string
}

/** The question that a command asks before it runs. */
export interface CommandQuestion extends Confirmation {
  /** Further arguments of the run that is agreed to: the price, the version that was looked at. */
  readonly args?: JsonObject
}
