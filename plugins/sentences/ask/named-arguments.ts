import type { CommandArgument, CommandsService } from '@typecase/plugin-sdk/services'

/** Arguments that only a page can give: ids, which are no words of a sentence. */
const OF_PAGE = /(^|_)(id|bucket)$/

/** The arguments of a command that a sentence can name. */
export async function namedArguments(
  commands: Pick<CommandsService, 'argumentsOf' | 'askOf'>,
  id: string,
): Promise<readonly CommandArgument[]> {
  const all = await commands.argumentsOf(id)
  return all.filter(({ key }) => commands.askOf(id, key) !== undefined || !OF_PAGE.test(key))
}
