import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { type CommandState, Commands } from '@typecase/plugin-sdk/services'

/** The commands that are a single call and can be run here; those that only others run come with their arguments. */
export async function commandRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ title, group, keywords, aliases }: CommandState) => {
    const text = [title, group, ...keywords, ...aliases].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const begins = ({ title }: CommandState) =>
    title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1
  return services
    .get(Commands)
    .list()
    .filter((state) => state.hasCall && !state.isInternal && state.isEnabled && isMeant(state))
    .sort((a, b) => begins(a) - begins(b))
    .map(({ id, title, group, icon }) => ({
      id,
      value: id,
      label: title,
      subtitle: group,
      ...(icon && { icon }),
    }))
}
