import type { ActivateContext } from '@typecase/plugin-sdk/plugin'

import { showTips } from './tips.ts'

/** Shows the key of a command that the user runs repeatedly with the mouse. */
export const activate = ({ services }: ActivateContext): (() => void) =>
  showTips(services, document)
