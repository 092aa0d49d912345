import type { FactValues } from './facts.ts'
import type { Json, JsonObject } from './json.ts'
import type { Services } from './token.ts'

interface AskBase {
  /** Label of the step and of its chip: `Folder`. */
  readonly title: string
  readonly help?: string
  readonly placeholder?: string
  /**
   * Asks for the argument although it is optional. By default, an optional argument is asked for only if `isNeeded`.
   */
  readonly isAlwaysAsked?: boolean
  /** Label of the row that skips the argument: `All fields`. With a label, this row comes first. */
  readonly skip?: string
  /** Whether an optional argument is needed, given the others: `set` needs a value, `clear` does not. */
  isNeeded?(args: JsonObject): boolean
}

/** One of the values that an argument can have. */
export interface Choice {
  readonly value: Json
  readonly label: string
  readonly icon?: string
  readonly help?: string
}

/** A row that the `search` of a picker returns. `id` is unique among the rows. */
export interface PickerRow extends Choice {
  readonly id: string
  readonly subtitle?: string
  /** Why the row cannot be chosen, such as a missing role. Shown instead of the subtitle. */
  readonly reason?: string
}

/** Context for `search`, `initial`, `chosen` and `ask`. */
export interface AskContext {
  readonly services: Services
  readonly facts: FactValues
  readonly signal: AbortSignal
  /** The arguments filled so far. */
  readonly args: JsonObject
}

interface AskTyped extends AskBase {
  /** Returns the initial text, such as the current name of an item to rename. */
  initial?(context: AskContext): Promise<string | undefined>
}

interface AskChosen extends AskBase {
  readonly isMany?: boolean
  /** Returns the initial choices, where several can be chosen. */
  initialChoices?(context: AskContext): Promise<readonly Choice[]>
}

/** One line of text. */
export interface AskText extends AskTyped {
  readonly kind: 'text'
  /** Label of the row that answers with an empty text, where an empty text is valid. */
  readonly empty?: string
}
/** Text of several lines. */
export interface AskMultiline extends AskTyped {
  readonly kind: 'multiline'
}
/** A number; `unit` is shown after it. */
export interface AskNumber extends AskTyped {
  readonly kind: 'number'
  readonly unit?: string
}
/** Yes or no. */
export interface AskBoolean extends AskBase {
  readonly kind: 'boolean'
  /** Labels of the two answers; "Yes" and "No" by default. */
  readonly yes?: string
  readonly no?: string
}
/** One of a few fixed choices, all of them listed. */
export interface AskChoice extends AskChosen {
  readonly kind: 'choice'
  readonly choices?: readonly Choice[] | ((facts: FactValues) => readonly Choice[])
}
/**
 * A moment typed in words: "tomorrow 9:00", "next monday". `as` is the format of the argument: ISO-8601 (default), UNIX
 * ms, or the day alone.
 */
export interface AskDate extends AskBase {
  readonly kind: 'date'
  readonly as?: 'iso' | 'ms' | 'day'
}
/** An entity found while typing. */
export interface AskPicker extends AskChosen {
  readonly kind: 'picker'
  search(query: string, context: AskContext): Promise<readonly PickerRow[]>
}
/** A file from the user's disk. The argument is a `FileHandle`, because arguments are JSON. */
export interface AskFile extends AskBase {
  readonly kind: 'file'
  /** As in `<input accept>`. */
  readonly accept?: string
  readonly isMany?: boolean
}
/** The objects to work on: the selection, the open object, or the list on screen. The argument is a `Scope`. */
export interface AskScope extends AskBase {
  readonly kind: 'scope'
  /** Returns further scopes, which are listed below those of the page. */
  search?(query: string, context: AskContext): Promise<readonly PickerRow[]>
}
/** A phrase to type, as the last confirmation before an action that cannot be undone. */
export interface AskConfirm extends AskBase {
  readonly kind: 'confirm'
  readonly phrase: string | ((facts: FactValues) => string)
}

/** A question that depends on the arguments before it: a value is asked for according to the type of its field. */
export interface AskBy extends AskBase {
  readonly kind: 'by'
  /** Returns a title that depends on the arguments before it; undefined falls back to `title`. */
  titleBy?(args: JsonObject): string | undefined
  ask(context: AskContext): Promise<Exclude<Ask, AskBy>>
}

/** How the palette asks for one argument. */
export type Ask =
  | AskText
  | AskMultiline
  | AskNumber
  | AskBoolean
  | AskChoice
  | AskDate
  | AskPicker
  | AskFile
  | AskScope
  | AskConfirm
  | AskBy
