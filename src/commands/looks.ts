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
  readonly parts: readonly unknown[]
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
    const parts = [
      command,
      registry.get('facts'),
      keys.of(item.id),
      running.has(item.id),
      ...factsOf(item, facts.get()),
    ]
    const last = looks.get(item)
    if (last?.parts.every((part, place) => part === parts[place])) return last.state
    const next = stateOf(command)
    const state = last && isSame(last.state, next) ? last.state : next
    looks.set(item, { state, parts })
    return state
  }
}

const none: readonly string[] = []

/** See `order` of a command. */
const DEFAULT_ORDER = 50

const reads = new WeakMap<AnyCommand, readonly string[]>()

/** What a command makes of the facts: all of them where it may give a reason of its own. */
function factsOf(item: AnyCommand, facts: FactValues): readonly unknown[] {
  if (item.why) return [facts]
  let keys = reads.get(item)
  if (!keys) {
    keys = [...factsIn(item.when), ...factsInTitle(item.title)]
    reads.set(item, keys)
  }
  const values: Readonly<Record<string, unknown>> = facts
  return keys.map((key) => values[key])
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
