import type { CommandState } from '@typecase/plugin-sdk/services'

import type { Relevance } from './ranking.ts'
import type { Recent, Recents } from './recents.ts'

/** Number of recently used rows shown before the user types. */
const RECENT = 7
/** The group of commands that only open another page. */
export const GO_TO = 'Go to'
/** Limit of rows about the selection or the open object. */
const HERE = 12

/** The palette before the user types. Each command appears once, in the first section it fits. */
export interface Sections {
  readonly favourites: readonly Recent[]
  readonly recent: readonly Recent[]
  /** Commands about the selection first, then by `order`, then by group and title. */
  readonly here: readonly CommandState[]
  /** Suggested first commands, as long as no command has been used. */
  readonly first: readonly CommandState[]
  /** All other commands that can run, by group and title. */
  readonly all: readonly CommandState[]
}

/**
 * Divides the commands into the sections of the palette.
 * @param commands by group and title
 */
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
  // A command with arguments is a row of its own, so the plain command stays in its section.
  const listedIds = new Set(
    [...favourites, ...recent].filter(({ ref }) => !ref.args).map(({ ref }) => ref.command),
  )
  const isNew = favourites.length === 0 && recent.length === 0
  const first = usable
    .filter((state) => isNew && state.first !== undefined)
    .toSorted((a, b) => (a.first ?? 0) - (b.first ?? 0))
  for (const { id } of first) listedIds.add(id)
  const remaining = usable.filter(({ id }) => !listedIds.has(id))
  // The condition of a “Go to” command names the page only to hide the command there, so it does not count.
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
