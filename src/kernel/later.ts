import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { within } from '@typecase/plugin-sdk/within'

import { checkPlugin } from './check.ts'
import { type Entry, isCandidate } from './entry.ts'
import { describeFault, PluginError } from './faults.ts'
import type { OpenRegistry } from './registry.ts'

interface Parts {
  readonly entries: ReadonlyMap<string, Entry>
  readonly registry: OpenRegistry
  /** Called when an entry's status changed. */
  readonly onChange: () => void
}

/**
 * Returns a function that fetches the later part of each plugin, once. A part that does not arrive is reported as a
 * fault of its plugin, whose pages go on working, and is fetched again at the next call.
 */
export function createLater({ entries, registry, onChange: changed }: Parts): () => Promise<void> {
  async function extend(entry: Entry, plugin: Plugin): Promise<void> {
    if (!plugin.later) return
    try {
      const { default: part } = await within(plugin.later, `The later part of “${plugin.id}”`)
      const wrong = checkPlugin({ ...plugin, ...both(plugin, part) })
      if (wrong) throw new PluginError(wrong)
      registry.extend(plugin, part)
    } catch (error) {
      if (entry.later?.of !== plugin) return
      entry.later = undefined
      entry.partFault = describeFault(plugin, 'import', error)
      changed()
    }
  }

  function ask(entry: Entry & { plugin: Plugin }): Promise<void> {
    const { plugin } = entry
    if (entry.later?.of !== plugin) {
      // The entry is set before fetching begins, so that a second call does not fetch the part again.
      const later = { of: plugin, done: Promise.resolve() }
      entry.later = later
      later.done = extend(entry, plugin)
    }
    return entry.later.done
  }

  return async () => {
    await Promise.all([...entries.values()].filter(isCandidate).map(ask))
  }
}

function both(plugin: Plugin, part: Pick<Plugin, 'commands' | 'sources'>) {
  return {
    commands: [...(plugin.commands ?? []), ...(part.commands ?? [])],
    sources: [...(plugin.sources ?? []), ...(part.sources ?? [])],
  }
}
