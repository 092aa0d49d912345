import type { ActivateContext } from '@typecase/plugin-sdk/plugin'

import { showTips } from './tips.ts'

/** Tells the key of a command that is pressed with the mouse again and again. */
export const activate = ({ services }: ActivateContext): (() => void) =>
  showTips(services, document)
