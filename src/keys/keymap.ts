import type {
  BindResult,
  KeyConflict,
  KeymapChanges,
  KeymapEntry,
  KeymapService,
} from '@typecase/plugin-sdk/keymap'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { refKey } from '@typecase/plugin-sdk/command'
import type { StorageService } from '@typecase/plugin-sdk/services'
import { contextConditionOf } from '@typecase/plugin-sdk/subject'
import { and, or } from '@typecase/plugin-sdk/when'
import { currentPlatform } from '@typecase/ui/keyboard'

import type { Contribution, Registry } from '../kernel/registry.ts'
import { commandsById } from '../commands/commands-by-id.ts'
import { createListeners } from '../kernel/store.ts'
import { findConflicts } from './conflicts.ts'
import { keysInForce } from './in-force.ts'
import { noOverrides, readOverrides, withCurrentIds } from './overrides.ts'
import { type ActiveBinding, parseSequence, type Press } from './press.ts'
import { refusalOf } from './reserved.ts'

const KEY = 'core.keymap'

export interface Keymap extends KeymapService {
  /** Returns all bindings; the same array until one changes. */
  readonly bindings: () => readonly ActiveBinding[]
  /** Returns the bindings of a command without arguments, the user's own first. */
  readonly of: (commandId: string) => readonly KeymapEntry[]
}

export interface KeymapParts {
  readonly registry: Registry
  readonly storage: Pick<StorageService, 'get' | 'set' | 'subscribe'>
  readonly facts: () => FactValues
  /** Whether this plugin's keys are only suggestions. */
  readonly isThirdParty?: (owner: string) => boolean
}

/** Creates the keymap: the plugins' keys with the user's changes applied. */
export function createKeymap({
  registry,
  storage,
  facts,
  isThirdParty = () => false,
}: KeymapParts): Keymap {
  let overrides = readOverrides(storage.get(KEY))
  let derived: KeymapState | undefined
  const { subscribe, emit } = createListeners()
  registry.subscribe(() => {
    derived = undefined
    emit()
  })

  // Another tab changed the keymap, or another account signed in.
  storage.subscribe(KEY, () => {
    overrides = readOverrides(storage.get(KEY))
    derived = undefined
    emit()
  })

  function get(): KeymapState {
    if (derived) return derived
    const commands = commandsById(registry.get('commands'))
    overrides = withCurrentIds(overrides, (id) => commands.get(id)?.item.id ?? id)
    return (derived = derive(registry, overrides, isThirdParty))
  }

  function save(patch: Partial<KeymapChanges>): void {
    overrides = { ...overrides, ...patch }
    // Bindings contain only strings and JSON.
    storage.set(KEY, structuredClone(overrides) as never)
    derived = undefined
    emit()
  }

  function tryTo(keys: string, change: () => void): BindResult {
    const reason = refusalOf(keys)
    if (reason) return { ok: false, reason }
    change()
    return { ok: true }
  }

  const keymap: Keymap = {
    subscribe,
    bindings: () => get().bindings,
    of: (commandId) => get().byCommand.get(commandId) ?? none,
    entries: () => get().entries,
    inForce: (focused) =>
      keysInForce(
        get().bindings,
        registry.get('widgetKeys').map(({ item }) => item),
        facts(),
        focused,
      ),
    conflicts: () => get().conflicts(),
    conflictsWith(id, keys) {
      const changed = { ...overrides, keys: { ...overrides.keys, [id]: keys } }
      const conflicts = derive(registry, changed, isThirdParty).conflicts()
      return conflicts.flatMap(({ a, b }) => (a.id === id ? [b] : b.id === id ? [a] : []))
    },
    bind(id, keys) {
      const change = (): void => save({ keys: { ...overrides.keys, [id]: keys ?? null } })
      if (keys !== undefined) return tryTo(keys, change)
      change()
      return { ok: true }
    },
    add: (binding) => tryTo(binding.keys, () => save({ added: [...overrides.added, binding] })),
    reset(id) {
      if (id === undefined) return save(noOverrides)
      const { [id]: _keys, ...keys } = overrides.keys
      const { [id]: _active, ...active } = overrides.active
      save({ keys, active, added: overrides.added.filter((binding) => idOf(binding) !== id) })
    },
    setActive: (id, isActive) => save({ active: { ...overrides.active, [id]: isActive } }),
    hasSingleKeys: () => overrides.hasSingleKeys,
    setSingleKeys: (hasSingleKeys) => save({ hasSingleKeys }),
    changes: () => {
      get()
      return overrides
    },
    replace(changes) {
      const overrideList = [
        ...Object.entries(changes.keys).map(([id, keys]) => ({ path: `keys["${id}"]`, keys })),
        ...changes.added.map(({ keys }, at) => ({ path: `added[${at}].keys`, keys })),
      ]
      for (const { path, keys } of overrideList) {
        const reason = keys === null ? undefined : refusalOf(keys)
        if (reason) return { ok: false, path, reason }
      }
      save(changes)
      return { ok: true }
    },
  }
  return keymap
}

const none: readonly KeymapEntry[] = []

interface KeymapState {
  readonly entries: readonly KeymapEntry[]
  readonly bindings: readonly ActiveBinding[]
  readonly byCommand: ReadonlyMap<string, readonly KeymapEntry[]>
  /** Returns the conflicts. Computed on demand, because comparing all pairs is slow and only the editor needs them. */
  readonly conflicts: () => readonly KeyConflict[]
}

function derive(
  registry: Registry,
  overrides: KeymapChanges,
  isThirdParty: (owner: string) => boolean,
): KeymapState {
  const commands = new Map<string, Contribution<'commands'>>(
    registry.get('commands').map((entry) => [entry.item.id, entry]),
  )
  const titleOf = new Map(registry.plugins().map(({ id, title }) => [id, title]))

  const isApple = currentPlatform() === 'mac'

  const entry = (binding: KeyBinding, owner: string, from: KeymapEntry['from']): KeymapEntry => {
    const id = idOf(binding)
    const command = commands.get(binding.command)?.item
    const override = overrides.keys[id]
    const isOn = overrides.active[id] ?? (from === 'user' || !isThirdParty(owner))
    return {
      ...binding,
      id,
      owner,
      keys: override ?? (isApple ? binding.onApple : undefined) ?? binding.keys,
      from: typeof override === 'string' ? 'user' : from,
      title: titleFor(binding, command?.title ?? binding.command),
      group: command?.group ?? titleOf.get(owner) ?? owner,
      isActive: isOn && override !== null,
    }
  }

  const entries = mergeEntries([
    ...overrides.added.map((binding) =>
      entry(binding, commands.get(binding.command)?.owner ?? 'user', 'user'),
    ),
    ...registry.get('keys').map(({ owner, item }) => entry(item, owner, 'plugin')),
  ])
  const bindings = entries.flatMap((one): ActiveBinding[] => {
    const command = commands.get(one.command)
    // A binding may outlive its command: the user created it, and the plugin is switched off.
    if (!one.isActive || !command || refusalOf(one.keys)) return []
    const presses = parseSequence(one.keys)
    if (!overrides.hasSingleKeys && isSingleKey(presses)) return []
    const condition = contextConditionOf(command.item, one.args)
    const parts = [one.when, condition].filter((when) => when !== undefined)
    return [{ entry: one, command, presses, when: parts.length > 0 ? and(...parts) : undefined }]
  })
  const withoutArgs = bindings
    .filter(({ entry: { args } }) => !args)
    .map((binding) => binding.entry)
  const byCommand = Map.groupBy(
    withoutArgs.sort((a, b) => Number(b.from === 'user') - Number(a.from === 'user')),
    ({ command }) => command,
  )
  let conflicts: readonly KeyConflict[] | undefined
  return {
    entries,
    bindings,
    byCommand,
    conflicts: () => (conflicts ??= findConflicts(bindings)),
  }
}

/** Merges bindings with the same keys and command in two contexts, so that the user changes both at once. */
function mergeEntries(entries: readonly KeymapEntry[]): readonly KeymapEntry[] {
  return [...Map.groupBy(entries, ({ id }) => id).values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ? [first] : []
    const { when: _when, ...binding } = first
    const conditions = [first, ...others].map(({ when }) => when)
    // A binding without a condition applies everywhere.
    const isConditional = conditions.every((when) => when !== undefined)
    return [isConditional ? { ...binding, when: or(...conditions) } : binding]
  })
}

/** Returns a title such as `Format text: bold` if a command has several bindings with different arguments. */
function titleFor({ args }: KeyBinding, title: string): string {
  const texts = Object.values(args ?? {}).filter((value) => typeof value === 'string')
  return texts.length > 0 ? `${title.replace(/…$/, '')}: ${texts.join(', ')}` : title
}

/** Whether a sequence begins with a single character, which speech input may type by accident (WCAG 2.1.4). */
function isSingleKey(presses: readonly Press[]): boolean {
  const [first] = presses
  return first !== undefined && !first.isChord && first.binding[2].toString().length === 1
}

function idOf({ command, args, keys }: KeyBinding): string {
  return `${refKey({ command, ...(args && { args }) })} ${keys}`
}
