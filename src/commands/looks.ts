import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { CommandState } from '@typecase/plugin-sdk/services'
import { factsInTitle, fillTitle } from '@typecase/plugin-sdk/title'
import { factsIn, holds } from '@typecase/plugin-sdk/when'

import type { Contribution } from '../kernel/registry.ts'
import type { CatalogParts } from './catalog.ts'
import { reasonOf } from './reason.ts'

type OwnedCommand = Contribution<'commands'>

/** How a command looked last, and all that this was made of. */
interface Look {
  readonly state: CommandState
  readonly command: OwnedCommand
  readonly declared: unknown
  readonly keys: readonly string[]
  readonly isRunning: boolean
  /** The facts that the command reads. */
  readonly facts: readonly unknown[]
}

/**
 * How commands look right now. Of thousands, only those are looked at closely that a change is about.
 * @returns the same object until the command changes in a way that can be seen
 */
export function createLooks({
  registry,
  facts,
  keys,
  running,
}: CatalogParts): (command: OwnedCommand) => CommandState {
  const looks = new WeakMap<AnyCommand, Look>()

  function stateOf({ owner, item }: OwnedCommand): CommandState {
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

  return (command) => {
    const { item } = command
    const declared = registry.get('facts')
    const ownKeys = keys.of(item.id)
    const isRunning = running.has(item.id)
    const values = facts.get()
    const last = looks.get(item)
    // Asked of ten thousand at a time, which is why nothing is allocated here.
    if (
      last?.command === command &&
      last.declared === declared &&
      last.keys === ownKeys &&
      last.isRunning === isRunning &&
      readsSame(item, values, last.facts)
    ) {
      return last.state
    }
    const next = stateOf(command)
    const state = last && isSame(last.state, next) ? last.state : next
    const read = factsReadBy(item).map((key) => valueOf(key, values))
    looks.set(item, { state, command, declared, keys: ownKeys, isRunning, facts: read })
    return state
  }
}

const none: readonly string[] = []

/** See `order` of a command. */
const DEFAULT_ORDER = 50

const reads = new WeakMap<AnyCommand, readonly string[]>()
/** A reason of its own may be about any fact. */
const ALL = '*'

function factsReadBy(item: AnyCommand): readonly string[] {
  const known = reads.get(item)
  if (known) return known
  const keys = item.why ? [ALL] : [...factsIn(item.when), ...factsInTitle(item.title)]
  reads.set(item, keys)
  return keys
}

function valueOf(key: string, facts: FactValues): unknown {
  const values: Readonly<Record<string, unknown>> = facts
  return key === ALL ? facts : values[key]
}

function readsSame(item: AnyCommand, facts: FactValues, last: readonly unknown[]): boolean {
  return factsReadBy(item).every((key, place) => valueOf(key, facts) === last[place])
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
