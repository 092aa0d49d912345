import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { CommandState } from '@typecase/plugin-sdk/services'

import { createCatalog } from '../../src/commands/catalog.ts'
import { createRanker, type RankedItem, type Ranker } from '../../src/commands/ranking.ts'
import { createHost } from '../../src/kernel/host.ts'
import { createKeymap } from '../../src/keys/keymap.ts'
import sessionPlugin from '../../src/session/session-plugin.ts'
import shellPlugin from '../../src/shell/shell-plugin.ts'

export const plugins = import.meta.glob<Plugin>('../../plugins/*/plugin.ts', {
  eager: true,
  import: 'default',
})

const storage = { get: () => undefined, set: () => undefined, subscribe: () => () => {} }
const nothingRuns = { has: () => false, list: () => [], subscribe: () => () => undefined }

/** Boots the kernel with every plugin of the product, as a new user sees it: no recents, nothing learned. */
export async function bootPalette() {
  const host = createHost({ storage })
  const all = [sessionPlugin, shellPlugin, ...Object.values(plugins)]
  // The shell provides the services; commands are known without them.
  const inert = all.map(({ activate: _, provides: __, needs: ___, ...plugin }) => plugin)
  await host.register(...inert)
  await host.ready()
  await host.complete()
  const keymap = createKeymap({ registry: host.registry, storage, facts: host.facts.get })
  const catalog = createCatalog({
    registry: host.registry,
    facts: host.facts,
    keys: keymap,
    running: nothingRuns,
  })

  let ranker: Ranker<CommandState> | undefined

  /** Returns the commands for a query, best first, with exactly these facts. */
  function search(query: string, facts: FactValues): readonly RankedItem<CommandState>[] {
    const before = Object.keys(host.facts.get()).map((key) => [key, undefined])
    host.facts.set({ ...Object.fromEntries(before), ...facts })
    const visible = catalog.list().filter(({ isInternal }) => !isInternal)
    const habits = { frecency: () => 0, learned: new Set<string>(), relevance: catalog.relevance }
    ranker = createRanker(visible, ranker)
    return ranker.search(query, habits)
  }

  return { host, keymap, catalog, search }
}
