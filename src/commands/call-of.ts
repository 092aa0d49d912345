import type { AnyCommand, Ref } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { ServerCall } from '@typecase/plugin-sdk/server-call'

import { checkArgs, withDefaults } from '@typecase/plugin-sdk/arguments'
import { BadArguments } from './run-errors.ts'

/** The call of the contract that a reference comes down to. @throws BadArguments */
export async function callOf(
  command: AnyCommand | undefined,
  { args = {} }: Ref,
  facts: FactValues,
): Promise<ServerCall | undefined> {
  const module = await command?.call?.()
  if (!command || !module) return undefined
  const checked = checkArgs(command, withDefaults(command, args, facts))
  if (!checked.ok) throw new BadArguments(command.title, checked.problems[0])
  const bucketSlug = facts['route.bucketSlug']
  if (bucketSlug === undefined) {
    throw new BadArguments(command.title, { key: 'bucket', text: 'is a required field' })
  }
  return module.callOf(checked.args, { bucketSlug })
}
