import { token } from '@typecase/plugin-sdk/token'

import type { CommandCenter } from '../commands/commands.ts'

/** The command centre as the core sees it, for use by the palette. */
export const CommandCore = token<CommandCenter>('core.command-center', 1)
