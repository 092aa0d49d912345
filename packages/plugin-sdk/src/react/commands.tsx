import { useSyncExternalStore } from 'react'

import {
  type Command,
  type CommandRef,
  type CommandSource,
  type Outcome,
  refTo,
} from '../command.ts'
import type { JsonObject } from '../json.ts'
import { Commands, type CommandState } from '../services.ts'
import { bringsSubject, isUsable } from '../subject.ts'
import { useService } from './services.tsx'

/** A command: its definition, a reference (if another plugin defines it), or its id, which does not check arguments. */
export type CommandLike<Args extends object> = Command<Args> | CommandRef<Args> | string

/** The state of a command, as a button shows it. */
export interface UsableCommand {
  /** False while no plugin offers it: render nothing. */
  readonly isRegistered: boolean
  readonly title: string
  readonly icon?: string
  readonly isEnabled: boolean
  readonly reason?: string
  readonly keys: readonly string[]
  readonly isRunning: boolean
  readonly run: (source?: CommandSource) => Promise<Outcome | undefined>
}

/** Returns the live state of a command: its title, whether it can run or why not, and its keys. */
export function useCommand<Args extends object>(
  command: CommandLike<Args>,
  args?: Partial<NoInfer<Args>>,
): UsableCommand {
  const commands = useService(Commands)
  const id = typeof command === 'string' ? command : command.id
  const state = useSyncExternalStore(commands.subscribe, () => commands.get(id))
  const ref =
    typeof command === 'string'
      ? { command, ...(args && { args: args as unknown as JsonObject }) }
      : refTo(command, args)
  // Several buttons may share a command: each one shows only the run with its own arguments.
  const isRunning = useSyncExternalStore(commands.subscribe, () => commands.isRunning(ref))
  const described = describe(state, ref.args)
  const isOfOther =
    typeof command === 'object' && 'subject' in command && bringsSubject(command, ref.args)
  return {
    ...described,
    // The command's key acts on the subject of the page, which may differ from this one.
    keys: isOfOther ? [] : described.keys,
    isRunning,
    run: (source = 'button') => commands.run(ref, { source }),
  }
}

const UNKNOWN = 'Not available here.'

function describe(
  state: CommandState | undefined,
  args: JsonObject | undefined,
): Omit<UsableCommand, 'run' | 'isRunning'> {
  if (!state) return { isRegistered: false, title: '', isEnabled: false, reason: UNKNOWN, keys: [] }
  const { title, icon, keys } = state
  const isEnabled = isUsable(state, args)
  const reason = isEnabled ? undefined : state.reason
  return {
    isRegistered: true,
    title,
    isEnabled,
    keys,
    ...(icon && { icon }),
    ...(reason && { reason }),
  }
}
