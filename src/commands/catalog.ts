import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { CommandState, FactStoreService } from '@typecase/plugin-sdk/services'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { fillTitle } from '@typecase/plugin-sdk/title'
import { factsIn, holds } from '@typecase/plugin-sdk/when'

import type { Contribution, Registry } from '../kernel/registry.ts'
import { createListeners } from '../kernel/store.ts'
import { reasonOf } from './reason.ts'

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
  /** The shortcuts of a command, best first. */
  readonly keys: { readonly of: (id: string) => readonly string[]; readonly subscribe: Subscribe }
  readonly running: { readonly has: (id: string) => boolean; readonly subscribe: Subscribe }
}

export function createCatalog({ registry, facts, keys, running }: CatalogParts): Catalog {
  const states = new Map<string, CommandState>()
  let source: readonly Contribution<'commands'>[] | undefined
  let byId: ReadonlyMap<string, Contribution<'commands'>> = new Map()
  let last: readonly CommandState[] = []
  const { subscribe, emit } = createListeners()
  for (const part of [registry, facts, keys, running]) part.subscribe(emit)

  function index(): ReadonlyMap<string, Contribution<'commands'>> {
    const commands = registry.get('commands')
    if (commands !== source) {
      source = commands
      byId = new Map(commands.map((entry) => [entry.item.id, entry]))
      for (const id of states.keys()) if (!byId.has(id)) states.delete(id)
    }
    return byId
  }

  function get(id: string): CommandState | undefined {
    const entry = index().get(id)
    if (!entry) return undefined
    const next = stateOf(entry)
    const known = states.get(id)
    if (known && isSame(known, next)) return known
    states.set(id, next)
    return next
  }

  function stateOf({ owner, item }: Contribution<'commands'>): CommandState {
    const values = facts.get()
    const isEnabled = holds(item.when, values)
    const declared = registry.get('facts').map((fact) => fact.item)
    return {
      id: item.id,
      owner,
      title: fillTitle(item.title, values),
      group: item.group ?? titleOf(owner),
      order: item.order ?? DEFAULT_ORDER,
      keywords: item.keywords ?? none,
      aliases: item.aliases ?? none,
      isEnabled,
      isInternal: item.isInternal ?? false,
      hasCall: item.call !== undefined,
      keys: keys.of(item.id),
      isRunning: running.has(item.id),
      ...(item.icon && { icon: item.icon }),
      ...(!isEnabled && { reason: reasonOf(item, values, declared) }),
    }
  }

  function titleOf(owner: string): string {
    return registry.plugins().find(({ id }) => id === owner)?.title ?? owner
  }

  return {
    get,
    subscribe,
    find: (id) => index().get(id),
    isContextual(id) {
      const command = index().get(id)?.item
      return command !== undefined && isAboutHere(command) && holds(command.when, facts.get())
    },
    list() {
      const next = [...index().keys()].flatMap((id) => get(id) ?? []).sort(byGroupAndTitle)
      const isSameList =
        next.length === last.length && next.every((state, place) => state === last[place])
      if (!isSameList) last = next
      return last
    },
  }
}

const none: readonly string[] = []

/** See `order` of a command. */
const DEFAULT_ORDER = 50

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

function isSame(a: CommandState, b: CommandState): boolean {
  return (
    a.owner === b.owner &&
    a.title === b.title &&
    a.group === b.group &&
    a.icon === b.icon &&
    a.order === b.order &&
    a.isEnabled === b.isEnabled &&
    a.reason === b.reason &&
    a.isInternal === b.isInternal &&
    a.isRunning === b.isRunning &&
    a.keys.join(' | ') === b.keys.join(' | ') &&
    a.keywords === b.keywords &&
    a.aliases === b.aliases
  )
}
