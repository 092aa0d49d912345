import type { AnyCommand, Ref } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { MadeCall } from '@typecase/plugin-sdk/services'
import { terminalLine } from '@typecase/plugin-sdk/terminal-line'

import { checkArgs, withDefaults } from '@typecase/plugin-sdk/arguments'
import { BadArguments } from './run-errors.ts'

/** Returns the API call that a reference stands for. @throws BadArguments */
export async function callOf(
  command: AnyCommand | undefined,
  { args = {} }: Ref,
  facts: FactValues,
): Promise<MadeCall | undefined> {
  const module = await command?.call?.()
  if (!command || !module) return undefined
  const checked = checkArgs(command, withDefaults(command, args, facts))
  if (!checked.ok) throw new BadArguments(command.title, checked.problems[0])
  const bucketSlug = facts['route.bucketSlug']
  if (bucketSlug === undefined) {
    throw new BadArguments(command.title, { key: 'bucket', text: 'is a required field' })
  }
  return {
    ...module.callOf(checked.args, { bucketSlug }),
    // Checked arguments are JSON, like the arguments passed in.
    terminalLine: terminalLine(command, checked.args as JsonObject, bucketSlug),
  }
}
