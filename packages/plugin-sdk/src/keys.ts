import type { JsonObject } from './json.ts'
import type { When } from './when.ts'

/** Binds a key sequence to a command. */
export interface KeyBinding {
  /**
   * tinykeys' syntax: presses separated by spaces, modifiers joined by `+`; `$mod` is Cmd on Apple platforms and Ctrl
   * elsewhere. `'$mod+Enter'`, `'g o'`, `'?'`. Shift is left out where it only produces the character, since that
   * depends on the keyboard.
   */
  readonly keys: string
  /** Used instead of `keys` on Apple, where Option with a letter types a character. */
  readonly onApple?: string
  readonly command: string
  readonly args?: JsonObject
  /** Applied in addition to the command's `when`. */
  readonly when?: When
  /**
   * Whether it also fires while a text field or a code editor has the focus. By default, bindings with Mod, Ctrl or Alt
   * do; `false` leaves such a press to the text field.
   */
  readonly inText?: boolean
  /** Also fires while a dialog, a menu or a list of options is open. */
  readonly inDialog?: boolean
  /** Fires repeatedly while the key is held down. */
  readonly isRepeatable?: boolean
}

/** Keys that a widget handles itself, without commands. The help lists them. */
export interface WidgetKeys {
  readonly id: string
  /** Names the widget, as a heading: `Sheet`. */
  readonly title: string
  /** CSS selector of the widget. Its keys work while the focus is within it. */
  readonly within: string
  readonly keys: readonly { readonly keys: string; readonly title: string }[]
}
