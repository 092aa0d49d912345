import type { Outcome } from '@typecase/plugin-sdk/command'
import { token } from '@typecase/plugin-sdk/token'

/** The object in the editor on screen, for commands of other plugins. */
export interface OpenObject {
  /** Whether these ids name it and nothing else; no ids name an object that was never saved. */
  isOf(ids: readonly string[]): boolean
  /**
   * Publishes it with all that was typed, in one call.
   * @returns undefined when the editor says why not
   * @throws while a conflict waits for a choice
   */
  publish(): Promise<Outcome | undefined>
}

/** Offered by the editor while an object is open. */
export const openObject = token<OpenObject>('content.open-object', 1)
