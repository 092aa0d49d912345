import type { KeyBinding, WidgetKeys } from './keys.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** A binding with where it comes from. */
export interface KeymapEntry extends KeyBinding {
  /** Names the binding in overrides: stable as long as the plugin keeps command, arguments and keys. */
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly group: string
  readonly from: 'plugin' | 'user'
  /** Suggestions of third-party plugins and bindings the user switched off are not. */
  readonly isActive: boolean
}

/** Two bindings that can both answer one key press. */
export interface KeyConflict {
  readonly a: KeymapEntry
  readonly b: KeymapEntry
  /** `same` sequence, or one is the beginning (`prefix`) of the other. */
  readonly kind: 'same' | 'prefix'
}

/** Keyboard behaviour while an element has the focus. */
export interface KeysInForce {
  /** Widgets around the element, innermost first. */
  readonly widgets: readonly WidgetKeys[]
  /** Bindings that depend on the page, the selection or the focus. */
  readonly local: readonly KeymapEntry[]
  /** Bindings that are in force on every page. */
  readonly general: readonly KeymapEntry[]
}

/** Whether the keys were bound; `reason` is a sentence for the user. */
export type BindResult = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/** The user's changes to the keys, as JSON. Ids are those of the keymap's entries. */
export interface KeymapChanges {
  /** Other keys for a binding, or null for none. */
  readonly keys: Readonly<Record<string, string | null>>
  readonly active: Readonly<Record<string, boolean>>
  readonly added: readonly KeyBinding[]
  readonly hasSingleKeys: boolean
}

/** Whether changes replaced others; otherwise where in them the first mistake is, and what it is. */
export type ReplaceResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly path: string; readonly reason: string }

/** The keys of the product and the user's changes to them. */
export interface KeymapService {
  entries(): readonly KeymapEntry[]
  inForce(focused: Element | null): KeysInForce
  conflicts(): readonly KeyConflict[]
  /** The bindings that these keys would be in conflict with, were they given to a binding. */
  conflictsWith(id: string, keys: string): readonly KeymapEntry[]
  /** Gives a command other keys, or none (`undefined`). Refuses what a browser keeps for itself. */
  bind(id: string, keys: string | undefined): BindResult
  /** Adds a binding of the user's own. */
  add(binding: KeyBinding): BindResult
  /** Back to the plugin's own keys; all of them without an id. */
  reset(id?: string): void
  /** Accepts or declines a third-party suggestion, or switches a binding off. */
  setActive(id: string, isActive: boolean): void
  /** Single letters and sequences of them, which people who use speech input must be able to switch off. */
  hasSingleKeys(): boolean
  setSingleKeys(isOn: boolean): void
  changes(): KeymapChanges
  /** Puts changes in place of all that there are. Refuses keys that a browser keeps for itself, and changes nothing then. */
  replace(changes: KeymapChanges): ReplaceResult
  readonly subscribe: Subscribe
}
export const Keymap = token<KeymapService>('core.keymap', 1)
