import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import type { CommandState, FactStoreService } from '@typecase/plugin-sdk/services'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { factsIn, holds, sentenceOf, type Test, unmet } from '@typecase/plugin-sdk/when'
import type { FactDeclaration, FactValues } from '@typecase/plugin-sdk/facts'
import { missingSubjects, contextConditionOf, runConditionOf } from '@typecase/plugin-sdk/subject'
import { mayHold } from '@typecase/plugin-sdk/when-logic'
import { factsInTitle, fillTitle } from '@typecase/plugin-sdk/title'

import type { Contribution, Registry } from '../kernel/registry.ts'
import { createListeners } from '../kernel/store.ts'
import { commandsById } from './commands-by-id.ts'
import type { Relevance } from './ranking.ts'

/** The commands with their current titles, whether they are enabled, and if not, why. */
export interface Catalog {
  /** Returns the state of a command; the same object until the command changes visibly. */
  readonly get: (id: string) => CommandState | undefined
  /** Returns all commands by group and title; the same array until a command changes. */
  readonly list: () => readonly CommandState[]
  readonly subscribe: Subscribe
  /** Finds a command and its owner, also by an earlier id of the command. */
  readonly find: (id: string) => Contribution<'commands'> | undefined
  /** How closely a command relates to the current page or selection, judged by its condition and its scope. */
  readonly relevance: (id: string) => Relevance
}

type Shortcut = Pick<KeyBinding, 'keys' | 'when'>

/** What the appearance of a command depends on. */
export interface CatalogParts {
  readonly registry: Registry
  readonly facts: FactStoreService
  /** The key bindings of a command, best first; `bindings` returns the same value until any binding changes. */
  readonly keys: {
    readonly of: (id: string) => readonly Shortcut[]
    readonly bindings: () => unknown
    readonly subscribe: Subscribe
  }
  /** The running commands; `list` returns the same value until a command starts or ends. */
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
      byId = commandsById(commands)
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
    relevance(id) {
      const command = index().get(id)?.item
      const now = facts.get()
      if (!command || !isAboutHere(command) || !holds(contextConditionOf(command), now)) return 0
      return now['selection.count'] && 'scope' in (command.ask ?? {}) ? 2 : 1
    },
    list() {
      const now = [
        registry.get('commands'),
        registry.get('facts'),
        facts.get(),
        keys.bindings(),
        running.list(),
      ]
      if (now.some((part, index) => part !== seen[index])) {
        seen = now
        last = sortStates(registry.get('commands').map(look), last)
      }
      return last
    },
  }
}

/**
 * Sorts by group and title. Of up to ten thousand states few change at a time, so the fresh ones are merged into the
 * last, sorted list.
 * @returns `last` when nothing changed
 */
function sortStates(
  states: readonly CommandState[],
  last: readonly CommandState[],
): readonly CommandState[] {
  const previous = new Set(last)
  const fresh = states.filter((state) => !previous.has(state)).sort(byGroupAndTitle)
  if (fresh.length === 0 && states.length === last.length) return last
  const present = new Set(states)
  const merged: CommandState[] = []
  let index = 0
  for (const state of last) {
    if (!present.has(state)) continue
    for (let next = fresh[index]; next && byGroupAndTitle(next, state) < 0; next = fresh[index]) {
      merged.push(next)
      index += 1
    }
    merged.push(state)
  }
  return [...merged, ...fresh.slice(index)]
}

/** Facts of the core that hold across large parts of the product. They describe the user rather than the page. */
const elsewhere =
  /^(session|bucket|project|workspace|focus|palette)\.|^(can|zen)$|^route\.(bucketSlug|projectID)$/

/** Whether a command is about the selection, the open object or the page. Facts of plugins always are. */
function isAboutHere(command: AnyCommand): boolean {
  return factsIn(contextConditionOf(command)).some((key) => !elsewhere.test(key))
}

let collator: Intl.Collator | undefined

/** Compares titles. Creating the collator takes 8 ms, so it waits until commands are listed. */
export function compareTitles(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return collator.compare(a, b)
}

function byGroupAndTitle(a: CommandState, b: CommandState): number {
  return (
    compareTitles(a.group, b.group) || compareTitles(a.title, b.title) || (a.id < b.id ? -1 : 1)
  )
}

type OwnedCommand = Contribution<'commands'>

/** The last computed state of a command, with everything that it was computed from. */
interface Look {
  readonly state: CommandState
  readonly command: OwnedCommand
  readonly declared: unknown
  readonly shortcuts: readonly Shortcut[]
  readonly isRunning: boolean
  /** The values of the facts that the command and its shortcuts read. */
  readonly facts: readonly unknown[]
}

/**
 * Returns a function that computes the state of a command. A change recomputes only the commands that depend on it.
 * @returns the same object until the command changes visibly
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
    const isEnabled = holds(runConditionOf(item), values)
    const missingArgs = missingSubjects(item, values)
    return {
      id: item.id,
      owner,
      title: fillTitle(item.title, values),
      group: item.group ?? titleOf(owner),
      order: item.order ?? DEFAULT_ORDER,
      ...(item.first !== undefined && { first: item.first }),
      keywords: item.keywords ?? none,
      aliases: item.aliases ?? none,
      isEnabled,
      isHarmless: item.effect === 'none' || item.effect === 'nav',
      isInternal: item.isInternal ?? false,
      hasCall: item.call !== undefined,
      keys: keysOf(keys.of(item.id), values),
      isRunning: running.has(item.id),
      ...(item.icon && { icon: item.icon }),
      ...(!isEnabled && { reason: reasonOf(item, values, declaredFacts()) }),
      ...(missingArgs && { missingSubjects: missingArgs }),
    }
  }

  const declaredFacts = () => registry.get('facts').map((fact) => fact.item)

  function titleOf(owner: string): string {
    return registry.plugins().find(({ id }) => id === owner)?.title ?? owner
  }

  return (command) => {
    const { item } = command
    const declared = registry.get('facts')
    const shortcuts = keys.of(item.id)
    const isRunning = running.has(item.id)
    const values = facts.get()
    const last = looks.get(item)
    // Called for ten thousand commands at a time, so nothing is allocated here.
    if (
      last?.command === command &&
      last.declared === declared &&
      last.shortcuts === shortcuts &&
      last.isRunning === isRunning &&
      readsSame(item, shortcuts, values, last.facts)
    ) {
      return last.state
    }
    const next = stateOf(command)
    const state = last && isSame(last.state, next) ? last.state : next
    const read = [...factsReadBy(item), ...factsOf(shortcuts)]
    const dependencies = read.map((key) => valueOf(key, values))
    looks.set(item, { state, command, declared, shortcuts, isRunning, facts: dependencies })
    return state
  }
}

const none: readonly string[] = []

/** See `order` in the definition of a command. */
const DEFAULT_ORDER = 50

const reads = new WeakMap<AnyCommand, readonly string[]>()
/** Stands for all facts: a custom reason may depend on any of them. */
const ALL = '*'

function factsReadBy(item: AnyCommand): readonly string[] {
  const dependencies = reads.get(item)
  if (dependencies) return dependencies
  const keys = item.why ? [ALL] : [...factsIn(runConditionOf(item)), ...factsInTitle(item.title)]
  reads.set(item, keys)
  return keys
}

function valueOf(key: string, facts: FactValues): unknown {
  const values: Readonly<Record<string, unknown>> = facts
  return key === ALL ? facts : values[key]
}

function readsSame(
  item: AnyCommand,
  shortcuts: readonly Shortcut[],
  facts: FactValues,
  last: readonly unknown[],
): boolean {
  const itemFacts = factsReadBy(item)
  return (
    itemFacts.every((key, index) => valueOf(key, facts) === last[index]) &&
    (shortcuts.length === 0 ||
      factsOf(shortcuts).every(
        (key, index) => valueOf(key, facts) === last[itemFacts.length + index],
      ))
  )
}

const shortcutFacts = new WeakMap<readonly Shortcut[], readonly string[]>()

function factsOf(shortcuts: readonly Shortcut[]): readonly string[] {
  const dependencies = shortcutFacts.get(shortcuts)
  if (dependencies) return dependencies
  const keys = shortcuts.flatMap(({ when }) => factsIn(when))
  shortcutFacts.set(shortcuts, keys)
  return keys
}

/** The keys that run a command on this page: elsewhere they may run another one. The current focus is ignored. */
const keysOf = (shortcuts: readonly Shortcut[], facts: FactValues): readonly string[] =>
  shortcuts.length === 0
    ? none
    : shortcuts
        .filter(({ when }) => mayHold(when, facts, (key) => /^(focus|palette)\./.test(key)))
        .map(({ keys }) => keys)

function isSame(a: CommandState, b: CommandState): boolean {
  return (
    a.owner === b.owner &&
    a.title === b.title &&
    a.group === b.group &&
    a.icon === b.icon &&
    a.order === b.order &&
    a.isEnabled === b.isEnabled &&
    a.reason === b.reason &&
    a.missingSubjects?.join() === b.missingSubjects?.join() &&
    a.isInternal === b.isInternal &&
    a.isRunning === b.isRunning &&
    a.keys.join(' | ') === b.keys.join(' | ') &&
    a.keywords === b.keywords &&
    a.aliases === b.aliases
  )
}

const FALLBACK = 'Not available here.'

/** Returns, as a sentence, why a command cannot run. Called only if the command's condition does not hold. */
export function reasonOf(
  command: AnyCommand,
  facts: FactValues,
  declared: readonly FactDeclaration[],
): string {
  // A missing permission precedes a missing subject: a button that passes the argument lacks only the permission.
  const refusal = command.subject && missing(unmet(command.when, facts), facts, declared)
  return (
    refusal ??
    commandReason(command, facts) ??
    missing(unmet(runConditionOf(command), facts), facts, declared) ??
    FALLBACK
  )
}

function commandReason(command: AnyCommand, facts: FactValues): string | undefined {
  try {
    return command.why?.(facts)
  } catch (error) {
    // The reason is optional, so an error in it must not remove the command's row.
    reportError(error)
    return undefined
  }
}

function missing(
  tests: readonly Test[],
  facts: FactValues,
  declared: readonly FactDeclaration[],
): string | undefined {
  for (const test of tests) {
    const fact = declared.find(({ key }) => key === test.key)
    const sentence = sentenceOf(fact, test, facts)
    if (sentence) return sentence
  }
  return undefined
}
