import { token } from '@typecase/plugin-sdk/token'

/** The form of the macro on screen, for commands; none while it is loading. */
export interface MacroPage {
  /** Saves what was typed, and shows beside the fields what is wrong with it. */
  save(): Promise<void>
}
export const macroPage = token<MacroPage>('macros.macro-page', 1)
