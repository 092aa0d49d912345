import type { CommandCenter } from '../commands/commands.ts'
import type { Host } from '../kernel/host.ts'
import type { Search } from './search.ts'
import { createSearch } from './search.ts'

const searches = new WeakMap<CommandCenter, Search>()

/** The one search of an app. */
export function searchOf(host: Host, center: CommandCenter): Search {
  const search = searches.get(center) ?? createSearch({ host, center })
  searches.set(center, search)
  return search
}
