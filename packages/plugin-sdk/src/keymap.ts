import type { KeyBinding, WidgetKeys } from './keys.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** A binding with its origin. */
export interface KeymapEntry extends KeyBinding {
  /** Identifies the binding in the user's changes. Stable while the plugin keeps command, arguments and keys. */
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly group: string
  readonly from: 'plugin' | 'user'
  /** False for suggestions of third-party plugins and for bindings that the user switched off. */
  readonly isActive: boolean
}

/** Two bindings that can both react to one key press. */
export interface KeyConflict {
  readonly a: KeymapEntry
  readonly b: KeymapEntry
  /** `same`: both have the same sequence. `prefix`: one sequence is the beginning of the other. */
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

/** Whether the changes were accepted; if not, the path of the first mistake in them, and what is wrong. */
export type ReplaceResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly path: string; readonly reason: string }

/** The keys of the product and the user's changes to them. */
export interface KeymapService {
  entries(): readonly KeymapEntry[]
  inForce(focused: Element | null): KeysInForce
  conflicts(): readonly KeyConflict[]
  /** Returns the bindings that would conflict with the binding `id` if it had these keys. */
  conflictsWith(id: string, keys: string): readonly KeymapEntry[]
  /** Gives a binding other keys, or none (`undefined`). Refuses keys that browsers reserve. */
  bind(id: string, keys: string | undefined): BindResult
  /** Adds a binding for the user. */
  add(binding: KeyBinding): BindResult
  /** Restores the plugin's own keys of a binding, or of all bindings without an id. */
  reset(id?: string): void
  /** Accepts or declines a third-party suggestion, or switches a binding off. */
  setActive(id: string, isActive: boolean): void
  /** Whether single letters and sequences of them are active. Users of speech input must be able to switch them off. */
  hasSingleKeys(): boolean
  setSingleKeys(isOn: boolean): void
  changes(): KeymapChanges
  /** Replaces all of the user's changes. Refuses keys that browsers reserve; then nothing changes. */
  replace(changes: KeymapChanges): ReplaceResult
  readonly subscribe: Subscribe
}
export const Keymap = token<KeymapService>('core.keymap', 1)
