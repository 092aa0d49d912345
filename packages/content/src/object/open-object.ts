import type { Outcome } from '@typecase/plugin-sdk/command'
import { token } from '@typecase/plugin-sdk/token'

/** The object in the editor on screen, for commands of other plugins. */
export interface OpenObject {
  /** Whether these ids name the open object alone. An empty list names an object that was never saved. */
  isOf(ids: readonly string[]): boolean
  /**
   * Publishes the object with all typed changes, in one call.
   * @returns undefined when the editor says why it cannot
   * @throws while a conflict waits for a choice
   */
  publish(): Promise<Outcome | undefined>
}

/** The editor offers it while an object is open. */
export const openObject = token<OpenObject>('content.open-object', 1)
