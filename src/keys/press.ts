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

/** One press of a sequence: what tinykeys matches, and a name that is the same for presses that match the same. */
export interface Press {
  readonly name: string
  readonly binding: KeybindingPress
  /** Has Mod, Ctrl or Alt, and therefore types nothing. */
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

/** @throws when the text is not a key sequence */
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
  // Whether "?" or "/" needs Shift depends on the keyboard, so that it is part of the character.
  const needed = isSymbol(key) ? required.filter((one) => one !== 'Shift') : required
  const allowed = isSymbol(key) ? [...optional, 'Shift'] : optional
  const modifiers = modifierNames.filter((one) => needed.includes(one))
  return {
    name: [...modifiers, key.toLowerCase()].join('+'),
    binding: [needed, allowed, key],
    isChord: needed.some((one) => one !== 'Shift'),
  }
}

/** A key that types a character which is no letter. */
function isSymbol(key: string): boolean {
  return key.length === 1 && !/\p{L}/u.test(key)
}

/** Whether an event is this press, on whichever keyboard. */
export function matchesPress(event: KeyEvent, press: Press): boolean {
  // tinykeys reads these three alone.
  return matchKeybindingPress(seen(event) as KeyboardEvent, press.binding)
}

/** An event as a US keyboard would have sent it, where the layout hides which key is meant. */
function seen(event: KeyEvent): Pick<KeyboardEvent, 'key' | 'code' | 'getModifierState'> {
  const isTyping = typesWithAltGraph(event)
  return {
    key: effectiveKey(event),
    code: event.code,
    getModifierState: (name) =>
      // AltGr makes the character; Windows reports it as Ctrl and Alt besides.
      !(isTyping && name !== 'Shift' && name !== 'Meta') && event.getModifierState(name),
  }
}

/** `event.key`, or the US key in its place where `key` is of another script or was changed by Alt. */
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

/** A press of a modifier alone, or one that only prepares a character: neither starts nor ends a sequence. */
export function isSilent(event: KeyEvent): boolean {
  if (isComposing(event) || event.key === 'Process' || event.key === 'Unidentified') return true
  // With Alt a dead key is Option mangling a letter; alone it waits for the letter to put its accent on.
  if (event.key === 'Dead' && !event.altKey) return true
  return [...modifierNames, 'AltGraph', 'CapsLock', 'Fn', 'Hyper', 'Super'].includes(event.key)
}

/** Whether Option edits a text on Apple: it types characters there, and deletes words. Outside of texts it makes chords. */
export function isOptionEdit(event: KeyEvent): boolean {
  if (!event.altKey || event.ctrlKey || event.metaKey || currentPlatform() !== 'mac') return false
  return typesCharacter(event) || event.key === 'Backspace' || event.key === 'Delete'
}

/** A binding that is in force, ready to be matched. */
export interface ActiveBinding {
  readonly entry: KeymapEntry
  readonly command: Contribution<'commands'>
  readonly presses: readonly Press[]
  /** The binding's condition and the command's. */
  readonly when: When | undefined
}

/** A place within sequences: what can be pressed next, and the bindings that end here. */
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

/** Where an event leads: two places where one binding names the character and another one the key. */
export function follow(nodes: readonly TrieNode[], event: KeyEvent): TrieNode[] {
  return nodes.flatMap((node) =>
    [...node.next.values()].filter(({ press }) => press && matchesPress(event, press)),
  )
}

/** The bindings of longer sequences that begin here. */
export function* beyond(node: TrieNode): Generator<ActiveBinding> {
  for (const next of node.next.values()) {
    yield* next.bindings
    yield* beyond(next)
  }
}
