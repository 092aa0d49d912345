import { type KeybindingPress, matchKeybindingPress, parseKeybinding } from 'tinykeys'

import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import type { When } from '@typecase/plugin-sdk/when'
import {
  currentPlatform,
  isComposing,
  typesCharacter,
  typesWithAltGraph,
} from '@typecase/ui/keyboard'

import type { Contribution } from '../kernel/registry.ts'

/** One press of a sequence in the form of tinykeys, and a name that is equal for presses that match the same events. */
export interface Press {
  readonly name: string
  readonly binding: KeybindingPress
  /** Whether the press includes Mod, Ctrl or Alt, and therefore types no character. */
  readonly isChord: boolean
}

/** The properties of a keyboard event that the matching reads. */
export type KeyEvent = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'getModifierState'
  | 'altKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'isComposing'
  | 'keyCode'
  | 'repeat'
>

const modifierNames = ['Control', 'Alt', 'Shift', 'Meta']

/** Parses a key sequence. @throws when the text is not a key sequence */
export function parseSequence(keys: string): Press[] {
  const presses = parseKeybinding(keys).map(toPress)
  if (keys.trim() === '' || presses.length === 0) throw new Error(`“${keys}” is not a key sequence`)
  return presses
}

function toPress([required, optional, key]: KeybindingPress): Press {
  const unknown = [...required, ...optional].find((one) => !modifierNames.includes(one))
  if (unknown || typeof key !== 'string' || key === '') {
    throw new Error(`“${[...required, String(key)].join('+')}” is not a key`)
  }
  // Whether “?” or “/” needs Shift depends on the keyboard, so Shift is part of the character.
  const needed = isSymbol(key) ? required.filter((one) => one !== 'Shift') : required
  const allowed = isSymbol(key) ? [...optional, 'Shift'] : optional
  const modifiers = modifierNames.filter((one) => needed.includes(one))
  return {
    name: [...modifiers, key.toLowerCase()].join('+'),
    binding: [needed, allowed, key],
    isChord: needed.some((one) => one !== 'Shift'),
  }
}

/** Whether a key types a character other than a letter. */
function isSymbol(key: string): boolean {
  return key.length === 1 && !/\p{L}/u.test(key)
}

/** Whether an event matches this press, on any keyboard layout. */
export function matchesPress(event: KeyEvent, press: Press): boolean {
  // tinykeys reads only these three properties.
  return matchKeybindingPress(usEvent(event) as KeyboardEvent, press.binding)
}

/** Returns the event as a US keyboard would have sent it, for layouts that hide which key is meant. */
function usEvent(event: KeyEvent): Pick<KeyboardEvent, 'key' | 'code' | 'getModifierState'> {
  const isTyping = typesWithAltGraph(event)
  return {
    key: effectiveKey(event),
    code: event.code,
    getModifierState: (name) =>
      // AltGr produces the character, but Windows also reports it as Ctrl and Alt.
      !(isTyping && name !== 'Shift' && name !== 'Meta') && event.getModifierState(name),
  }
}

/** Returns `event.key`, or the corresponding US key if `key` belongs to another script or was changed by Alt. */
function effectiveKey(event: KeyEvent): string {
  const { key, code, altKey } = event
  const isForeign = key.length === 1 && /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key)
  const isMangled = altKey && !typesWithAltGraph(event) && !/^[\x20-\x7e]$/.test(key)
  const isOneKey = key.length === 1 || key === 'Dead'
  return isOneKey && (isForeign || isMangled) ? (usKeys[code] ?? letterOf(code) ?? key) : key
}

function letterOf(code: string): string | undefined {
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase()
}

const usKeys: Readonly<Record<string, string>> = {
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Space: ' ',
}

/** Whether a press is a modifier alone or only prepares a character. It neither starts nor ends a sequence. */
export function isSilent(event: KeyEvent): boolean {
  if (isComposing(event) || event.key === 'Process' || event.key === 'Unidentified') return true
  // With Alt, a dead key is a letter changed by Option; without, it waits for the letter that takes the accent.
  if (event.key === 'Dead' && !event.altKey) return true
  return [...modifierNames, 'AltGraph', 'CapsLock', 'Fn', 'Hyper', 'Super'].includes(event.key)
}

/**
 * Whether Option edits text on Apple devices: it types characters and deletes words there, and forms chords elsewhere.
 */
export function isOptionEdit(event: KeyEvent): boolean {
  if (!event.altKey || event.ctrlKey || event.metaKey || currentPlatform() !== 'mac') return false
  return typesCharacter(event) || event.key === 'Backspace' || event.key === 'Delete'
}

/** An active binding, ready for matching. */
export interface ActiveBinding {
  readonly entry: KeymapEntry
  readonly command: Contribution<'commands'>
  readonly presses: readonly Press[]
  /** The binding's condition combined with the command's. */
  readonly when: When | undefined
}

/** A position in the tree of sequences: the possible next presses, and the bindings that end here. */
export interface TrieNode {
  readonly press: Press | undefined
  readonly next: Map<string, TrieNode>
  readonly bindings: ActiveBinding[]
}

export function buildTrie(bindings: readonly ActiveBinding[]): TrieNode {
  const root: TrieNode = { press: undefined, next: new Map(), bindings: [] }
  for (const binding of bindings) {
    let node = root
    for (const press of binding.presses) {
      const child = node.next.get(press.name)
      const next = child ?? { press, next: new Map(), bindings: [] }
      if (!child) node.next.set(press.name, next)
      node = next
    }
    node.bindings.push(binding)
  }
  return root
}

/** Returns the nodes that an event leads to: two if one binding names the character and another one the key. */
export function follow(nodes: readonly TrieNode[], event: KeyEvent): TrieNode[] {
  return nodes.flatMap((node) =>
    [...node.next.values()].filter(({ press }) => press && matchesPress(event, press)),
  )
}

/** Yields the bindings of longer sequences that continue from this node. */
export function* beyond(node: TrieNode): Generator<ActiveBinding> {
  for (const next of node.next.values()) {
    yield* next.bindings
    yield* beyond(next)
  }
}
