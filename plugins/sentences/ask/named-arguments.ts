import type { CommandArgument, CommandsService } from '@typecase/plugin-sdk/services'

/** Arguments that only a page can provide, such as ids, which people do not use in sentences. */
const OF_PAGE = /(^|_)(id|bucket)$/

/** Returns the arguments of a command that a sentence can name. */
export async function namedArguments(
  commands: Pick<CommandsService, 'argumentsOf' | 'askOf'>,
  id: string,
): Promise<readonly CommandArgument[]> {
  const all = await commands.argumentsOf(id)
  return all.filter(({ key }) => commands.askOf(id, key) !== undefined || !OF_PAGE.test(key))
}
