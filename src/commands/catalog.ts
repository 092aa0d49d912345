import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { CommandState, FactStoreService } from '@typecase/plugin-sdk/services'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { factsIn, holds } from '@typecase/plugin-sdk/when'

import type { Contribution, Registry } from '../kernel/registry.ts'
import { createListeners } from '../kernel/store.ts'
import { createLooks } from './looks.ts'

/** The commands as they are now: with their titles filled in, enabled or not, and why not. */
export interface Catalog {
  /** The same object until the command changes in a way that can be seen. */
  readonly get: (id: string) => CommandState | undefined
  /** By group and title; the same array until a command changes. */
  readonly list: () => readonly CommandState[]
  readonly subscribe: Subscribe
  /** The command itself and who owns it. */
  readonly find: (id: string) => Contribution<'commands'> | undefined
  /** Whether its condition mentions a selection or a page that is there right now. */
  readonly isContextual: (id: string) => boolean
}

/** What else decides about how a command looks. */
export interface CatalogParts {
  readonly registry: Registry
  readonly facts: FactStoreService
  /** The shortcuts of a command, best first; `bindings` is the same until one of any command changes. */
  readonly keys: {
    readonly of: (id: string) => readonly string[]
    readonly bindings: () => unknown
    readonly subscribe: Subscribe
  }
  /** What runs; `list` is the same until something begins or ends. */
  readonly running: {
    readonly has: (id: string) => boolean
    readonly list: () => unknown
    readonly subscribe: Subscribe
  }
}

export function createCatalog({ registry, facts, keys, running }: CatalogParts): Catalog {
  const look = createLooks({ registry, facts, keys, running })
  let source: readonly Contribution<'commands'>[] | undefined
  let byId: ReadonlyMap<string, Contribution<'commands'>> = new Map()
  let seen: readonly unknown[] = []
  let last: readonly CommandState[] = []
  const { subscribe, emit } = createListeners()
  for (const part of [registry, facts, keys, running]) part.subscribe(emit)

  function index(): ReadonlyMap<string, Contribution<'commands'>> {
    const commands = registry.get('commands')
    if (commands !== source) {
      source = commands
      byId = new Map(commands.map((entry) => [entry.item.id, entry]))
    }
    return byId
  }

  return {
    subscribe,
    get(id) {
      const entry = index().get(id)
      return entry && look(entry)
    },
    find: (id) => index().get(id),
    isContextual(id) {
      const command = index().get(id)?.item
      return command !== undefined && isAboutHere(command) && holds(command.when, facts.get())
    },
    list() {
      const now = [
        registry.get('commands'),
        registry.get('facts'),
        facts.get(),
        keys.bindings(),
        running.list(),
      ]
      if (now.some((part, place) => part !== seen[place])) {
        seen = now
        last = sorted([...index().values()].map(look), last)
      }
      return last
    },
  }
}

/**
 * By group and title. Of ten thousand few change at a time: those that did not are in order already.
 * @returns the last ones when nothing changed
 */
function sorted(
  states: readonly CommandState[],
  last: readonly CommandState[],
): readonly CommandState[] {
  const known = new Set(last)
  const fresh = states.filter((state) => !known.has(state)).sort(byGroupAndTitle)
  if (fresh.length === 0 && states.length === last.length) return last
  const present = new Set(states)
  const merged: CommandState[] = []
  let place = 0
  for (const state of last) {
    if (!present.has(state)) continue
    for (let next = fresh[place]; next && byGroupAndTitle(next, state) < 0; next = fresh[place]) {
      merged.push(next)
      place += 1
    }
    merged.push(state)
  }
  return [...merged, ...fresh.slice(place)]
}

/** Facts of the core that hold on whole parts of the product: they say who the user is, more than where. */
const elsewhere = /^(session|bucket|focus|palette)\.|^(can|zen)$|^route\.(bucketSlug|projectID)$/

/** Whether a command is about what is selected, open or on screen; facts of plugins always tell that. */
function isAboutHere({ when }: AnyCommand): boolean {
  return factsIn(when).some((key) => !elsewhere.test(key))
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function byGroupAndTitle(a: CommandState, b: CommandState): number {
  return (
    collator.compare(a.group, b.group) ||
    collator.compare(a.title, b.title) ||
    (a.id < b.id ? -1 : 1)
  )
}
