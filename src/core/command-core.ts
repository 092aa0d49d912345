import { token } from '@typecase/plugin-sdk/token'

import type { CommandCenter } from '../commands/commands.ts'

/** The commands from the inside: for the palette. */
export const CommandCore = token<CommandCenter>('core.command-center', 1)
