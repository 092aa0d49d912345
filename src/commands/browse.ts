import type { CommandState } from '@typecase/plugin-sdk/services'

import type { Relevance } from './ranking.ts'
import type { Recent, Recents } from './recents.ts'

/** Recently used rows shown before anything is typed. */
const RECENT = 7
/** The group of the commands that only lead to another page. */
export const GO_TO = 'Go to'
/** Rows about what is selected or open. */
const HERE = 12

/** The palette before the user types: each command once, in the first section it fits. */
export interface Sections {
  readonly favourites: readonly Recent[]
  readonly recent: readonly Recent[]
  /** Commands on the selection first, then by order; those of the same order by group and title. */
  readonly here: readonly CommandState[]
  /** Where to begin, while nothing was used yet. */
  readonly first: readonly CommandState[]
  /** Everything else that can run, by group and title. */
  readonly all: readonly CommandState[]
}

/** @param commands by group and title */
export function browse(
  commands: readonly CommandState[],
  recents: Recents,
  relevance: (id: string) => Relevance,
  limit: number = HERE,
): Sections {
  const usable = commands.filter(({ isEnabled, isInternal }) => isEnabled && !isInternal)
  const ids = new Set(usable.map(({ id }) => id))
  const canRun = ({ ref }: Recent): boolean => ids.has(ref.command)

  const favourites = recents.favourites().filter(canRun)
  const recent = recents
    .list()
    .filter((one) => canRun(one) && !recents.isFavourite(one.ref))
    .slice(0, RECENT)
  // One with arguments is another row than the plain command, which therefore stays where it is.
  const listedIds = new Set(
    [...favourites, ...recent].filter(({ ref }) => !ref.args).map(({ ref }) => ref.command),
  )
  const isNew = favourites.length === 0 && recent.length === 0
  const first = usable
    .filter((state) => isNew && state.first !== undefined)
    .toSorted((a, b) => (a.first ?? 0) - (b.first ?? 0))
  for (const { id } of first) listedIds.add(id)
  const remaining = usable.filter(({ id }) => !listedIds.has(id))
  // Ways to elsewhere name the page only to leave themselves out on it.
  const here = remaining
    .filter(({ id, group }) => group !== GO_TO && relevance(id) > 0)
    .toSorted((a, b) => relevance(b.id) - relevance(a.id) || a.order - b.order)
    .slice(0, limit)
  return {
    favourites,
    recent,
    first,
    here,
    all: remaining.filter((state) => !here.includes(state)),
  }
}
