import type { Outcome, RunContext } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Commands, type MadeCall } from '@typecase/plugin-sdk/services'

/** Asks for the arguments of a command, and copies what is made of its call. */
export async function copyCall(
  command: string,
  textOf: (call: MadeCall) => string,
  { services }: RunContext,
): Promise<Outcome> {
  const commands = services.get(Commands)
  const ref = await commands.complete({ command })
  const call = ref && (await commands.callOf(ref))
  if (!call) return {}
  await copyText(textOf(call))
  const title = commands.get(command)?.title.replace(/…$/, '') ?? command
  return { message: `Copied “${title}”.` }
}
