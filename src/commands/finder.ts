import type { CommandState } from '@typecase/plugin-sdk/services'

import type { Catalog } from './catalog.ts'
import { createRanker, type RankedItem, type Ranker } from './ranking.ts'
import type { Recents } from './recents.ts'

/** Searches commands by their words, best match first. */
export interface Finder {
  readonly find: (
    query: string,
    limit?: number,
    learned?: ReadonlySet<string>,
  ) => readonly RankedItem<CommandState>[]
  /** Builds the index in advance, so that the first key press is fast. */
  readonly warm: () => void
}

export interface FinderParts {
  readonly catalog: Pick<Catalog, 'list' | 'relevance'>
  readonly recents: Pick<Recents, 'frecency'>
}

const finders = new WeakMap<FinderParts['catalog'], Finder>()

/** Returns the finder of a catalog. There is one per catalog, since its index is large. */
export function finderOf(parts: FinderParts): Finder {
  const finder = finders.get(parts.catalog) ?? createFinder(parts)
  finders.set(parts.catalog, finder)
  return finder
}

function createFinder({ catalog, recents }: FinderParts): Finder {
  let ranked: { list: readonly CommandState[]; ranker: Ranker<CommandState> } | undefined

  function ranker(): Ranker<CommandState> {
    const list = catalog.list()
    if (ranked?.list !== list) {
      const items = list.filter(({ isInternal }) => !isInternal)
      ranked = { list, ranker: createRanker(items, ranked?.ranker) }
    }
    return ranked.ranker
  }

  return {
    find(query, limit, learned = new Set()) {
      const { frecency } = recents
      const { relevance } = catalog
      return ranker().search(query, { frecency, learned, relevance }, limit)
    },
    warm: () => ranker().warm(),
  }
}
